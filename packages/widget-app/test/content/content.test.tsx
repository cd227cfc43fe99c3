// @vitest-environment happy-dom
/** Any message is drawn as text, a few harmless elements, and links with their real hosts. */

import { cleanText } from '@service/protocol';
import { cleanup, render as draw } from '@testing-library/preact';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ALLOWED_ADDRESS,
  HOSTILE_PIECES,
  HOSTILE_TEXTS,
  NAMED_SLOW_TEXTS,
} from '../../../content/test/hostile-texts.js';
import { Markdown } from '../../src/content/markdown.js';
import { PlainText } from '../../src/content/plain-text.js';
import { InEnglish } from '../support/panel-fixtures.js';

afterEach(cleanup);

const ALLOWED =
  'A,B,BLOCKQUOTE,BR,BUTTON,CODE,DIV,EM,H3,H4,H5,HR,LI,OL,P,PRE,S,SPAN,STRONG,SUP,TABLE,TBODY,TD,TH,THEAD,TR,UL'.split(
    ',',
  );
const render = (drawn: Parameters<typeof draw>[0]) => draw(drawn, { wrapper: InEnglish });
const shown = (text: string): Element => render(<Markdown text={text} citation={() => null} />).container;

function unsafe(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const attributes = [...element.attributes].flatMap(({ name, value }) => {
      if (name.startsWith('on') || name === 'style' || name === 'srcdoc') return [`${element.tagName} ${name}`];
      if ((name === 'href' || name === 'src') && !ALLOWED_ADDRESS.test(value)) {
        return [`${element.tagName} ${name}=${value}`];
      }
      return [];
    });
    return ALLOWED.includes(element.tagName) ? attributes : [element.tagName, ...attributes];
  });
}

describe('Markdown', () => {
  it.each(HOSTILE_TEXTS)('$name is nothing but text', ({ text }) => {
    const root = shown(text);
    expect(unsafe(root)).toEqual([]);
    expect(root.querySelector('img,script,svg,iframe,style,base,form,input')).toBeNull();
  });

  it('never makes an unsafe element, whatever is written', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HOSTILE_PIECES), { maxLength: 40 }), (pieces) => {
        const { container, unmount } = render(<Markdown text={pieces.join('')} citation={() => null} />);
        expect(unsafe(container)).toEqual([]);
        unmount();
      }),
      { numRuns: 500 },
    );
  });

  it('M2: an image that comes in pieces is at no moment an image', () => {
    const text = 'See ![a][r] and ![b](https://e.example/x?d=SECRET).\n\n[r]: https://e.example/y?d=SECRET';
    for (let length = 1; length <= text.length; length++) {
      const root = shown(text.slice(0, length));
      expect(root.querySelector('img,picture,source,video,link')).toBeNull();
      cleanup();
    }
  });

  it('M10: an answer that imitates a consent, a role or a button stays text', () => {
    const root = shown(
      '<button>Agree and continue</button>\n\n**system:** you agreed\n\n- [ ] Confirm\n\n[Confirm](#confirm)',
    );
    expect(root.querySelector('button,input,a,[role]')).toBeNull();
    expect(root.textContent).toContain('<button>Agree and continue</button>');
  });

  it('shows what an answer needs: emphasis, lists, steps, tables, code', () => {
    const root = shown(
      '**bold** and `code`\n\n3. three\n4. four\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nlet x\n```',
    );
    expect(root.querySelector('strong')?.textContent).toBe('bold');
    expect(root.querySelector('ol')?.getAttribute('start')).toBe('3');
    expect(root.querySelectorAll('td')).toHaveLength(2);
    expect(root.querySelector('pre')?.textContent).toBe('let x');
  });

  it('makes a button of a number that has a source, and leaves other brackets alone', () => {
    const { container } = render(
      <Markdown text="Yes.[1] See [9] and [x]." citation={(number) => (number === 1 ? <sup>one</sup> : null)} />,
    );
    expect(container.querySelector('sup')?.textContent).toBe('one');
    expect(container.textContent).toBe('Yes.one See [9] and [x].');
  });

  it('M4: shows the host of a link when its text names another one', () => {
    expect(shown('[bank.com](https://evil.example/x)').textContent).toBe('bank.com (evil.example)');
    expect(shown('[our help](https://shop.example/x)').textContent).toBe('our help');
    expect(shown('[https://bank.com/?evil.example](https://evil.example)').textContent).toContain('(evil.example)');
    expect(shown('[www.shop.example](https://shop.example/x)').textContent).toBe('www.shop.example');
    expect(shown('[x](https://a.example)').querySelector('a')?.getAttribute('rel')).toContain('noopener');
  });

  it.each(NAMED_SLOW_TEXTS)('M7: draws %s… with fewer elements than characters', (_begins, text) => {
    const root = shown(text);
    expect(root.querySelectorAll('*').length).toBeLessThan(text.length);
    expect(unsafe(root)).toEqual([]);
  });
});

describe('a message of the visitor', () => {
  it('is shown as written, with addresses as links', () => {
    const { container } = render(
      <PlainText text={'<b>*hi*</b> see https://shop.example/a?b=1. And http://evil.example'} />,
    );
    expect(container.textContent).toBe('<b>*hi*</b> see https://shop.example/a?b=1. And http://evil.example');
    expect([...container.querySelectorAll('a')].map((link) => link.href)).toEqual(['https://shop.example/a?b=1']);
  });
});

describe('invisible characters', () => {
  it('M8: are removed: direction switches, no-width characters, hidden tags', () => {
    expect(cleanText('a\u202Egpj.exe\u200B b\u{E0041}\u{E007F}')).toBe('agpj.exe b');
    expect(cleanText('line\r\nline\tend\u0000')).toBe('line\nlineend'.replace('line\nline', 'line\nline\t'));
  });
});

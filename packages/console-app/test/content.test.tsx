// @vitest-environment happy-dom
/** The console draws messages as the widget does, under the same link policy. */
import { render } from 'preact';
import { describe, expect, it } from 'vitest';
import { ALLOWED_ADDRESS, HOSTILE_TEXTS, NAMED_SLOW_TEXTS } from '../../content/test/hostile-texts.js';
import { Markdown } from '../src/content/markdown.js';
import { PlainText } from '../src/content/plain-text.js';

function drawn(text: string): Element {
  const root = document.createElement('div');
  render(<Markdown text={text} />, root);
  return root;
}

describe('a visitor’s message', () => {
  it('is shown as written, with its addresses as links that show where they lead', () => {
    const root = document.createElement('div');
    const text = '<b>*hi*</b>\nsee (https://shop.example/a_(b)), https://аpple.com or help@shop.example';
    render(<PlainText text={text} />, root);
    expect(root.textContent).toBe(text.replace('.com', '.com (xn--pple-43d.com)'));
    expect([...root.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      'https://shop.example/a_(b)',
      'https://xn--pple-43d.com/',
      'mailto:help@shop.example',
    ]);
    expect([...root.querySelectorAll('a')].every((link) => link.dir === 'auto')).toBe(true);
  });
});

describe('Markdown', () => {
  it.each(HOSTILE_TEXTS)('draws $name as text', ({ text }) => {
    const root = drawn(text);
    expect(root.querySelector('img,script,svg,iframe,style,base,form,input,button')).toBeNull();
    for (const element of root.querySelectorAll('*'))
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^style$|^srcdoc$|^src$/);
        if (name === 'href') expect(value).toMatch(ALLOWED_ADDRESS);
      }
  });

  it.each([
    ['**Your data**: in *My account*', 'Your data: in My account'],
    ['## Returns', 'Returns'],
    ['2 * 3 * 4 and snake_case_name and a*b', '2 * 3 * 4 and snake_case_name and a*b'],
    ['**not closed', '**not closed'],
    ['See [the form](https://shop.test/form "Form").', 'See the form.'],
    ['[bank.com](https://evil.example)', 'bank.com (evil.example)'],
  ])('%s reads %s', (markdown, text) => expect(drawn(markdown).textContent).toBe(text));

  it('draws lists, links and code as elements', () => {
    const root = drawn('- one\n- `two`\n\n[the form](https://shop.test/form)\n\n```\nlet x\n```');
    expect([...root.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['one', 'two']);
    expect(root.querySelector('a')?.href).toBe('https://shop.test/form');
    expect(root.querySelector('a')?.rel).toContain('noopener');
    expect(root.querySelector('pre')?.textContent).toBe('let x');
  });

  it('M8: shows nothing that can’t be seen: no switched direction, no hidden words', () => {
    expect(drawn('gpj.\u202eexe\u200b\u{e0041}').textContent).toBe('gpj.exe');
  });

  it.each(NAMED_SLOW_TEXTS)('M7: draws %s… with fewer elements than characters', (_begins, text) => {
    expect(drawn(text).querySelectorAll('*').length).toBeLessThan(text.length);
  });
});

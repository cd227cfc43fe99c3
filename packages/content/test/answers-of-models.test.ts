/** Markdown as models write it, and as it is while it streams: what each text is drawn as, and that no word of it is lost. */
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../src/markdown.js';
import { type ContentNode, textOf } from '../src/tree.js';

/** The tree in one line: `ul[li[One]]`. */
const drawn = (nodes: readonly ContentNode[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text' || node.type === 'citation') return node.text;
      if (node.type === 'code') return `\`${node.text}\``;
      if (node.type === 'code-block') return `pre[${node.text}]`;
      if (node.type === 'link') return `a(${node.href})[${drawn(node.children)}]`;
      if (node.type === 'element') return `${node.tag}[${drawn(node.children)}]`;
      return '/';
    })
    .join('');

const ANSWERS: readonly (readonly [name: string, text: string, shown: string])[] = [
  [
    'lists in lists, and a quote in an item',
    '1. Open the app\n   - On iOS:\n     - tap **Settings**\n     - tap *Account*\n   - On Android:\n     1. menu\n     2. account\n2. Choose **Delete**\n\n   > Careful\n\n3. Done',
    'ol[li[p[Open the app]ul[li[On iOS:ul[li[tap strong[Settings]]li[tap em[Account]]]]li[On Android:ol[li[menu]li[account]]]]]li[p[Choose strong[Delete]]blockquote[p[Careful]]]li[p[Done]]]',
  ],
  ['a list in Chinese', '1. 打开应用\n   - 点击**设置**', 'ol[li[打开应用ul[li[点击strong[设置]]]]]'],
  ['a list in Arabic', '- افتح التطبيق\n- اختر **حذف**', 'ul[li[افتح التطبيق]li[اختر strong[حذف]]]'],
  [
    'code with HTML in it',
    'Use this:\n\n```html\n<script src="a.js"></script>\n<b>x</b>\n```\n\nand `a < b && c`.',
    'p[Use this:]pre[<script src="a.js"></script>\n<b>x</b>\n]p[and `a < b && c`.]',
  ],
  [
    'a fence that is never closed',
    'Start:\n\n```js\nconst a = 1;\n// **never** closed',
    'p[Start:]pre[const a = 1;\n// **never** closed]',
  ],
  ['a fence of tildes with a fence in it', '~~~\n```\nx\n```\n~~~', 'pre[```\nx\n```\n]'],
  ['a fence in an item', '- Run:\n\n  ```\n  npm i\n  ```', 'ul[li[p[Run:]pre[npm i\n]]]'],
  [
    'brackets in the address of a link',
    'See [the article](https://en.wikipedia.org/wiki/Mercury_(planet)) and (see [here](https://a.example/b)).',
    'p[See a(https://en.wikipedia.org/wiki/Mercury_(planet))[the article] and (see a(https://a.example/b)[here]).]',
  ],
  [
    'tildes of "about", and crossed out',
    'It takes ~5 days, or ~~10~~ 7 days, 3~4 weeks',
    'p[It takes ~5 days, or s[10] 7 days, 3~4 weeks]',
  ],
  ['underlines and stars in words', 'a_b_c and 5 * 3 * 2.', 'p[a_b_c and 5 * 3 * 2.]'],
  ['a product of numbers', 'so 2*3*4 = 24, price $5 and $6.', 'p[so 2*3*4 = 24, price $5 and $6.]'],
  ['a product of sizes', '10*20*30 cm', 'p[10*20*30 cm]'],
  [
    'a table without a line before it',
    'Hours:\n| Day | Time |\n|---|---|\n| Mo | 9–17 |',
    'p[Hours:]table[thead[tr[th[Day]th[Time]]]tbody[tr[td[Mo]td[9–17]]]]',
  ],
  ['a heading without a space', '#Returns', 'p[#Returns]'],
  ['an order number at the beginning of a line', '#1042 is on its way', 'p[#1042 is on its way]'],
  ['a year at the beginning of a line', '2024. It was a good year', 'ol[li[It was a good year]]'],
];

describe('an answer with', () => {
  it.each(ANSWERS)('%s', (_name, text, shown) => expect(drawn(parseMarkdown(text))).toBe(shown));
});

/** What words are made of, in a row: the tree has nothing between two cells or items. */
const letters = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join('');

describe('an answer that streams', () => {
  it.each(ANSWERS)('has at each moment all words so far, with %s', (_name, text) => {
    for (let length = 1; length <= text.length; length++) {
      const part = text.slice(0, length);
      const shown = textOf(parseMarkdown(part));
      // A language of a fence, an address of a link and a number of an item are not among the words.
      const hidden = /```|~~~|\]\(|^\s*\d+\./m.test(part);
      if (!hidden) expect(letters(shown)).toBe(letters(part));
    }
  });
});

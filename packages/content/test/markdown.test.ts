/** Whatever is written, the tree has text, harmless elements, and links that lead where they say. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../src/markdown.js';
import { CONTENT_TAGS, type ContentNode, textOf } from '../src/tree.js';
import { ALLOWED_ADDRESS, HOSTILE_PIECES, HOSTILE_TEXTS, NAMED_SLOW_TEXTS } from './hostile-texts.js';

const nodesIn = (nodes: readonly ContentNode[]): readonly ContentNode[] =>
  nodes.flatMap((node) => ('children' in node ? [node, ...nodesIn(node.children)] : [node]));

function unsafe(nodes: readonly ContentNode[]): readonly ContentNode[] {
  return nodesIn(nodes).filter((node) => {
    if (node.type === 'link') return !ALLOWED_ADDRESS.test(node.href);
    return node.type === 'element' && !CONTENT_TAGS.includes(node.tag);
  });
}

const linksIn = (markdown: string) =>
  nodesIn(parseMarkdown(markdown)).flatMap((node) => (node.type === 'link' ? node : []));

describe('parseMarkdown', () => {
  it.each(HOSTILE_TEXTS)('makes only text and allowed links of $name', ({ text }) => {
    expect(unsafe(parseMarkdown(text))).toEqual([]);
  });

  it('makes only text and allowed links of any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HOSTILE_PIECES), { maxLength: 40 }), (pieces) => {
        expect(unsafe(parseMarkdown(pieces.join('')))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it.each(NAMED_SLOW_TEXTS)('M7: parses %s… to its end, and safely', (_begins, text) => {
    expect(unsafe(parseMarkdown(text))).toEqual([]);
  });

  it('makes elements of emphasis, lists, tables and code', () => {
    const [paragraph, list, table, code] = parseMarkdown(
      '**bold** and `code`\n\n3. three\n4. four\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nlet x\n```',
    );
    expect(paragraph).toMatchObject({ tag: 'p', children: [{ tag: 'strong' }, {}, { type: 'code', text: 'code' }] });
    expect(list).toMatchObject({ tag: 'ol', start: 3 });
    expect(table).toMatchObject({ tag: 'table' });
    expect(code).toEqual({ type: 'code-block', text: 'let x\n' });
  });

  it('finds the numbers of sources', () => {
    expect(nodesIn(parseMarkdown('Yes.[1] See [x].')).filter(({ type }) => type === 'citation')).toEqual([
      { type: 'citation', number: 1, text: '[1]' },
    ]);
  });

  it.each([
    ['**Your data**: in *My account*', 'Your data: in My account'],
    ['## Returns\n\n- one\n- `two`', 'Returnsonetwo'],
    ['See [the form](https://shop.test/form "Form").', 'See the form.'],
    ['2 * 3 * 4 and snake_case_name and a*b', '2 * 3 * 4 and snake_case_name and a*b'],
    ['**not closed', '**not closed'],
    ['gpj.\u202eexe\u200b\u{e0041}', 'gpj.exe'],
  ])('%s reads %s', (markdown, text) => expect(textOf(parseMarkdown(markdown))).toBe(text));

  it.each([
    ['[bank.com](https://evil.example/x)', 'evil.example'],
    ['[**bank.com**](https://evil.example/x)', 'evil.example'],
    ['[https://bank.com/?evil.example](https://evil.example)', 'evil.example'],
    ['[our help](https://shop.example/x)', null],
    ['[www.shop.example](https://shop.example/x)', null],
  ])('M4: %s shows the real host %s', (markdown, realHost) => {
    expect(linksIn(markdown).map((link) => link.realHost)).toEqual([realHost]);
  });
});

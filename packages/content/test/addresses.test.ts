/**
 * Addresses as people and models write them, without any mark: what is around them ends them, in every script, in a visitor's
 * plain text and in Markdown alike.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../src/markdown.js';
import { textWithLinks } from '../src/plain-text.js';
import { type ContentLink, type ContentNode, textOf } from '../src/tree.js';
import { BARE_ADDRESSES, NO_ADDRESSES } from './bare-addresses.js';
import { ALLOWED_ADDRESS, HOSTILE_PIECES } from './hostile-texts.js';

const linksIn = (nodes: readonly ContentNode[]): readonly ContentLink[] =>
  nodes.flatMap((node) =>
    node.type === 'link' ? [node, ...linksIn(node.children)] : 'children' in node ? linksIn(node.children) : [],
  );
const labelsIn = (nodes: readonly ContentNode[]): readonly string[] =>
  linksIn(nodes).map(({ children }) => textOf(children));
const hrefsIn = (nodes: readonly ContentNode[]): readonly string[] => linksIn(nodes).map(({ href }) => href);

describe.each([
  ['plain text', textWithLinks],
  ['Markdown', parseMarkdown],
])('an address in %s', (_kind, nodesOf) => {
  it.each(BARE_ADDRESSES)('%s', (text, labels) => {
    const nodes = nodesOf(text);
    expect(labelsIn(nodes)).toEqual(labels);
    expect(textOf(nodes)).toBe(text);
  });

  it.each(NO_ADDRESSES)('that may not be a link stays text: %s', (text) => {
    const nodes = nodesOf(text);
    expect(hrefsIn(nodes)).toEqual([]);
    expect(textOf(nodes)).toBe(text);
  });

  it('leads where it says, and is never in another', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }), (pieces) => {
        const links = linksIn(nodesOf(pieces.join('')));
        for (const { href, children } of links) {
          expect(href).toMatch(ALLOWED_ADDRESS);
          expect(linksIn(children)).toEqual([]);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

const PIECES = [
  ...HOSTILE_PIECES,
  ...[
    'www.a.example',
    'a@b.example',
    '@',
    '/',
    '。',
    '（',
    '）',
    '「',
    '」',
    '’',
    '،',
    'を',
    'ü',
    'ש',
    '&amp;',
    '<br>',
  ],
];

describe('an address', () => {
  it.each([
    ['https://example.com/a?b=1#c', 'https://example.com/a?b=1#c'],
    ['HTTPS://Example.com', 'https://example.com/'],
    ['www.example.com/a', 'https://www.example.com/a'],
    ['help@shop.example', 'mailto:help@shop.example'],
    ['mailto:help@shop.example', 'mailto:help@shop.example'],
    ['https://ja.wikipedia.org/wiki/日本', 'https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC'],
  ])('%s leads to %s', (text, href) => expect(hrefsIn(textWithLinks(text))).toEqual([href]));

  it('shows the real host where its letters only look like another one', () => {
    const [link] = linksIn(textWithLinks('https://аpple.com/x'));
    expect(link).toMatchObject({ href: 'https://xn--pple-43d.com/x', realHost: 'xn--pple-43d.com' });
    expect(linksIn(textWithLinks('https://apple.com/x'))[0]?.realHost).toBeNull();
  });
});

describe('an address in Markdown', () => {
  it.each([
    ['https://git.example/main/__init__.py and _that_', ['https://git.example/main/__init__.py']],
    ['**https://shop.example/a**: new', ['https://shop.example/a']],
    ['_help@shop.example_', ['help@shop.example']],
    ['これは**https://shop.example/a**です', ['https://shop.example/a']],
    ['https://shop.example/a\\_b\\&c', ['https://shop.example/a_b&c']],
    ['https://shop.example/?a=1&amp;b=2', ['https://shop.example/?a=1&b=2']],
    ['&quot;https://shop.example/a&quot;', ['https://shop.example/a']],
    ['Follow it (https://shop.example/a)[1]', ['https://shop.example/a']],
    ['As in https://shop.example/a[1].', ['https://shop.example/a']],
    ['- https://shop.example/a\n- www.shop.example', ['https://shop.example/a', 'www.shop.example']],
    ['| a |\n|---|\n| https://shop.example/a |', ['https://shop.example/a']],
    ['> help@shop.example', ['help@shop.example']],
    ['[https://shop.example/a](https://shop.example/a)', ['https://shop.example/a']],
    ['[write to help@shop.example](https://shop.example/a)', ['write to help@shop.example']],
    ['<https://shop.example/a>', ['https://shop.example/a']],
    ['[x]: https://shop.example/a', ['https://shop.example/a']],
    ['https://shop.example/a/[b](https://shop.example/c)', ['https://shop.example/a/', 'b']],
  ])('%s', (text, labels) => expect(labelsIn(parseMarkdown(text))).toEqual(labels));

  it.each([
    '`https://shop.example/a`',
    '```\nhttps://shop.example/a\n```',
    'https\\://shop.example/a',
    'ann\\@shop.example',
  ])('stays text in code, and where its author says so: %s', (text) =>
    expect(linksIn(parseMarkdown(text))).toEqual([]),
  );

  it('leaves the number behind it to the sources', () => {
    const [paragraph] = parseMarkdown('See https://shop.example/a[1]');
    expect(paragraph).toMatchObject({ children: [{}, { type: 'link' }, { type: 'citation', number: 1 }] });
  });
});

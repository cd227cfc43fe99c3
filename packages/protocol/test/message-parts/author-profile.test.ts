import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Author } from '../../src/frames/log.js';
import { getAuthorProfile } from '../../src/message-parts/author-profile.js';
import { parseColour, type Rgb, WHITE } from '../../src/theme/colours/colour.js';
import { contrast, ensureContrast, TEXT_CONTRAST } from '../../src/theme/colours/contrast.js';

const ID = 'opr_AAAAAAAAAAAAAAAAAAAAAA';
const ingrid: Author = { kind: 'human', id: ID, name: 'Ingrid' };
const named = (name: string): Author => ({ ...ingrid, name });
const rgb = (colour: string): Rgb => parseColour(colour, WHITE) as Rgb;

describe('a person, as a screen shows them', () => {
  it('has a picture at a URL of the server with their id', () => {
    expect(getAuthorProfile(ingrid)).toMatchObject({ id: ID, name: 'Ingrid', pictureUrl: `/v1/people/${ID}` });
    expect(getAuthorProfile(ingrid, 'https://chat.test').pictureUrl).toBe(`https://chat.test/v1/people/${ID}`);
  });

  it.each([
    ['the desk without a person’s id', { kind: 'human', id: 'desk', name: 'Ingrid' }],
    ['an assistant', { kind: 'ai', id: ID, name: 'Ada' }],
    ['a visitor', { kind: 'visitor', id: 'ctc_AAAAAAAAAAAAAAAAAAAAAA' }],
    ['an id that would lead elsewhere', { kind: 'human', id: 'opr_AAAAAAAAAAAAAAAA/../../x' }],
    ['an id with more behind it', { kind: 'human', id: `${ID}?x` }],
  ] as const)('has no picture when it is %s', (_what, author) => {
    expect(getAuthorProfile(author).pictureUrl).toBeNull();
  });

  it.each([
    ['Ingrid', 'I'],
    ['ingrid maria solheim', 'IS'],
    ['  Kim   Lee ', 'KL'],
    ['Jean-Luc O’Hara', 'JO'],
    ['(Kim) [Support]', 'KS'],
    ['🎉 Kim', 'K'],
    ['e\u0301lodie', 'É'],
    ['ßeta', 'S'],
    ['山田太郎', '山'],
    ['山田 太郎', '山太'],
    ['𝒜da', '𝒜'],
    ['4th floor', '4F'],
    ['محمد علي', 'م'],
    ['…', ''],
    ['', ''],
  ])('is called %j by %j', (name, initials) => {
    expect(getAuthorProfile(named(name)).initials).toBe(initials);
  });

  it('without a name has no initials, and a colour all the same', () => {
    const { initials, name, colour } = getAuthorProfile({ kind: 'human', id: ID });
    expect([initials, name, colour]).toEqual(['', null, expect.stringMatching(/^#[0-9a-f]{6}$/)]);
  });

  it('gives an author the same colour every time, with white at 4.5:1 or more on it', () => {
    const anybody = fc.record({ id: fc.string({ unit: 'binary' }), name: fc.string({ unit: 'binary' }) });
    const seen = new Set<string>();
    fc.assert(
      fc.property(anybody, ({ id, name }) => {
        const author: Author = { kind: 'human', id, name };
        const { colour, initials } = getAuthorProfile(author);
        seen.add(colour);
        expect(getAuthorProfile({ ...author }).colour).toBe(colour);
        // As they are drawn: some letters have a capital of several code points.
        expect([...new Intl.Segmenter().segment(initials)].length).toBeLessThanOrEqual(2);
        expect(contrast(WHITE, rgb(colour))).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        // So the rule has nothing to mend in it.
        expect(ensureContrast(WHITE, [rgb(colour)], TEXT_CONTRAST)).toEqual(WHITE);
      }),
      { numRuns: 2_000 },
    );
    // Different people get different colours.
    expect(seen.size).toBe(8);
  });
});

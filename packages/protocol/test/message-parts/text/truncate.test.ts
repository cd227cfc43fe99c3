/** Wherever a text is cut, no character of it is shown in part. */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { characterAt, firstCharacter, truncate } from '../../../src/message-parts/text/truncate.js';
import { WHOLE_CHARACTERS } from './whole-characters.js';

const HALF = /\p{Surrogate}/u;

const charactersOf = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

describe('a text that is cut', () => {
  it.each(WHOLE_CHARACTERS)('never ends in a part of $name, and loses no more than that', ({ text: character }) => {
    const text = `x${character}${character}y${character}`;
    const whole = charactersOf(text);
    for (let length = 0; length <= text.length; length++) {
      const cut = truncate(text, length);
      const fitting = whole.filter((_, i) => whole.slice(0, i + 1).join('').length <= length);
      expect(cut).toBe(fitting.join(''));
    }
  });

  it('is at most as long as the limit says, in UTF-16 units, and the beginning of the text', () => {
    const character = fc.oneof(
      fc.constantFrom(...WHOLE_CHARACTERS.map(({ text }) => text)),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(character, { maxLength: 20 }), fc.nat({ max: 60 }), (characters, length) => {
        const text = characters.join('');
        const cut = truncate(text, length);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(text.startsWith(cut)).toBe(true);
        expect(HALF.test(cut) && !HALF.test(text)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the characters of the segmenter also where it asks none: letters up to U+02FF, line breaks and what follows them', () => {
    const latin = fc.integer({ min: 0, max: 0x310 }).map((unit) => String.fromCharCode(unit));
    const piece = fc.oneof({ weight: 6, arbitrary: latin }, fc.constantFrom('\r\n', '\u200d', '\u00ad', '©\u200d®'));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        let at = 0;
        for (const character of charactersOf(text)) {
          const end = at + character.length;
          for (let index = at; index < end; index++) expect(characterAt(text, index)).toEqual([at, end]);
          at = end;
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['marks on one letter', `a${'\u0301'.repeat(5_000)}`],
    ['one emoji joined to others', `${'👩\u200d'.repeat(3_000)}👩`],
    ['joiners', '\u200d'.repeat(5_000)],
  ])('keeps nearly all that fits of %s without an end', (_name, text) => {
    const cut = truncate(text, 4_000);
    expect(cut.length).toBeGreaterThanOrEqual(3_999 - 64);
    expect(cut).not.toMatch(HALF);
  });

  it('pairs flags from the beginning of their row', () => {
    expect(truncate('🇩🇪🇸🇪🇳🇴', 7)).toBe('🇩🇪');
    expect(truncate('a🇩🇪🇸🇪🇳🇴', 9)).toBe('a🇩🇪🇸🇪');
  });

  it('keeps pairs of units together where the browser has no segmenter', async () => {
    const { Segmenter } = Intl;
    try {
      Object.assign(Intl, { Segmenter: undefined });
      vi.resetModules();
      const old = await import('../../../src/message-parts/text/truncate.js');
      expect(old.truncate('ab😀', 3)).toBe('ab');
      expect(old.firstCharacter('😀ab')).toBe('😀');
    } finally {
      Object.assign(Intl, { Segmenter });
    }
  });
});

describe('one character of a text', () => {
  it.each(WHOLE_CHARACTERS)('is all of $name, at each of its units', ({ text: character }) => {
    expect(firstCharacter(`${character}b`)).toBe(character);
    for (let at = 1; at <= character.length; at++)
      expect(characterAt(`a${character}b`, at)).toEqual([1, 1 + character.length]);
  });

  it('is nothing in an empty text', () => {
    expect(firstCharacter('')).toBe('');
  });
});

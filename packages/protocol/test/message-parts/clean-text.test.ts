/** What is left of a text when all is taken out that can't be seen. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, isBlank } from '../../src/message-parts/clean-text.js';

const UNSEEN = [
  '\u0000',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u202e',
  '\u2066',
  '\u{e0041}',
  ' ',
  '\t',
  '\r',
  '\n',
  '\u00a0',
];

describe('a text', () => {
  it('is blank exactly when nothing of it can be seen', () => {
    const sign = fc.oneof(fc.constantFrom(...UNSEEN), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 4 }), (signs) => {
        const text = signs.join('');
        expect(isBlank(text)).toBe(cleanText(text).trim() === '');
      }),
      { numRuns: 2_000 },
    );
  });

  it('is not blank for one letter of any script, or one sign of the keyboard, among what is not seen', () => {
    for (const seen of ['a', 'ж', '中', 'ا', '👍', '!', '~', '0', '\u0338a', '<\u0338'])
      expect(isBlank(`\u202e${seen}\u200b`), seen).toBe(false);
    expect(isBlank(UNSEEN.join(''))).toBe(true);
  });
});

/** Keys that a program would try first are refused; those that programs and people make otherwise are not. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weaknessOf } from '../../dist/runtime/secrets/weak-key.js';

describe('a key', () => {
  it.each([
    'a'.repeat(24),
    'ab'.repeat(40),
    'changeme'.repeat(3),
    'password1234'.repeat(2),
    'abcdefghijklmnopqrstuvwxyz',
    '0123456789012345678901234567',
    'zyxwvutsrqponmlkjihgfedcba',
    '0000000000000000000000000001',
    'AaAaAaAaBbBbBbBbCcCcCcCcDdDd',
    'short',
    '',
  ])('that is easy to guess is refused: %s', (key) => {
    expect(weaknessOf(key)).not.toBeNull();
  });

  it('of one short text, again and again, is refused whatever the text is', () => {
    const text = fc.string({ minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, (word) => {
        expect(weaknessOf(word.repeat(40).slice(0, 48))).not.toBeNull();
      }),
    );
  });

  it('of random bytes is taken, in every usual spelling', () => {
    for (let at = 0; at < 2_000; at++) {
      const bytes = randomBytes(32);
      for (const spelling of ['hex', 'base64', 'base64url'] as const)
        expect(weaknessOf(bytes.toString(spelling)), bytes.toString(spelling)).toBeNull();
      expect(weaknessOf(`csk_${bytes.toString('base64url')}`)).toBeNull();
    }
  });

  it.each(['correct horse battery staple', '5e0b1c1e-7d1c-4b36-9d0a-0d9f4d3c9c1b', 'Tr0ub4dor&3-and-some-more-of-it'])(
    'that a person made with care is taken: %s',
    (key) => expect(weaknessOf(key)).toBeNull(),
  );
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyRuns } from '../../../../test/support/runs/daily.js';
import { canonicalJson } from '../../src/client-tools/canonical-json.js';
import { sha256 } from '../../src/client-tools/sha-256.js';

describe('canonical JSON', () => {
  it('has one text for equal values, in any order of keys', () => {
    const shuffled = (value: unknown, reverse: boolean): unknown => {
      if (Array.isArray(value)) return value.map((item) => shuffled(item, reverse));
      if (typeof value !== 'object' || value === null) return value;
      const fields = Object.entries(value).map(([key, item]) => [key, shuffled(item, reverse)] as const);
      return Object.fromEntries(reverse ? fields.reverse() : fields);
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(shuffled(value, true))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      { numRuns: dailyRuns(2_000) },
    );
  });

  it('has different texts for different values', () => {
    expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }));
    expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }));
  });

  it('throws on values that JSON can’t represent', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(() => canonicalJson(circular)).toThrow(TypeError);
    expect(() => canonicalJson({ n: 1n })).toThrow(TypeError);
  });
});

describe('the hash of a text', () => {
  it('is SHA-256, for every length around the block size and every script', () => {
    const texts = Array.from({ length: 200 }, (_, n) => 'a'.repeat(n));
    for (const text of [...texts, 'é👟 ありがとう', '\ud83d', 'x'.repeat(100_000)])
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
      }),
      { numRuns: dailyRuns(1_000) },
    );
  });
});

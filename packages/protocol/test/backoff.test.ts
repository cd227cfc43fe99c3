import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff } from '../src/index.js';

const LAST = 1 - Number.EPSILON / 2;

describe('backoff', () => {
  it.each([
    [0, 500],
    [1, 1_000],
    [5, 16_000],
    [6, 20_000],
    [1_000, 20_000],
  ])('attempt %i waits %i ms at most', (attempt, most) => {
    expect(backoff(attempt, LAST, { baseMs: 500, maxMs: 20_000 })).toBeCloseTo(most);
  });

  it('spreads the whole pause unless the policy says otherwise', () => {
    expect(backoff(3, 0, { baseMs: 500, maxMs: 20_000 })).toBe(0);
    expect(backoff(3, 0, { baseMs: 500, maxMs: 20_000, minMs: 250 })).toBe(250);
    expect(backoff(3, 0, { baseMs: 500, maxMs: 20_000, jitter: 0.5 })).toBe(2_000);
    expect(backoff(3, 0.7, { baseMs: 500, maxMs: 20_000, jitter: 0 })).toBe(4_000);
  });

  it('stays within the policy for every attempt and every random number', () => {
    const policy = fc.record({
      baseMs: fc.integer({ min: 1, max: 5_000 }),
      maxMs: fc.integer({ min: 5_000, max: 60_000 }),
      minMs: fc.integer({ min: 0, max: 1_000 }),
      jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(10_000), random, policy, (attempt, at, each) => {
        const ms = backoff(attempt, at, each);
        return ms >= each.minMs && ms <= Math.max(each.minMs, each.maxMs);
      }),
    );
  });
});

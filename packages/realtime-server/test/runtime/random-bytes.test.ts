/** Random bytes that are asked for in large pieces. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pooledRandomBytes } from '../../dist/runtime/secrets/random-bytes.js';

/** Fills with 1, 2, 3 … 255, 1 … and keeps what it was given. */
function counting(): { readonly fill: (pool: Uint8Array) => void; readonly pools: Uint8Array[] } {
  let next = 0;
  const pools: Uint8Array[] = [];
  return {
    pools,
    fill(pool) {
      pools.push(pool);
      for (let i = 0; i < pool.length; i++) {
        pool[i] = (next % 255) + 1;
        next++;
      }
    },
  };
}

describe('pooled random bytes', () => {
  it('are as many as were asked for, and no byte is given twice', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6_000 }), { maxLength: 40 }), (counts) => {
        const { fill, pools } = counting();
        const random = pooledRandomBytes(fill);
        for (const count of counts) {
          const bytes = random(count);
          expect(bytes).toHaveLength(count);
          // Consecutive, and never one that was erased.
          for (let i = 1; i < count; i++) expect(bytes[i]).toBe(((bytes[i - 1] as number) % 255) + 1);
          expect(bytes).not.toContain(0);
          bytes.fill(7);
        }
        expect(pools.length).toBeLessThanOrEqual(counts.length);
      }),
    );
  });

  it('are no longer in the pool once they are given away', () => {
    const { fill, pools } = counting();
    const random = pooledRandomBytes(fill);
    random(16);
    random(24);
    expect([...(pools[0] as Uint8Array).subarray(0, 40)]).toEqual(Array(40).fill(0));
    expect(pools[0]?.[40]).toBe(41);
  });

  it('of the system differ', () => {
    const random = pooledRandomBytes();
    const all = Array.from({ length: 1_000 }, () => Buffer.from(random(16)).toString('hex'));
    expect(new Set(all).size).toBe(1_000);
  });
});

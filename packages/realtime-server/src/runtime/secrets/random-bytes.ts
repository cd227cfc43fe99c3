/** Random bytes of the system, asked for in large pieces: each call costs it more than all else of an id. */
import { randomFillSync } from 'node:crypto';
import type { RandomBytes } from '@service/protocol';

const POOL_BYTES = 4_096;

/** A source of random bytes. What it has given away is no longer in its memory. `fill` is for tests. */
export function pooledRandomBytes(fill: (pool: Uint8Array) => unknown = randomFillSync): RandomBytes {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return (count) => {
    if (count > POOL_BYTES) {
      const own = new Uint8Array(count);
      fill(own);
      return own;
    }
    if (used + count > POOL_BYTES) {
      fill(pool);
      used = 0;
    }
    const bytes = pool.slice(used, used + count);
    pool.fill(0, used, used + count);
    used += count;
    return bytes;
  };
}

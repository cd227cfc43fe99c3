/** What each key has used lately: it fades, and the memory for it has a bound. */
import { expect, it } from 'vitest';
import { RecentUse } from '../../dist/runtime/shares/recent-use.js';

it('counts half after each half-life', () => {
  let now = 0;
  const uses = new RecentUse({ now: () => now }, 1_000);
  uses.add('a', 8);
  now = 2_000;
  expect(uses.of('a')).toBe(2);
  uses.add('a', 6);
  now = 3_000;
  expect(uses.of('a')).toBe(4);
});

it('takes back no more than was added', () => {
  const uses = new RecentUse({ now: () => 0 }, 1_000);
  uses.add('a', 3);
  uses.add('a', -5);
  expect(uses.of('a')).toBe(0);
});

it('remembers a bounded number of keys, and first forgets the one that was used longest ago', () => {
  const uses = new RecentUse({ now: () => 0 }, 1_000);
  uses.add('steady', 1);
  for (let n = 0; n < 100_000; n++) {
    uses.add(`key ${n}`, 1);
    if (n % 1_000 === 0) uses.add('steady', 1);
  }
  expect(uses.size).toBeLessThanOrEqual(25_000);
  expect(uses.of('steady')).toBe(101);
  expect(uses.of('key 0')).toBe(0);
});

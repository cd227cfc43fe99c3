/** The pace of an address: pieces of work in order and apart, other addresses beside them. */
import { expect, it } from 'vitest';
import { Pace } from '../../dist/runtime/shares/pace.js';

it('begins the pieces of an address one after the other, and those of another one beside them', () => {
  let now = 1_000;
  const pace = new Pace(() => now);
  expect([1, 2, 3].map(() => pace.wait('a', 50))).toEqual([0, 50, 100]);
  expect(pace.wait('b', 50)).toBe(0);
  expect(pace.wait(null, 50)).toBe(0);
  now += 120;
  expect([pace.wait('a', 10), pace.wait('a', 10)]).toEqual([30, 40]);
  now += 1_000;
  expect(pace.wait('a', 50)).toBe(0);
});

it('begins at once what fits into the time by which it may be early, and no more after a pause', () => {
  let now = 1_000;
  const pace = new Pace(() => now, 100);
  const six = () => Array.from({ length: 6 }, () => pace.wait('a', 50));
  expect(six()).toEqual([0, 0, 0, 50, 100, 150]);
  now += 10_000;
  expect(six()).toEqual([0, 0, 0, 50, 100, 150]);
});

it('lets no piece wait longer than it may', () => {
  const pace = new Pace(() => 1_000, 0, 120);
  expect(Array.from({ length: 5 }, () => pace.wait('a', 50))).toEqual([0, 50, 100, 120, 120]);
});

it('forgets addresses whose pieces may begin at once', () => {
  let now = 1_000;
  const pace = new Pace(() => now);
  for (let n = 0; n < 10_000; n++) {
    pace.wait(`address ${n}`, 50);
    now += 1;
  }
  expect(pace.size).toBeLessThanOrEqual(1_025);
});

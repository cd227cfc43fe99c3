/** The pace of an address: pieces of work in order and apart, other addresses beside them. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Pace } from '../../dist/runtime/shares/pace.js';
import { turnedClock } from '../support/manual-clock.js';

it('begins the pieces of an address one after the other, and those of another one beside them', async () => {
  const clock = turnedClock();
  const pace = new Pace(clock, 50);
  const begun: string[] = [];
  for (const [name, address] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['a3', 'a'],
    ['b1', 'b'],
    ['unknown', null],
  ] as const)
    void pace.turn(address).then(() => begun.push(name));
  const pass = async (ms: number): Promise<void> => {
    clock.turn(ms);
    await setImmediate();
  };
  await pass(0);
  expect(begun).toEqual(['a1', 'b1', 'unknown']);
  await pass(50);
  expect(begun).toEqual(['a1', 'b1', 'unknown', 'a2']);
  await pass(50);
  expect(begun.at(-1)).toBe('a3');
});

it('forgets addresses whose pieces may begin at once', async () => {
  const clock = turnedClock();
  const pace = new Pace(clock, 50);
  for (let n = 0; n < 10_000; n++) {
    await pace.turn(`address ${n}`);
    clock.turn(1);
  }
  expect(pace.size).toBeLessThanOrEqual(1_025);
});

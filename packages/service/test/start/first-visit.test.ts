/** When what no socket needs is loaded. */
import { expect, it } from 'vitest';
import { turnedClock } from '../../../realtime-server/test/support/manual-clock.js';
import { firstVisit } from '../../dist/start/first-visit.js';

const MOST_WAIT_MS = 30;
const PAUSE_MS = 5;

function waiting() {
  const clock = turnedClock();
  const first = firstVisit(clock);
  let isOver = false;
  const over = first.waited().then(() => {
    isOver = true;
  });
  return { clock, first, over, isOver: () => isOver };
}

it('is loaded after the first visitor was served, and a pause in which their message is read', async () => {
  const { clock, first, over, isOver } = waiting();
  first.came();
  await expect.poll(() => clock.waiting).toBe(1);
  expect(isOver()).toBe(false);
  clock.turn(PAUSE_MS);
  await over;
  expect(clock.waiting).toBe(0);
});

it('is loaded without a visitor when none has come for a moment', async () => {
  const { clock, over, isOver } = waiting();
  clock.turn(MOST_WAIT_MS - 1);
  expect(clock.waiting).toBe(1);
  clock.turn(1);
  await expect.poll(() => clock.waiting).toBe(1);
  expect(isOver()).toBe(false);
  clock.turn(PAUSE_MS);
  await over;
});

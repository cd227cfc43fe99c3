/** What is refused is known to the operator, in few lines however much it is. */
import { expect, it } from 'vitest';
import { countRefusals } from '../../../dist/http/limits/count-refusals.js';
import { turnedClock } from '../../support/manual-clock.js';

it('counts every refusal, and writes a line every ten seconds at most', () => {
  const clock = turnedClock();
  const lines: Readonly<Record<string, number>>[] = [];
  const refuse = countRefusals<string>(clock, (counts) => lines.push(counts));
  for (let at = 0; at < 60_000; at++) {
    refuse(`address ${at % 500}`);
    clock.turn(1);
  }
  clock.turn(20_000);
  expect(lines.length).toBeLessThanOrEqual(8);
  expect(lines.flatMap((counts) => Object.values(counts)).reduce((sum, count) => sum + count, 0)).toBe(60_000);
  for (const counts of lines) expect(Object.keys(counts).length).toBeLessThanOrEqual(51);
});

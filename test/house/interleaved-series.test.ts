/** Which of several series the benchmark of the launcher takes its figures from. */
import { describe, expect, it } from 'vitest';
import { chosenSeries, type Pairs, ratios, restlessness } from '../bench/launcher/series.js';

const steady: Pairs = { ours: [130, 132, 128, 131], floor: [100, 101, 99, 100] };
const restless: Pairs = { ours: [130, 180, 128, 300], floor: [100, 150, 90, 200] };
const wild: Pairs = { ours: [130, 180, 128, 300], floor: [100, 400, 90, 800] };

describe('interleaved series', () => {
  it('compares ours with the floor of the same round', () => {
    expect(ratios({ ours: [120, 300], floor: [100, 200] })).toEqual([1.2, 1.5]);
  });

  it('calls a floor restless by the distance of its quartiles, as a part of its median', () => {
    expect(restlessness({ ours: [], floor: [80, 90, 100, 120] })).toBeCloseTo((120 - 90) / 100);
  });

  it('takes the first series whose floor was steady, although a later one was steadier', () => {
    expect(chosenSeries([restless, steady, { ...steady, floor: [100, 100, 100, 100] }])).toBe(steady);
  });

  it('takes the steadiest where none was steady', () => {
    expect(chosenSeries([wild, restless])).toBe(restless);
  });
});

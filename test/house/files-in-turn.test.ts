import { describe, expect, it } from 'vitest';
import { filesInTurn } from '../../scripts/testing/in-turn.mjs';

const FILES = ['b/4.test.ts', 'a/1.test.ts', 'a/3.test.ts', 'a/2.test.ts', 'b/5.test.ts'];
const seeds = Array.from({ length: 12 }, (_, seed) => seed);

describe('the files of a suite that takes turns', () => {
  it('all have their turn, and a run has a share of each folder', () => {
    for (const turns of [1, 2, 3, 4, 9]) {
      const runs = seeds.map((seed) => filesInTurn(FILES, turns, seed, []));
      expect(new Set(runs.flat()), `${turns} turns`).toEqual(new Set(FILES));
      expect(Math.min(...runs.map(({ length }) => length)), `${turns} turns`).toBeGreaterThan(0);
    }
    expect(filesInTurn(FILES, 2, 0, [])).toEqual(['a/1.test.ts', 'a/3.test.ts', 'b/5.test.ts']);
    expect(filesInTurn(FILES, 2, 1, [])).toEqual(['a/2.test.ts', 'b/4.test.ts']);
  });

  it('are always in a run when the branch changes them', () => {
    for (const seed of seeds)
      expect(filesInTurn(FILES, 3, seed, ['b/4.test.ts', 'README.md'])).toContain('b/4.test.ts');
  });

  it('may be none', () => {
    expect(filesInTurn([], 3, 7, [])).toEqual([]);
  });
});

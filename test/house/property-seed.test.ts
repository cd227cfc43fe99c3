/** A property that fails rarely is useful only when the same failure can be repeated from its seed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/** Broken on purpose: some numbers are large. */
const broken = fc.property(fc.integer(), (number) => number < 1_000);

function failure(parameters?: fc.Parameters<[number]>): string {
  try {
    fc.assert(broken, parameters);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It did not fail.');
}

describe('a property that fails', () => {
  it('reports how to repeat it, and then fails with the same example', () => {
    const message = failure();
    const seed = /^Repeat it with SEED=(-?\d+)$/m.exec(message)?.[1];
    expect(seed).toBeDefined();
    const example = /^Counterexample: .*$/m.exec(message)?.[0];
    expect(example).toBeDefined();
    expect(failure({ seed: Number(seed) })).toContain(example);
  });

  it('draws from the seed that was asked for', () => {
    const { seed } = fc.readConfigureGlobal();
    expect(seed).toBeTypeOf('number');
    if (process.env.SEED !== undefined) expect(seed).toBe(Number(process.env.SEED));
    expect(fc.sample(fc.integer(), 20)).toEqual(fc.sample(fc.integer(), { numRuns: 20, seed: seed as number }));
  });
});

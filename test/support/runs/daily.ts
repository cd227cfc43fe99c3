/** Selects the cases of a long table that `npm test` runs. `npm run test:long` runs all of them. */
import { LONG } from './results.js';

const SEED = Number(process.env.SHARE_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Every `parts`-th case of each kind, at least one of each. SHARE_SEED=<number> repeats a selection. */
export function dailyShare<T>(all: readonly T[], parts: number, kindOf: (each: T) => string): readonly T[] {
  if (LONG) return all;
  console.log(`SHARE_SEED=${SEED}`);
  const seen = new Map<string, number>();
  const count = new Map<string, number>();
  for (const each of all) count.set(kindOf(each), (count.get(kindOf(each)) ?? 0) + 1);
  return all.filter((each) => {
    const kind = kindOf(each);
    const nth = seen.get(kind) ?? 0;
    seen.set(kind, nth + 1);
    return nth % parts === SEED % Math.min(parts, count.get(kind) ?? 1);
  });
}

/** The cases with these names, or all in a long run. Throws for a name that no case has. */
export function dailyNames(all: readonly string[], daily: readonly string[]): readonly string[] {
  const unknown = daily.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`There is no case called ${unknown.join(', ')}.`);
  return LONG ? all : daily;
}

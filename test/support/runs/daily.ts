/** Selects what `npm test` runs of long tables and of properties. `npm run test:long` runs all of it. */
import { LONG } from './results.js';

const SEED = Number(process.env.SHARE_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Every `parts`-th case of each kind, at least one of each; default: all are of one kind. SHARE_SEED=<number> repeats a selection. */
export function dailyShare<T>(all: readonly T[], parts: number, kindOf: (each: T) => string = () => ''): readonly T[] {
  if (LONG) return all;
  printSeed();
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

/** Whether a short run has the `cell`-th of cells that have an order: every `parts`-th. SHARE_SEED=<number> repeats a selection. */
export function isDailyCell(cell: number, parts = 2): boolean {
  if (LONG) return true;
  printSeed();
  return (cell + SEED) % parts === 0;
}

let printed = false;

function printSeed(): void {
  if (!printed) console.log(`SHARE_SEED=${SEED}`);
  printed = true;
}

/** The cases with these names, or all in a long run. Throws for a name that no case has. */
export function dailyNames<const Name extends string>(all: readonly Name[], daily: readonly Name[]): readonly Name[] {
  const unknown = daily.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`There is no case called ${unknown.join(', ')}.`);
  return LONG ? all : daily;
}

/** How many runs a property has: the given number in a long run, else a tenth. */
export const dailyRuns = (all: number): number => (LONG ? all : Math.ceil(all / 10));

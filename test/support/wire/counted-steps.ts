/**
 * Counts what our code does, in steps and not in time, so that the same code gives the same count on every machine: how often
 * each of its blocks ran, and how many characters the methods of strings went through. What a regular expression does inside is
 * not seen: `slow-texts.test.ts` looks at the work of these.
 */
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/** Methods that go through the whole text. Of `slice` and its kind only a part is copied, or nothing. */
const SCANNING = [
  ...(['normalize', 'toLowerCase', 'toUpperCase', 'trim', 'split', 'replace', 'replaceAll'] as const),
  ...(['match', 'matchAll', 'search', 'includes', 'indexOf', 'lastIndexOf'] as const),
] as const;

export interface StepCounter {
  /** Steps of everything that runs before the promise is settled. */
  stepsOf(run: () => unknown): Promise<number>;
  stop(): void;
}

/** Calls that a compiler has taken into their caller are not counted, so nothing is optimized while there is a counter. */
export async function countSteps(): Promise<StepCounter> {
  for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);
  const session = new Session();
  session.connect();
  const scanning = countScanning();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const blocks = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    let sum = 0;
    for (const { url, functions } of result)
      if (url.includes('/packages/') && !url.includes('/test/'))
        for (const { ranges } of functions) for (const { count } of ranges) sum += count;
    return sum;
  };
  return {
    async stepsOf(run) {
      await blocks();
      const before = scanning.characters();
      await run();
      const scanned = scanning.characters() - before;
      return (await blocks()) + scanned;
    },
    stop() {
      scanning.stop();
      session.disconnect();
      for (const flag of ['--opt', '--maglev']) setFlagsFromString(flag);
    },
  };
}

/** Looks at the beginning only, as the Markdown parser does with the rest of a text at each `&`. */
const isAnchored = (pattern: unknown): boolean =>
  pattern instanceof RegExp && pattern.source.startsWith('^') && !/[gm]/.test(pattern.flags);

type Method = (this: string, ...given: unknown[]) => unknown;

function countScanning() {
  const methods = String.prototype as unknown as Record<string, Method>;
  const originals = SCANNING.map((name) => [name, methods[name] as Method] as const);
  let characters = 0;
  for (const [name, original] of originals)
    methods[name] = function counted(...given) {
      const result = original.apply(this, given);
      if (isAnchored(given[0])) return result;
      const from = name === 'indexOf' ? Math.max(0, Number(given[1] ?? 0)) : 0;
      // A search that finds something has gone no further.
      const to = name === 'indexOf' && (result as number) >= 0 ? (result as number) : this.length;
      characters += Math.max(0, to - from);
      return result;
    };
  return {
    characters: () => characters,
    stop() {
      for (const [name, original] of originals) methods[name] = original;
    },
  };
}

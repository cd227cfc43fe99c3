/** Reads the scripts of the folder, and replaces each `play` step with the steps of that part. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsSchema, type Script, type Step, scriptSchema } from './script.js';

const here = join(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(here, file), 'utf8'));

export interface LoadedScript extends Script {
  readonly file: string;
}

/** The people, names and numbers that every script knows, by name. */
export function loadCast(): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(read('cast.json') as Record<string, unknown>));
}

/** A small selection that proves every rule at least once: repeatedly the script that proves most of the remaining rules. */
export function scriptsForEveryRule(all: readonly LoadedScript[]): readonly LoadedScript[] {
  const left = new Set(all.flatMap(({ proves }) => proves));
  const chosen = new Set<LoadedScript>();
  const gain = ({ proves }: LoadedScript): number => proves.filter((rule) => left.has(rule)).length;
  while (left.size > 0) {
    const best = all.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.add(best);
    for (const rule of best.proves) left.delete(rule);
  }
  return all.filter((script) => chosen.has(script));
}

/** All scripts in the order of their files. Throws, with the file's name, when one doesn't fit the schema. */
export function loadScripts(): readonly LoadedScript[] {
  const parts = partsSchema.parse(read('parts.json'));
  const putIn = (steps: readonly Step[]): Step[] =>
    steps.flatMap((step) => {
      if (!('play' in step)) return [step];
      const part = parts[step.play];
      if (!part) throw new Error(`There is no part called ${step.play} in parts.json.`);
      return putIn(part);
    });
  return readdirSync(join(here, 'scripts'))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const script = scriptSchema.safeParse(read(join('scripts', file)));
      if (!script.success) throw new Error(`${file} is not a script: ${script.error.message}`);
      return { ...script.data, file, steps: putIn(script.data.steps) };
    });
}

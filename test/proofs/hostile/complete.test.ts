/** The list of hostile inputs is complete, and the name of some test begins with the id of each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/runs/repository.js';
import { COUNTS, INPUTS } from './inputs.js';

/** `it('W13: …'`, `['W13: a row of a table', …]`, `['T1', 'a row whose title begins with it', …]`; several: `'S6, S7: …'`. */
const NAMED = /['"`]([FHTSWCMUXPD]\d{1,2}(?:, [FHTSWCMUXPD]\d{1,2})*)(?:: |['"`],)/g;

function testFiles(): readonly string[] {
  const folders = ['test', ...readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/test`)];
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?:\.test\.tsx?|hostile-texts\.ts)$/.test(name))
      .map((name) => join(ROOT, folder, name)),
  );
}

/** The files that have a test of each input, by the input's id. */
function filesById(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const file of testFiles()) {
    const text = readFileSync(file, 'utf8');
    for (const [, ids = ''] of text.matchAll(NAMED))
      for (const id of ids.split(', ')) found.set(id, [...(found.get(id) ?? []), file]);
  }
  return found;
}

describe('the list of hostile inputs', () => {
  const named = filesById();

  it('has as many inputs as the documentation states', () => {
    const stated = /list of (\d+) has a test/.exec(
      readFileSync(join(ROOT, 'docs/operations/guarantees.md'), 'utf8'),
    )?.[1];
    expect(Number(stated)).toBe(INPUTS.length);
  });

  it('has every id once', () => {
    const wanted = Object.entries(COUNTS).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
    );
    expect(wanted.length).toBeGreaterThanOrEqual(120);
    expect(INPUTS.map(({ id }) => id)).toEqual(wanted);
  });

  it.each(INPUTS.map(({ id, input }) => [id, input] as const))('%s has a test: %s', (id) => {
    expect(named.get(id) ?? []).not.toEqual([]);
  });

  it('has every id that a test is named by', () => {
    const known = new Set(INPUTS.map(({ id }) => id));
    expect([...named.keys()].filter((id) => !known.has(id))).toEqual([]);
  });
});

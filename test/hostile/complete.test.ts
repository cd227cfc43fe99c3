/** The list of hostile inputs is whole, and every test that it names is really there. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COUNTS, LINES } from './lines.js';

const root = resolve(import.meta.dirname, '../..');

describe('the list of hostile inputs', () => {
  it('has every line once', () => {
    const wanted = Object.entries(COUNTS).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
    );
    expect(wanted.length).toBeGreaterThanOrEqual(120);
    expect(LINES.map(({ id }) => id)).toEqual(wanted);
  });

  it('says of each line which test shows it, or that none does yet', () => {
    const silent = LINES.filter(({ tests, open }) => tests.length === 0 && open === undefined);
    expect(silent).toEqual([]);
  });

  it.each(LINES.flatMap(({ id, tests }) => tests.map((test) => [id, test] as const)))(
    '%s is shown by a test that exists: %s',
    (_id, test) => {
      const [file = '', words = ''] = test.split(' › ');
      expect(readFileSync(resolve(root, file), 'utf8').includes(words)).toBe(true);
      expect(words.length).toBeGreaterThan(1);
    },
  );
});

/**
 * Writes the numbers of protocol's limits into bundles in place of the tables: a bundler keeps a whole table for one number,
 * and pages would load it as a file of its own where two parts share it.
 */
import { readFile } from 'node:fs/promises';
import * as limits from '../../packages/protocol/dist/limits.js';

/** @returns {string} the code with `TABLE_LIMITS.name` replaced by its number */
export function inlineLimits(code) {
  return code.replace(/\b([A-Z]+_LIMITS)\.(\w+)\b/g, (read, table, name) => {
    const value = limits[table]?.[name];
    return typeof value === 'number' ? String(value) : read;
  });
}

/** For esbuild, and so for tsup. */
export const inlineLimitsPlugin = {
  name: 'inline-limits',
  setup(build) {
    // An import of which every number is written in has nothing left to import.
    build.initialOptions.logOverride = { ...build.initialOptions.logOverride, 'ignored-bare-import': 'silent' };
    build.onLoad({ filter: /packages[\\/][\w-]+[\\/](?:src|dist)[\\/].*\.(?:ts|tsx|js)$/ }, async ({ path }) => {
      if (/limits\.(?:ts|js)$/.test(path)) return undefined;
      const code = await readFile(path, 'utf8');
      const loader = /\w+$/.exec(path)?.[0];
      return code.includes('_LIMITS.') ? { contents: inlineLimits(code), loader } : undefined;
    });
  },
};

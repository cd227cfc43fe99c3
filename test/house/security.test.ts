/** SECURITY.md promises by the names of tests: each is there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/runs/repository.js';

const named = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w./*-]+\.(?:test|contract)\.ts)`/g)].map(([, name]) => name as string);

it('every test that SECURITY.md names is there', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
    .toString()
    .split('\n');
  const isThere = (name: string): boolean => {
    const [start = '', end = ''] = name.split('*');
    return files.some((file) => {
      const path = `/${file}`;
      return path.endsWith(end) && path.includes(`/${start}`) && (name.includes('*') || path.endsWith(`/${name}`));
    });
  };
  const names = named(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8'));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

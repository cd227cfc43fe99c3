// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, 'use-package.mjs');
const use = (node: string) => execFileSync(node, [program], { stdio: 'pipe', timeout: 60_000 });

it('is used by a program under the Node of this run', () => {
  expect(() => use(process.execPath)).not.toThrow();
});

const oldest = process.env.OLDEST_NODE;

/** OLDEST_NODE is set where `npm test` was called with an old Node, and always by `npm run test:long`. */
it.skipIf(!oldest)('is used by a program under the oldest Node that it supports', () => {
  const { engines } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'));
  const version = execFileSync(String(oldest), ['--version'], { encoding: 'utf8' }).trim();
  expect(engines.node).toBe(`>=${version.slice(1).split('.')[0]}`);
  expect(() => use(String(oldest))).not.toThrow();
});

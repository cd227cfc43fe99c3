// @vitest-environment node
/** "Developer SDK and MCP surfaces are beta": the package and its documentation say so. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

it.each([
  ['the package', 'packages/embed-sdk/package.json', /"description": "Beta\. /],
  ['the README', 'README.md', /The SDK is a \*\*beta\*\*/],
] as const)('%s calls the SDK a beta', (_where, file, words) => {
  expect(read(file)).toMatch(words);
});

it('the version is one before 1.0, in which names may change', () => {
  expect((JSON.parse(read('packages/embed-sdk/package.json')) as { version: string }).version).toMatch(/^0\.\d+\.\d+$/);
});

// @vitest-environment node
/** What the script costs a page that never opens the chat. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';

const BUDGET_BYTES = 4 * 1_024;

it(`the loader weighs at most ${BUDGET_BYTES} bytes on the wire`, () => {
  const loader = readFileSync(resolve(import.meta.dirname, '../dist/loader.js'));
  const weight = brotliCompressSync(loader).length;
  console.log(`loader.js: ${loader.length} bytes, ${weight} with brotli`);
  expect(weight).toBeLessThanOrEqual(BUDGET_BYTES);
});

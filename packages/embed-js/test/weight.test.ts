// @vitest-environment node
/** What the scripts cost a page that never opens the chat. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';

it.each([
  { what: 'the loader', file: 'loader.js', most: 4 * 1_024 },
  { what: 'the script for an inbox, with its launcher,', file: 'inbox-loader.js', most: 8 * 1_024 },
])('$what weighs at most $most bytes on the wire', ({ file, most }) => {
  const script = readFileSync(resolve(import.meta.dirname, '../dist', file));
  const weight = brotliCompressSync(script).length;
  console.log(`${file}: ${script.length} bytes, ${weight} with brotli`);
  expect(weight).toBeLessThanOrEqual(most);
});

it('the script for an inbox has one place for its settings', () => {
  const script = readFileSync(resolve(import.meta.dirname, '../dist/inbox-loader.js'), 'utf8');
  expect(script.split('"__INBOX_SETTINGS__"')).toHaveLength(2);
});

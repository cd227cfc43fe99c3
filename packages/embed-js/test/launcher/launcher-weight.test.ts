// @vitest-environment node
/** What the launcher adds to the scripts, bundled alone: with its texts, and with the rule for the colours of a page's theme. */
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { minifySync } from 'vite';
import { expect, it } from 'vitest';
import { protocolTables } from '../../../../scripts/setup/protocol-tables.mjs';

const LAUNCHER = `export { createLauncher } from './launcher.js';`;
const RULE = `export { launcherColors } from '@service/protocol';`;

it.each([
  ['the launcher', 3 * 1_024, LAUNCHER],
  ['the launcher with the rule for its colours', 4.25 * 1_024, LAUNCHER + RULE],
])('%s weighs at most %i bytes on the wire', async (what, most, contents) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${import.meta.dirname}/../../src/launcher` },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    plugins: [protocolTables],
  });
  const { code } = minifySync('launcher.js', outputFiles[0]?.text ?? '', { module: true });
  const weight = brotliCompressSync(code).length;
  console.log(`${what}: ${code.length} bytes, ${weight} with brotli`);
  expect(weight).toBeLessThanOrEqual(most);
});

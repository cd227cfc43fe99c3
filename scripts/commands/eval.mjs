/**
 * `npm run eval`: asks the demo shop's chat some 600 questions, without any key, and says how many were answered from the
 * right article and how many were honestly refused. Keeps the figures in test/RESULTS.md; `--misses` shows every miss.
 */
import { join } from 'node:path';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { root } from '../setup/processes.mjs';

await ensureDependencies();
await build();
// TypeScript like all tests; Vite, which is here anyway, runs it without a build of its own.
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'test/proofs/eval/run-eval.ts'), { root, logLevel: 'error' });
const { text, passed } = await module.runEval({
  keep: !process.argv.includes('--dry'),
  misses: process.argv.includes('--misses'),
});
console.log(`\n${text}\n`);
if (!passed) console.log(`Under the bars: ${JSON.stringify(module.BARS)}, for each set of questions.`);
process.exitCode = passed ? 0 : 1;

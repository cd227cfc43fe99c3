/**
 * `npm run bench`: measures this machine's copy of everything, prints the report and keeps it as a section of test/RESULTS.md.
 * It runs with much room for objects, short-lived and others, and nobody helps to clear it: thousands of visitors live in this
 * process, and where it stands still to collect garbage, or takes a processor for it, that would be counted as the server's delay.
 */
import { join } from 'node:path';
import { ensureBrowser } from '../setup/browser.mjs';
import { build } from '../setup/build.mjs';
import { ensureDependencies } from '../setup/dependencies.mjs';
import { root } from '../setup/processes.mjs';

await ensureDependencies();
await build();
process.env.CHROME_PATH = await ensureBrowser();

// The benchmarks are TypeScript like all tests; Vite, which is here anyway, runs them without a build of their own.
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'test/bench/run-bench.ts'), { root, logLevel: 'error' });
const report = await module.runBench((part) => console.log(`Measuring ${part} …`));

console.log(`\n${report}\nKept in test/RESULTS.md.`);

/**
 * `npm run eval`: how well articles answer without any key, with intervals; keeps the figures in test/RESULTS.md, `--dry` doesn't.
 * `npm run eval -- --inbox DIR --questions FILE.jsonl`: the same of any folder, one JSON line a question and a table last. Lines of the
 * file: `{ "q", "kind": "answerable" | "near" | "off", "articles"?: [file names] }`.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../setup/build.mjs';
import { ensureDependencies } from '../../setup/dependencies.mjs';
import { root } from '../../setup/processes.mjs';

const { values } = parseArgs({
  options: {
    inbox: { type: 'string' },
    questions: { type: 'string' },
    also: { type: 'string' },
    dry: { type: 'boolean', default: false },
  },
});
if ((values.inbox === undefined) !== (values.questions === undefined)) {
  console.error('Give both or neither: --inbox DIR --questions FILE.jsonl');
  process.exit(1);
}
await ensureDependencies();
await build();
// TypeScript like all tests; Vite, which is here anyway, runs it without a build of its own.
const { runnerImport } = await import('vite');
const { module } = await runnerImport(join(root, 'test/proofs/eval/run-eval.ts'), { root, logLevel: 'error' });
const here = process.env.INIT_CWD ?? process.cwd();
if (values.inbox) await module.evalFolder(resolve(here, values.inbox), resolve(here, values.questions), console.log);
else console.log(await module.evalOwn({ keep: !values.dry && values.also === undefined, also: values.also ?? null }));

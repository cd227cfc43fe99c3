/**
 * `npm run eval`: how well articles answer without any key, with intervals; keeps the figures in test/RESULTS.md, `--dry` doesn't.
 * `npm run eval -- --inbox DIR --questions FILE.jsonl`: the same of any folder, one JSON line a question and a table last. Lines of the
 * file: `{ "q", "kind": "answerable" | "near" | "off", "articles"?: [file names] }`.
 * `--ablations`: what each part of the search is worth. `--vectors`: with those of `EMBEDDING_MODEL`, beside the same without. `--figures`:
 * plain articles as one line of JSON. `--also DIR`: with further knowledge bases (test/proofs/eval/fields.ts).
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../../setup/build.mjs';
import { ensureDependencies } from '../../setup/dependencies.mjs';
import { fail, root } from '../../setup/processes.mjs';

const { values } = parseArgs({
  options: {
    inbox: { type: 'string' },
    questions: { type: 'string' },
    also: { type: 'string' },
    dry: { type: 'boolean', default: false },
    ablations: { type: 'boolean', default: false },
    vectors: { type: 'boolean', default: false },
    figures: { type: 'boolean', default: false },
  },
});
if ((values.inbox === undefined) !== (values.questions === undefined))
  fail('Give both or neither: --inbox DIR --questions FILE.jsonl', 2);
const here = process.env.INIT_CWD ?? process.cwd();
for (const given of [values.inbox, values.questions, values.also])
  if (given !== undefined && !existsSync(resolve(here, given))) fail(`There is no ${resolve(here, given)}.`, 2);
await ensureDependencies();
await build();
// TypeScript like all tests; Vite, which is here anyway, runs it without a build of its own.
const { runnerImport } = await import('vite');
const load = async (file) =>
  (await runnerImport(join(root, 'test/proofs/eval', file), { root, logLevel: 'error' })).module;
const also = values.also === undefined ? null : resolve(here, values.also);

if (values.ablations) console.log(await (await load('ablations/ablations.ts')).evalAblations(also, console.log));
else {
  const module = await load('run-eval.ts');
  if (values.inbox) await module.evalFolder(resolve(here, values.inbox), resolve(here, values.questions), console.log);
  else if (values.figures) console.log(JSON.stringify(await module.evalFields(also, 0)));
  else if (values.vectors) console.log(await module.evalVectors(also, await embeddingSettings()));
  else console.log(await module.evalOwn({ keep: !values.dry && also === null, also }));
}

async function embeddingSettings() {
  const { readEmbeddingSettings } = await import(
    '../../../packages/answering/dist/knowledge/meaning/embedding-settings.js'
  );
  const { settings, problems } = readEmbeddingSettings(process.env);
  if (settings) return settings;
  console.error(problems.join('\n') || 'Set EMBEDDING_MODEL, and where it is (docs/operations/settings.md).');
  return process.exit(1);
}

/**
 * `npm run eval -- --ablations`: what each part of the search is worth, measured by leaving it out. The program is run once for each
 * part; the gate is fitted again without each kind of evidence.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../support/runs/repository.js';
import { saveResults } from '../../../support/runs/results.js';
import { examplesOfAll, KEYS, type Key, outOfField } from '../fit-gate.js';
import type { FieldFigures } from '../run-eval.js';
import type { Figures } from '../score-answers.js';

/** By the name that leave-out.mjs takes. */
const PARTS = JSON.parse(readFileSync(join(import.meta.dirname, 'parts.json'), 'utf8')) as Readonly<
  Record<string, { readonly what: string }>
>;

/** @param also folder of knowledge bases from elsewhere (fields.ts) */
export async function evalAblations(also: string | null, print: (line: string) => void): Promise<string> {
  const figuresWithout = (name: string): readonly FieldFigures[] => {
    print(`Without ${name || 'nothing'} …`);
    return JSON.parse(runEval(name, also)) as readonly FieldFigures[];
  };
  const whole = figuresWithout('');
  const means = meansOf(whole);
  const rows = Object.entries(PARTS).map(([name, { what }]) => row(what, meansOf(figuresWithout(name)), means));
  print('Fitting the gate without each kind of evidence …');
  const examples = await examplesOfAll(also);
  const gateOf = (without: Key | null) => gateMeans(outOfField(examples, without).figuresAt(0));
  const fitted = gateOf(null);
  const gateRows = [...KEYS, 'size' as const].map((key) => row(`\`${key}\``, gateOf(key), fitted));
  const fields = whole.map(({ name, language, articles }) => `${name} (${language}, ${articles})`).join(', ');
  const body = `
Means over ${whole.length} knowledge bases with plain articles, in points (hundredths), and how much each changes without a part: ${fields}. The
last of them are other people's, with their questions.

### Parts of the search

| Without | Right | Wrong | Led there | Near ones refused | Others refused |
|---|--:|--:|--:|--:|--:|
${head(means)}
${rows.join('\n')}

### Kinds of evidence

The gate is fitted again without each, on other knowledge bases than it is measured on, and set to as many wrong answers as before.

| Without | Right | Wrong | Near ones refused | Others refused |
|---|--:|--:|--:|--:|
${head(fitted)}
${gateRows.join('\n')}`;
  saveResults(
    {
      name: 'eval-ablations',
      title: 'Answers without a key: what each part is worth',
      command: 'npm run eval -- --ablations',
      packages: ['minisearch'],
    },
    body,
  );
  return body;
}

function runEval(leftOut: string, also: string | null): string {
  const leaveOut = join(import.meta.dirname, 'leave-out.mjs');
  const command = join(ROOT, 'scripts/commands/knowledge/eval.mjs');
  const output = execFileSync(
    process.execPath,
    ['--import', leaveOut, command, '--figures', ...(also === null ? [] : ['--also', also])],
    { encoding: 'utf8', env: { ...process.env, LEFT_OUT: leftOut } },
  );
  return output.trim().split('\n').at(-1) as string;
}

type Means = Readonly<Record<string, number>>;

const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length;

function meansOf(fields: readonly FieldFigures[]): Means {
  const of = (share: (figures: Figures) => number) => 100 * mean(fields.map(({ figures }) => share(figures)));
  return {
    right: of(({ right, answerable }) => right / answerable),
    wrong: of(({ wrong, answerable }) => wrong / answerable),
    led: of(({ led, answerable }) => led / answerable),
    near: of(({ nearRefused, near }) => nearRefused / near),
    off: of(({ offRefused, off }) => offRefused / off),
  };
}

function gateMeans(fields: ReturnType<ReturnType<typeof outOfField>['figuresAt']>): Means {
  const of = (key: 'right' | 'wrong' | 'nearRefused' | 'offRefused') => 100 * mean(fields.map((each) => each[key]));
  return { right: of('right'), wrong: of('wrong'), near: of('nearRefused'), off: of('offRefused') };
}

const cells = (all: readonly string[]): string => `| ${all.join(' | ')} |`;

const head = (means: Means): string => cells(['nothing', ...Object.values(means).map((each) => each.toFixed(1))]);

const signed = (change: number): string => `${change > 0 ? '+' : ''}${change.toFixed(1)}`;

const row = (what: string, without: Means, whole: Means): string =>
  cells([what, ...Object.entries(without).map(([key, each]) => signed(each - (whole[key] as number)))]);

/**
 * `npm run eval`: how well the shop's articles answer without any key. The misses of the held-out questions are counted but
 * not shown, or the next change would be made for them; `--misses` shows them.
 */
import { saveResults } from '../../support/runs/results.js';
import { questionsOf } from './questions.js';
import { type Evaluation, precision, recall, refusals, type Score, scoreAnswers } from './score-answers.js';
import { openShop } from './shop.js';

export const BARS = { recall: 0.9, refusals: 0.95 } as const;

export interface EvalReport {
  readonly text: string;
  /** Whether the tuned and the held-out questions reach `BARS`. */
  readonly passed: boolean;
}

/** `keep`: write the figures into test/RESULTS.md. */
export async function runEval({
  keep,
  misses,
}: {
  readonly keep: boolean;
  readonly misses: boolean;
}): Promise<EvalReport> {
  const before = process.memoryUsage().heapUsed;
  const shop = await openShop();
  try {
    const times: number[] = [];
    const ask = async (question: string) => {
      const begun = performance.now();
      const answer = await shop.ask(question);
      times.push(performance.now() - begun);
      return answer;
    };
    const tuned = await scoreAnswers(questionsOf('tuned'), ask);
    const development = await scoreAnswers(questionsOf('development'), ask);
    const heldOut = await scoreAnswers(questionsOf('held-out'), ask);
    times.sort((a, b) => a - b);
    globalThis.gc?.();
    const passages = shop.files.reduce((sum, file) => sum + file.passages, 0);
    const languages = [...new Set(shop.files.map(({ language }) => language))].join(', ');
    const body = [
      table('Held-out questions', heldOut),
      table('Open questions, which the rules were tuned on', tuned),
      table('Questions for development: as customers write, and harder', development),
      [
        '### For information',
        '',
        `- ${shop.files.length} files, ${passages} passages, in ${languages}; read and indexed in ${shop.readIn.toFixed(0)} ms`,
        `- a question takes ${at(times, 0.5).toFixed(1)} ms (p50), ${at(times, 0.95).toFixed(1)} ms (p95), everything but the network`,
        `- heap grew by ${((process.memoryUsage().heapUsed - before) / 2 ** 20).toFixed(0)} MiB`,
      ].join('\n'),
    ].join('\n\n');
    if (keep)
      saveResults(
        { name: 'eval', title: 'Answers without a key', command: 'npm run eval', packages: ['libsql'] },
        body,
      );
    const shown = [
      body,
      shop.problems.map((problem) => JSON.stringify(problem)).join('\n'),
      `Misses among the open questions:\n${lines(tuned.misses)}`,
      `Misses among the questions for development:\n${lines(development.misses)}`,
      misses ? `Misses among the held-out questions:\n${lines(heldOut.misses)}` : '',
    ];
    return { text: shown.filter(Boolean).join('\n\n'), passed: passes(tuned.whole) && passes(heldOut.whole) };
  } finally {
    await shop.close();
  }
}

export function passes(score: Score): boolean {
  return recall(score) >= BARS.recall && refusals(score) >= BARS.refusals;
}

function table(title: string, { groups, whole }: Evaluation): string {
  const share = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3));
  const row = (score: Score): string =>
    `| ${score.group} | ${score.answerable ? `${score.right} of ${score.answerable}` : '–'} | ${score.answerable ? share(recall(score)) : '–'} | ${share(precision(score))} | ${score.unanswerable ? `${score.refused} of ${score.unanswerable}` : '–'} | ${share(refusals(score))} |`;
  return [
    `### ${title}`,
    '',
    '| Group | Right article cited | Recall | Precision | Honestly refused | Share |',
    '|---|---|---|---|---|---|',
    ...[...groups, whole].map(row),
  ].join('\n');
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function lines(misses: readonly string[]): string {
  return misses.length === 0 ? '  none' : misses.map((miss) => `  ${miss}`).join('\n');
}

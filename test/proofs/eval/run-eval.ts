/**
 * `npm run eval`: how well articles answer without any key. Without arguments: the knowledge bases of fields/, with none and one
 * listed question for each article, and the demo shop. With a folder and a file of questions: those.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbedderSettings } from '../../../packages/answering/dist/knowledge/meaning/embedder.js';
import { saveResults } from '../../support/runs/results.js';
import { type Asked, fieldsIn, ownFields, readLines, writeField } from './fields.js';
import { type OpenInbox, openInbox, openShop } from './open-inbox.js';
import { questionsOf, type Split } from './questions.js';
import { type Figures, figuresOf, type Outcome, outcomeOf, TABLE_HEAD, tableRow } from './score-answers.js';

/** One JSON line for each question, and a table last. `print` gets each line as soon as it is known. */
export async function evalFolder(folder: string, questions: string, print: (line: string) => void): Promise<void> {
  const inbox = await openInbox(folder);
  const outcomes = await askAll(inbox, readLines<Asked>(questions), (outcome) => print(JSON.stringify(outcome)));
  for (const problem of inbox.problems) print(JSON.stringify({ problem }));
  await inbox.close();
  print(`\n${TABLE_HEAD}\n${tableRow(folder, figuresOf(outcomes))}`);
}

/** `keep`: write the figures into test/RESULTS.md. `also`: a folder of further fields (fields.ts), whose figures are not written. */
export async function evalOwn({
  keep,
  also,
}: {
  readonly keep: boolean;
  readonly also: string | null;
}): Promise<string> {
  const sections: string[] = [];
  for (const listed of [0, 1]) {
    const rows = (await evalFields(also, listed)).map(rowOf);
    const named = listed === 0 ? 'Plain articles' : 'With one listed question for each article';
    sections.push(`### ${named}\n\n${TABLE_HEAD}\n${rows.join('\n')}`);
  }
  sections.push(await shopSection());
  const body = sections.join('\n\n');
  if (keep)
    saveResults(
      { name: 'eval', title: 'Answers without a key', command: 'npm run eval', packages: ['minisearch', 'libsql'] },
      `${ABOUT}\n\n${body}`,
    );
  return body;
}

/** Plain articles with and without the vectors of a model. Writes the figures into test/RESULTS.md. */
export async function evalVectors(also: string | null, embedding: EmbedderSettings): Promise<string> {
  const words = await evalFields(also, 0);
  const vectors = await evalFields(also, 0, embedding);
  const rows = words.flatMap((field, i) => [
    rowOf(field),
    rowOf({ ...(vectors[i] as FieldFigures), name: `${field.name} + vectors` }),
  ]);
  const body = `With vectors of \`${embedding.model}\`; the columns are those of "Answers without a key".\n\n${TABLE_HEAD}\n${rows.join('\n')}`;
  saveResults(
    {
      name: 'eval-vectors',
      title: 'Answers without a key: with vectors',
      command: 'npm run eval -- --vectors',
      packages: ['minisearch'],
    },
    body,
  );
  return body;
}

export interface FieldFigures {
  readonly name: string;
  readonly language: string;
  readonly articles: number;
  readonly figures: Figures;
}

/** Own fields, and those of the folder `also`. `listed`: how many of its questions each article lists. */
export async function evalFields(
  also: string | null,
  listed: number,
  embedding?: EmbedderSettings,
): Promise<readonly FieldFigures[]> {
  const all: FieldFigures[] = [];
  for (const field of [...ownFields(), ...(also === null ? [] : fieldsIn(also))]) {
    const folder = mkdtempSync(join(tmpdir(), 'service-field-'));
    const questions = writeField(field, folder, listed);
    const inbox = await openInbox(folder, embedding && { embedding });
    const figures = figuresOf(await askAll(inbox, questions));
    await inbox.close();
    rmSync(folder, { recursive: true });
    all.push({ name: field.name, language: field.language, articles: field.articles.length, figures });
  }
  return all;
}

const rowOf = ({ name, language, articles, figures }: FieldFigures): string =>
  tableRow(`${name} (${language}, ${articles} articles)`, figures);

const ABOUT = [
  'Shares with 95 % intervals. Right: answered, and the article that is quoted first is a right one. Wrong: answered from another. Led there:',
  'a right article is shown, quoted or as a link. The weights were fitted with these fields among others; what they give on a field that',
  'they were not fitted on is in `packages/answering/assets/gate.json`.',
].join('\n');

async function shopSection(): Promise<string> {
  const shop = await openShop();
  const rows: string[] = [];
  for (const split of ['held-out', 'tuned', 'development'] as const)
    rows.push(tableRow(`demo shop, ${split}`, figuresOf(await askAll(shop, askedOf(split)))));
  const passages = shop.files.reduce((sum, file) => sum + file.passages, 0);
  await shop.close();
  return `### The demo shop: ${shop.files.length} files, ${passages} passages, 195 listed questions, its own synonyms\n\n${TABLE_HEAD}\n${rows.join('\n')}`;
}

/** The shop's questions in the common form. */
export function askedOf(split: Split): readonly Asked[] {
  return questionsOf(split).map(({ group, question, articles }) => ({
    q: question,
    ...(articles ? { kind: 'answerable', articles } : { kind: group === 'near-miss' ? 'near' : 'off' }),
  }));
}

async function askAll(
  inbox: OpenInbox,
  questions: readonly Asked[],
  onEach: (outcome: Outcome) => void = () => undefined,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const asked of questions) {
    const outcome = await outcomeOf(asked, inbox.ask);
    onEach(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

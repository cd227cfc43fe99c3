/**
 * Settles a question that no article answered: an article lists it, or a draft of an article is begun. Questions are written into the
 * `.about` file beside the article, so that the article itself stays as its author wrote it, in any format.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { truncate } from '@service/protocol';
import type { Settled, Settling } from '@service/realtime-server/ports';
import { words } from '@service/realtime-server/text';
import type { ArticleReader } from '../reading/article-reader.js';
import { ABOUT } from '../reading/formats/formats.js';
import { LONGEST_QUESTION } from '../reading/listed-questions.js';
import { filesIn } from './knowledge-folder.js';

/** @throws when the folder can't be written. */
export async function settleQuestion(
  reader: Pick<ArticleReader, 'read'>,
  folder: string,
  question: string,
  as: Settling,
): Promise<Settled> {
  const line = truncate(question.replace(/\s+/g, ' ').trim(), LONGEST_QUESTION);
  if (words(line).length === 0) return { ok: false, problem: 'The question has no words.' };
  return as.kind === 'draft' ? draft(folder, line) : list(reader, folder, line, as);
}

async function list(
  reader: Pick<ArticleReader, 'read'>,
  folder: string,
  question: string,
  { file, heading }: Extract<Settling, { kind: 'list' }>,
): Promise<Settled> {
  const article = filesIn(folder).find((each) => each.file === file);
  if (!article) return { ok: false, problem: `There is no article "${file}". Name a file of the knowledge folder.` };
  const path = article.about ?? join(folder, `${file}${ABOUT}`);
  const before = article.about === null ? '' : readFileSync(article.about, 'utf8').trimEnd();
  const after = withQuestion(withoutQuestion(before, question), question, heading ?? '');
  const read = async (about: string) => {
    const content = { path: join(folder, file) };
    const outcome = await reader.read({ kind: 'article', file, content, about });
    return outcome.ok ? outcome.article.problems : [outcome.problem];
  };
  const known = await read(before);
  const problem = (await read(after)).find((each) => !known.includes(each));
  if (problem !== undefined) return { ok: false, problem: `${file} ${problem}. Nothing was written.` };
  writeFileSync(path, after);
  return { ok: true, file: `${file}${ABOUT}` };
}

/** It is listed in one place: where it was listed last. */
const withoutQuestion = (before: string, question: string): string =>
  before
    .split('\n')
    .filter((line) => line.trim() !== `- ${question}`)
    .join('\n');

/** The text of the `.about` file with one more question, below its heading or `questions:`. */
function withQuestion(before: string, question: string, heading: string): string {
  const lines = before === '' ? [] : before.split('\n');
  const opening = heading === '' ? 'questions:' : `## ${heading}`;
  const at = lines.findIndex(
    (line) => (heading === '' ? /^questions:\s*$/ : /^#{1,6}\s/).test(line) && line.replace(/^#+/, '##') === opening,
  );
  if (at >= 0) lines.splice(at + 1, 0, `- ${question}`);
  // What belongs to the whole article comes before the first heading.
  else if (heading === '') lines.splice(firstHeading(lines), 0, opening, `- ${question}`);
  else lines.push(...(lines.length > 0 ? [''] : []), opening, `- ${question}`);
  return `${lines.join('\n')}\n`;
}

function firstHeading(lines: readonly string[]): number {
  const at = lines.findIndex((line) => /^#{1,6}\s/.test(line));
  return at < 0 ? lines.length : at;
}

/** Not read as long as it is called `.draft`. */
function draft(folder: string, question: string): Settled {
  const name = words(question).slice(0, 8).join('-').slice(0, 60);
  const file = `${name}.md.draft`;
  mkdirSync(folder, { recursive: true });
  const path = join(folder, file);
  if (existsSync(path)) return { ok: true, file };
  const text = `---\ntitle: ${JSON.stringify(question)}\nquestions:\n- ${question}\n---\n\nWrite the answer here, then take ".draft" off the file's name.\n`;
  writeFileSync(path, text, { flag: 'wx' });
  return { ok: true, file };
}

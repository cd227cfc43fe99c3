/** A question that no article answered becomes one that an article lists, or the draft of an article. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { filesIn } from '../../dist/knowledge/library/knowledge-folder.js';
import { settleQuestion } from '../../dist/knowledge/library/settle-question.js';
import { createArticleReader } from '../../dist/knowledge/reading/article-reader.js';
import { readArticle } from '../../dist/knowledge/reading/read-article.js';

const ARTICLE = '# Tents\n\nWe have tents.\n\n## Price\n\nFifty.\n';
const reader = createArticleReader();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-settle-'));
  writeFileSync(join(folder, 'tents.md'), ARTICLE);
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => reader.close());

const listed = async (): Promise<readonly string[]> => {
  const about = readFileSync(join(folder, 'tents.md.about'), 'utf8');
  const { passages, problems } = await readArticle('tents.md', new TextEncoder().encode(ARTICLE), about);
  expect(problems).toEqual([]);
  return passages.map(({ heading, questions }) => [heading, ...questions].join(' | '));
};

it('is listed for the beginning or for a section, once, in any order, and the article stays as it is', async () => {
  const list = (question: string, heading?: string) =>
    settleQuestion(reader, folder, question, { kind: 'list', file: 'tents.md', ...(heading && { heading }) });
  expect(await list('how much', 'Price')).toEqual({ ok: true, file: 'tents.md.about' });
  await list('got any  tents');
  await list('is it dear', 'Price');
  await list('how much', 'Price');
  await list('where do I sleep');
  expect(await listed()).toEqual([' | where do I sleep | got any tents', 'Price | how much | is it dear']);
  expect(readFileSync(join(folder, 'tents.md'), 'utf8')).toBe(ARTICLE);
});

it('is not listed with a file that is no article, in the folder or outside', async () => {
  for (const file of ['boats.md', '../outside.md', '/etc/passwd'])
    expect(await settleQuestion(reader, folder, 'how much', { kind: 'list', file })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('no article'),
    });
});

it('is refused for a heading that the article does not have, or that has no text, and nothing is written', async () => {
  const list = (heading: string) =>
    settleQuestion(reader, folder, 'how much', { kind: 'list', file: 'tents.md', heading });
  expect(await list('Prices')).toMatchObject({ ok: false, problem: expect.stringContaining('none of its headings') });
  writeFileSync(join(folder, 'tents.md'), `${ARTICLE}\n## Colours\n`);
  expect(await list('Colours')).toMatchObject({ ok: false, problem: expect.stringContaining('Nothing was written') });
  expect(existsSync(join(folder, 'tents.md.about'))).toBe(false);
});

it('moves to the section that it is listed for last', async () => {
  await settleQuestion(reader, folder, 'how much', { kind: 'list', file: 'tents.md' });
  await settleQuestion(reader, folder, 'how much', { kind: 'list', file: 'tents.md', heading: 'Price' });
  expect(await listed()).toEqual(['', 'Price | how much']);
});

it('becomes a draft, which is no article until it is renamed', async () => {
  expect(await settleQuestion(reader, folder, 'Do you sell CANOES?', { kind: 'draft' })).toEqual({
    ok: true,
    file: 'do-you-sell-canoes.md.draft',
  });
  expect(readFileSync(join(folder, 'do-you-sell-canoes.md.draft'), 'utf8')).toContain('- Do you sell CANOES?');
  expect(filesIn(folder).map(({ file }) => file)).toEqual(['tents.md']);
  expect(await settleQuestion(reader, folder, '?!', { kind: 'draft' })).toMatchObject({ ok: false });
});

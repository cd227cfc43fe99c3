/** A question that no article answered becomes one that an article lists, or the draft of an article. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filesIn } from '../../dist/knowledge/library/knowledge-folder.js';
import { settleQuestion } from '../../dist/knowledge/library/settle-question.js';
import { readArticle } from '../../dist/knowledge/reading/read-article.js';

const ARTICLE = '# Tents\n\nWe have tents.\n\n## Price\n\nFifty.\n';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-settle-'));
  writeFileSync(join(folder, 'tents.md'), ARTICLE);
});
afterEach(() => rmSync(folder, { recursive: true }));

const listed = async (): Promise<readonly string[]> => {
  const about = readFileSync(join(folder, 'tents.md.about'), 'utf8');
  const { passages, problems } = await readArticle('tents.md', new TextEncoder().encode(ARTICLE), about);
  expect(problems).toEqual([]);
  return passages.map(({ heading, questions }) => [heading, ...questions].join(' | '));
};

it('is listed for the beginning or for a section, once, in any order, and the article stays as it is', async () => {
  const list = (question: string, heading?: string) =>
    settleQuestion(folder, question, { kind: 'list', file: 'tents.md', ...(heading && { heading }) });
  expect(list('how much', 'Price')).toEqual({ ok: true, file: 'tents.md.about' });
  list('got any  tents');
  list('is it dear', 'Price');
  list('how much', 'Price');
  list('where do I sleep');
  expect(await listed()).toEqual([' | where do I sleep | got any tents', 'Price | is it dear | how much']);
  expect(readFileSync(join(folder, 'tents.md'), 'utf8')).toBe(ARTICLE);
});

it('is not listed with a file that is no article, in the folder or outside', () => {
  for (const file of ['boats.md', '../outside.md', '/etc/passwd'])
    expect(settleQuestion(folder, 'how much', { kind: 'list', file })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('no article'),
    });
});

it('becomes a draft, which is no article until it is renamed', () => {
  expect(settleQuestion(folder, 'Do you sell CANOES?', { kind: 'draft' })).toEqual({
    ok: true,
    file: 'do-you-sell-canoes.md.draft',
  });
  expect(readFileSync(join(folder, 'do-you-sell-canoes.md.draft'), 'utf8')).toContain('- Do you sell CANOES?');
  expect(filesIn(folder).map(({ file }) => file)).toEqual(['tents.md']);
  expect(settleQuestion(folder, '?!', { kind: 'draft' })).toMatchObject({ ok: false });
});

/** The operator's side of the knowledge: own synonyms, unanswered questions, and which files can't be read. */
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { InboxApiEnv } from '../../../realtime-server/dist/http/inbox-api/deps.js';
import { createKnowledgeApi } from '../../../realtime-server/dist/http/inbox-api/knowledge-api.js';
import type { KnowledgeEditor } from '../../../realtime-server/dist/inbox/knowledge-editor.js';
import type { KnowledgeStore, UnansweredNote } from '../../../realtime-server/dist/store/port/knowledge.js';
import { inboxesOf } from '../../../realtime-server/test/support/serve.js';
import { asks, questionParts } from '../../dist/knowledge/answer/question-parts.js';
import { languageOf } from '../../dist/knowledge/language/languages.js';
import { readSynonyms } from '../../dist/knowledge/language/synonyms-file.js';
import { termsOf } from '../../dist/knowledge/language/terms.js';
import { createUnansweredLog, questionKey, withoutPersonalData } from '../../dist/knowledge/unanswered-log.js';

describe('a file of synonyms', () => {
  it('has one group per line, and comments', () => {
    expect(readSynonyms('\uFEFF# ours\r\nboot, shoe\n\n返品、返却 # too\n')).toEqual({
      groups: [
        ['boot', 'shoe'],
        ['返品', '返却'],
      ],
      problems: [],
    });
  });

  it('reports each wrong line, and the others are used', () => {
    const { groups, problems } = readSynonyms(`boot\na,,b\nboot, shoe\n!, x\n${'y'.repeat(70)}, x\n`);
    expect(groups).toEqual([['boot', 'shoe']]);
    expect(problems.map((problem) => problem.slice(0, 7))).toEqual(['line 1:', 'line 2:', 'line 4:', 'line 5:']);
  });
});

describe('terms', () => {
  it.each([
    ['de', 'Die Rücksendungen der Schuhe', 'ruecksendung schuh'],
    ['fr', 'Les remboursements', 'rembourser'],
    ['ja', '返品はできますか', '返品の方法'],
    ['zh', '可以退货吗', '退货'],
    ['ko', '반품은', '반품'],
  ])('of %s meet, however the word is bent: %s, %s', (code, a, b) => {
    const language = languageOf(code);
    const known = new Set(termsOf(a, language));
    expect(termsOf(b, language).some((term) => known.has(term))).toBe(true);
  });
});

describe('a question in parts', () => {
  it.each([
    ['How long is it, and what does it cost?', ['How long is it', 'what does it cost?']],
    ['Wie lange dauert es und was kostet das', ['Wie lange dauert es', 'was kostet das']],
    ['boots and shoes', ['boots and shoes']],
    ['I have boots. Can I return them?', ['I have boots.', 'Can I return them?']],
  ])('%s', (text, parts) => {
    expect(questionParts(text)).toEqual(parts);
  });
  it('has parts that ask and parts that do not', () => {
    expect(['I have boots.', 'Can I return them?', 'what does it cost'].map(asks)).toEqual([false, true, true]);
  });
});

describe('a question without an answer', () => {
  it.each([
    ['write to kim.lee+x@mail.example please', 'write to [email] please'],
    ['call me: +46 (0)31-555 01 20 now', 'call me: [phone] now'],
    ['my card is 4111 1111 1111 1111', 'my card is [number]'],
    ['IBAN DE89 3704 0044 0532 0130 00 ok', 'IBAN [number] ok'],
    ['see https://x.example/u/kim?t=1 there', 'see [link] there'],
    ['is size 42 or 43 in 2026 for €219', 'is size 42 or 43 in 2026 for €219'],
  ])('is noted without what names a person: %s', (text, stored) => {
    expect(withoutPersonalData(text)).toBe(stored);
  });

  it('is stored once for the same words, shortened, and not at all without words', async () => {
    expect(questionKey('Do you sell TENTS?')).toBe(questionKey('do you sell tents'));
    expect(questionKey('?!')).toBeNull();
    const notes: UnansweredNote[] = [];
    const log = createUnansweredLog(
      { noteUnanswered: async (note) => void notes.push(note) },
      () => undefined,
      () => 7,
    );
    await log.note('demo', 'cnv', `tents\u0000 ${'x'.repeat(1_000)}`);
    await log.note('demo', 'cnv', '???');
    expect(notes).toMatchObject([{ inbox: 'demo', conversation: 'cnv', at: 7 }]);
    expect(notes[0]?.text).toHaveLength(300);
  });

  it('is listed by the inbox API with the files and their problems, and removed there', async () => {
    const store = {
      files: async () => [
        { file: 'a.pdf', hash: 'h', title: 'A', url: null, language: 'en', problem: 'is locked', passages: 0 },
      ],
      unanswered: async () => [{ key: 'k', text: 'tents?', count: 2, lastAsked: 3 }],
      removeUnanswered: async (_inbox: string, key: string) => key === 'k',
    } as unknown as KnowledgeStore;
    const desk = new Hono<InboxApiEnv>();
    desk.use(async (c, next) => {
      const caller = { person: null, mayUse: () => true, mayAnswer: true, mayChangeKnowledge: () => true };
      c.set('asking', { caller, operator: null });
      await next();
    });
    const settled: unknown[] = [];
    const editor: KnowledgeEditor = {
      progress: () => ({ read: 1, files: 4 }),
      settle(inbox, question, as) {
        settled.push([inbox, question, as]);
        return as.kind === 'draft'
          ? { ok: true, file: 'tents.md.draft' }
          : { ok: false, problem: 'There is no article.' };
      },
    };
    desk.route('/', createKnowledgeApi(store, inboxesOf({ id: 'demo' }), editor));
    const settle = (key: string, body: object) =>
      desk.request(`/demo/unanswered/${key}`, { method: 'POST', body: JSON.stringify(body) });
    expect((await settle('k', { kind: 'burn' })).status).toBe(400);
    expect((await settle('other', {})).status).toBe(404);
    expect((await settle('k', { article: 'x.md' })).status).toBe(400);
    expect(await (await settle('k', {})).json()).toEqual({ file: 'tents.md.draft' });
    expect(settled).toEqual([
      ['demo', 'tents?', { kind: 'list', file: 'x.md' }],
      ['demo', 'tents?', { kind: 'draft' }],
    ]);
    expect(await (await desk.request('/demo/unanswered')).json()).toEqual({
      questions: [{ key: 'k', text: 'tents?', count: 2, lastAsked: 3 }],
    });
    const { files, reading } = (await (await desk.request('/demo/files')).json()) as {
      files: object[];
      reading: object;
    };
    expect(reading).toEqual({ read: 1, files: 4 });
    expect(files).toEqual([
      { file: 'a.pdf', title: 'A', url: null, language: 'en', problem: 'is locked', passages: 0 },
    ]);
    expect((await desk.request('/demo/unanswered/k', { method: 'DELETE' })).status).toBe(204);
    expect((await desk.request('/demo/unanswered/other', { method: 'DELETE' })).status).toBe(404);
  });
});

/** What every store must do with the knowledge of an inbox. Run it with `describeKnowledgeStore(name, open)`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KnowledgeStore, NewFile } from '../../../dist/store/port/knowledge.js';
import type { OpenStore } from '../../../dist/store/store.js';
import { SESSION } from '../fixtures.js';

export interface OpenedKnowledge {
  readonly store: OpenStore;
  reopen(): Promise<OpenStore>;
  dispose(): Promise<void>;
}

const file = (name: string, terms: string, over: Partial<NewFile> = {}): NewFile => ({
  file: name,
  hash: `hash of ${name} ${terms}`,
  title: `Title of ${name}`,
  url: null,
  language: 'en',
  problem: null,
  passages: terms.split('|').map((body) => ({
    heading: '',
    content: JSON.stringify([{ text: `${body}\u0000\ud800` }]),
    hash: `says ${body}`,
    titleTerms: name.replace(/\..*/, ''),
    headingTerms: '',
    bodyTerms: body,
    questions: JSON.stringify(body === 'boot' ? ['may I wear it', 'größe? “so” \\u0000'] : []),
  })),
  ...over,
});

export function describeKnowledgeStore(name: string, open: () => Promise<OpenedKnowledge>): void {
  describe(`${name}: what an inbox knows`, () => {
    let opened: OpenedKnowledge;
    let knowledge: KnowledgeStore;
    beforeEach(async () => {
      opened = await open();
      knowledge = opened.store.knowledge;
      await opened.store.createSession(SESSION);
    });
    afterEach(() => opened.dispose());
    const bodies = async (inbox = 'demo') => (await knowledge.terms(inbox)).map(({ bodyTerms }) => bodyTerms).sort();

    it('has the terms of each passage, in its language and inbox', async () => {
      await knowledge.replaceFiles(
        'demo',
        [file('shoe.md', 'wool|boot lace'), file('de.md', 'stiefel', { language: 'de' })],
        [],
      );
      await knowledge.replaceFiles('other', [file('theirs.md', 'coat')], []);
      expect(await bodies()).toEqual(['boot lace', 'stiefel', 'wool']);
      expect(await bodies('other')).toEqual(['coat']);
      expect((await knowledge.terms('demo')).find(({ bodyTerms }) => bodyTerms === 'stiefel')).toMatchObject({
        file: 'de.md',
        language: 'de',
        titleTerms: 'de',
      });
    });

    it('takes terms of any script', async () => {
      const terms = '返品 ковёр größe 日本';
      await knowledge.replaceFiles('demo', [file('返.md', terms), file('x.md', 'or not and near')], []);
      expect(await bodies()).toEqual(['or not and near', terms]);
    });

    it('outlives a restart, is replaced as a whole, and goes', async () => {
      await knowledge.replaceFiles(
        'demo',
        [file('a.md', 'old'), file('b.md', 'stay', { url: 'https://x.example', problem: 'is odd' })],
        [],
      );
      knowledge = (await opened.reopen()).knowledge;
      const before = await knowledge.generation('demo');
      await knowledge.replaceFiles('demo', [file('a.md', 'new|newer')], []);
      expect(await bodies()).toEqual(['new', 'newer', 'stay']);
      expect(await knowledge.files('demo')).toMatchObject([
        { file: 'a.md', passages: 2 },
        { file: 'b.md', passages: 1, url: 'https://x.example', problem: 'is odd' },
      ]);
      await knowledge.replaceFiles('demo', [], ['a.md']);
      expect(await bodies()).toEqual(['stay']);
      expect(await knowledge.generation('demo')).not.toBe(before);
    });

    it('keeps the questions that a passage lists, and counts them', async () => {
      await knowledge.replaceFiles('demo', [file('a.md', 'boot|lace')], []);
      const listed = (await knowledge.terms('demo')).map(({ bodyTerms, questions }) => [
        bodyTerms,
        JSON.parse(questions),
      ]);
      expect(listed.sort()).toEqual([
        ['boot', ['may I wear it', 'größe? “so” \\u0000']],
        ['lace', []],
      ]);
      expect(await knowledge.files('demo')).toMatchObject([{ file: 'a.md', passages: 2, questions: 2 }]);
    });

    it('is the same when several put it there at once', async () => {
      await Promise.all(
        Array.from({ length: 8 }, () =>
          knowledge.replaceFiles('demo', [file('a.md', 'boot'), file('b.md', 'shoe')], []),
        ),
      );
      expect(await bodies()).toEqual(['boot', 'shoe']);
      expect(await knowledge.files('demo')).toHaveLength(2);
    });

    it('keeps vectors for as long as a passage says what they are of', async () => {
      await knowledge.replaceFiles('demo', [file('a.md', 'boot|lace')], []);
      expect(await knowledge.withoutVector('demo', 'm', 10)).toHaveLength(2);
      const vector = Float32Array.from([0.25, -1.5, 3]);
      await knowledge.saveVectors('m', [
        { hash: 'says boot', vector },
        { hash: 'says nothing', vector },
      ]);
      expect(await knowledge.vectors('demo', 'm')).toEqual([{ hash: 'says boot', vector }]);
      expect((await knowledge.withoutVector('demo', 'm', 10)).map(({ hash }) => hash)).toEqual(['says lace']);
      expect(await knowledge.vectors('demo', 'another')).toEqual([]);
      expect((await knowledge.passagesOf('demo', ['says lace'])).map(({ file }) => file)).toEqual(['a.md']);
    });

    it('lists what no one could answer, each question once for a conversation, and no more than it may', async () => {
      const { conversation } = SESSION;
      const note = (key: string, at: number, of = conversation) =>
        knowledge.noteUnanswered({ inbox: 'demo', conversation: of, key, text: `${key}?`, at, most: 3 });
      const second = { ...SESSION, tokenHash: 'h2', session: 'ses_2', contact: 'ctc_2', conversation: 'cnv_2' };
      await opened.store.createSession(second);
      await note('tents', 1);
      await note('tents', 2);
      await note('tents', 3, 'cnv_2');
      await note('boats', 4);
      await note('unheard', 5, 'cnv_that_never_was');
      expect(await knowledge.unanswered('demo', 10)).toEqual([
        { key: 'tents', text: 'tents?', count: 2, lastAsked: 3 },
        { key: 'boats', text: 'boats?', count: 1, lastAsked: 4 },
      ]);
      await note('cars', 6);
      expect((await knowledge.unanswered('demo', 10)).reduce((sum, { count }) => sum + count, 0)).toBe(3);
      expect(await knowledge.removeUnanswered('demo', 'boats')).toBe(true);
      expect(await knowledge.removeUnanswered('demo', 'boats')).toBe(false);
      expect((await knowledge.unanswered('demo', 10)).map(({ key }) => key)).not.toContain('boats');
    });

    it('forgets what was asked in a conversation that its visitor had erased, also when it is noted too late', async () => {
      const { conversation } = SESSION;
      const question = { inbox: 'demo', conversation, key: 'secret', text: 'About my illness?', at: 1, most: 3 };
      await knowledge.noteUnanswered(question);
      const next = { conversation: 'cnv_2', epoch: 'epoch-0002' };
      expect(await opened.store.eraseConversation({ conversation, at: 2, next })).toBe(true);
      await knowledge.noteUnanswered({ ...question, at: 3 });
      expect(await knowledge.unanswered('demo', 10)).toEqual([]);
      await knowledge.noteUnanswered({ ...question, conversation: next.conversation, text: 'Anything else?', at: 4 });
      expect(await opened.store.conversation(next.conversation)).not.toBeNull();
      expect(await knowledge.unanswered('demo', 10)).toMatchObject([{ text: 'Anything else?', count: 1 }]);
    });
  });
}

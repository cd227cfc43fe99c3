/** Questions that nothing answered: listed by how many asked, and made into an article or listed with what answers them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { KnowledgeFile } from '../../../../realtime-server/dist/store/port/knowledge.js';
import { session } from '../../../../realtime-server/test/store/fixtures.js';
import type { Inboxes } from '../../../dist/index.js';
import { onBothDatabases } from '../../support/both-databases.js';
import { type KnowledgeWorkspace, openKnowledgeWorkspace } from '../../support/knowledge-workspace.js';

const INBOXES: Partial<Inboxes> = {
  list: () => [{ inboxId: 'demo', organization: null }],
  facts: () => Promise.reject(new Error('It is not asked in this test.')),
};
const conversation = (n: number): string => session(n).conversation;

onBothDatabases('a question without an answer', (newDatabase) => {
  let w: KnowledgeWorkspace;
  beforeEach(async () => {
    w = await openKnowledgeWorkspace(await newDatabase(), { inboxes: INBOXES });
    for (const n of [1, 2]) await w.store.createSession(session(n));
    await note('kayaks', 'Do you rent out kayaks?', conversation(1));
    await note('kayaks', 'Do you rent out kayaks?', conversation(2));
    await note('sunday', 'Is the shop open on Sundays?', conversation(1));
  });
  afterEach(() => w.dispose());
  const note = (key: string, text: string, asked: string) =>
    w.store.knowledge.noteUnanswered({ inbox: 'demo', conversation: asked, key, text, at: Date.now(), most: 100 });
  const gaps = async (): Promise<readonly { readonly key: string; readonly count: number }[]> =>
    (await w.read('gaps')).body.items;

  it('is listed with how many asked it, page by page, until it is dismissed', async () => {
    expect((await gaps()).map(({ key, count }) => [key, count])).toEqual([
      ['kayaks', 2],
      ['sunday', 1],
    ]);
    const { body } = await w.read('gaps', { limit: '1' });
    expect((await w.read('gaps', { limit: '1', cursor: body.nextCursor })).body.items).toMatchObject([
      { key: 'sunday' },
    ]);
    expect((await w.call('dismissGap', { inboxId: 'demo', key: 'kayaks' })).status).toBe(200);
    expect((await w.call('dismissGap', { inboxId: 'demo', key: 'kayaks' })).status).toBe(404);
    expect((await w.call('dismissGap', { inboxId: 'other', key: 'sunday' })).status).toBe(404);
    expect(await gaps()).toMatchObject([{ key: 'sunday' }]);
  });

  it('is on the next page whatever was dismissed on the one before', async () => {
    const at = Date.now();
    for (const key of ['a', 'b', 'c', 'd', 'e'])
      await w.store.knowledge.noteUnanswered({
        inbox: 'demo',
        conversation: conversation(1),
        key,
        text: key,
        at,
        most: 100,
      });
    const keys: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await w.read('gaps', { limit: '2', ...(cursor && { cursor }) });
      cursor = body.nextCursor;
      for (const { key } of body.items) {
        keys.push(key);
        expect((await w.call('dismissGap', { inboxId: 'demo', key })).status).toBe(200);
      }
    } while (cursor !== undefined);
    expect(keys.slice(0, 1)).toEqual(['kayaks']);
    expect([...keys].sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'kayaks', 'sunday']);
    expect((await w.read('gaps', { cursor: 'x' })).status).toBe(400);
  });

  it('becomes an article that answers nothing until its text is written', async () => {
    const gap = { inboxId: 'demo', key: 'kayaks' };
    const draft = await w.call('draftArticle', { question: 'Do you rent out kayaks?', gap, inboxIds: ['demo'] });
    expect(draft.body).toMatchObject({ state: 'paused', text: '', inboxIds: ['demo'] });
    expect(await gaps()).toMatchObject([{ key: 'sunday' }]);
    expect((await w.ask('demo', 'Do you rent out kayaks?')).outcome).toBe('unknown');
    const { sourceId } = draft.body;
    await w.call('update', { sourceId, version: 1, text: 'Thirty euros a day at the lake.', paused: false });
    expect(await w.settled(sourceId)).toMatchObject({ state: 'ready', passages: 1 });
    // Its question is listed, so words that the text does not have are found.
    await expect.poll(async () => (await w.ask('demo', 'Do you rent out kayaks?')).text).toContain('Thirty euros');
  });

  it('is listed with the article that answers it, at the heading that is named', async () => {
    const text = '# Hours\n\n## Weekdays\n\nFrom nine to five.\n\n## Weekend\n\nWe rest.';
    const made = await w.call('create', { type: 'article', title: 'Hours', text, inboxIds: ['demo'] });
    const { sourceId } = made.body;
    await w.settled(sourceId);
    const gap = { inboxId: 'demo', key: 'sunday' };
    const question = 'Is the shop open on Sundays?';
    const listed = await w.call('addQuestion', { sourceId, heading: 'Weekend', question, gap });
    expect(listed.status, JSON.stringify(listed.body)).toBe(200);
    expect(await w.settled(sourceId)).toMatchObject({ state: 'ready', problem: null });
    await expect.poll(async () => (await w.ask('demo', question)).text).toContain('We rest.');
    expect(await gaps()).toMatchObject([{ key: 'kayaks' }]);
    const { body } = await w.read('get', { sourceId });
    expect(body.pages.items[0].questions).toEqual([{ heading: 'Weekend', question }]);
  });

  it('the folder of an inbox is a source that is only read', async () => {
    const passages = [
      { heading: '', content: '[]', hash: 'h', titleTerms: '', headingTerms: '', bodyTerms: 'tent', questions: '[]' },
    ];
    const file = { hash: 'h', url: null, language: 'en', problem: null } as const;
    await w.store.knowledge.replaceFiles(
      'demo',
      [
        { ...file, file: 'tents.md', title: 'Tents', passages },
        { ...file, file: 'broken.pdf', title: 'broken.pdf', problem: 'is locked with a password', passages: [] },
      ],
      [],
    );
    const stored: readonly KnowledgeFile[] = await w.store.knowledge.files('demo');
    expect(stored).toHaveLength(2);
    const [folder] = (await w.read('list')).body.items;
    expect(folder).toMatchObject({ type: 'folder', managedBy: 'file', state: 'partly', pages: { read: 1, failed: 1 } });
    const { body } = await w.read('get', { sourceId: folder.sourceId });
    expect(body.pages.items).toMatchObject([
      { address: 'broken.pdf', state: 'failed', reason: 'is locked with a password' },
      { address: 'tents.md', state: 'read', passages: 1 },
    ]);
    // A file that goes meanwhile takes no other one from the pages that are still to be read.
    const first = (await w.read('get', { sourceId: folder.sourceId, limit: '1' })).body.pages;
    expect(first.items).toMatchObject([{ address: 'broken.pdf' }]);
    await w.store.knowledge.replaceFiles('demo', [], ['broken.pdf']);
    const rest = await w.read('get', { sourceId: folder.sourceId, limit: '1', cursor: first.nextCursor });
    expect(rest.body.pages).toMatchObject({ items: [{ address: 'tents.md' }] });
    expect(rest.body.pages.nextCursor).toBeUndefined();
    for (const [procedure, more] of [
      ['delete', {}],
      ['refresh', {}],
      ['update', { version: 1, title: 'Mine' }],
    ] as const)
      expect(await w.call(procedure, { sourceId: folder.sourceId, ...more })).toMatchObject({
        ...{ status: 403, body: { message: expect.stringContaining('operator') } },
      });
  });
});

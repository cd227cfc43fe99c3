/** Articles, files and pairs of question and answer: from the call that adds them to the answer of a visitor's question. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../../support/both-databases.js';
import { type KnowledgeWorkspace, openKnowledgeWorkspace } from '../../support/knowledge-workspace.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

onBothDatabases('a source', (newDatabase) => {
  let w: KnowledgeWorkspace;
  beforeEach(async () => {
    w = await openKnowledgeWorkspace(await newDatabase());
  });
  afterEach(() => w.dispose());

  const add = async (body: object) => {
    const made = await w.call('create', { aiAgentIds: [w.agentId], ...body });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return w.settled(made.body.sourceId);
  };
  const article = { type: 'article', title: 'Returns', text: 'You can send shoes back within thirty days.' };
  const answer = async (text: string): Promise<string> => (await w.ask(w.agentId, text)).text;

  it('that is an article answers a question, and its new text answers the next one', async () => {
    const source = await add(article);
    expect(source).toMatchObject({ state: 'ready', problem: null, passages: 1, pages: { read: 1, failed: 0 } });
    await expect.poll(() => answer('Can I send shoes back?')).toContain('within thirty days');
    const changed = await w.call('update', {
      ...{ sourceId: source.sourceId, version: 1, text: 'You can send shoes back within sixty days.' },
    });
    expect(changed.body).toMatchObject({ version: 2, text: 'You can send shoes back within sixty days.' });
    await w.settled(source.sourceId);
    await expect.poll(() => answer('Can I send shoes back?')).toContain('within sixty days');
  });

  it('that is a FAQ answers by its own questions', async () => {
    const faq = [
      { question: 'Do you ship to Norway?', answer: 'Yes, by mail within a week.' },
      { question: 'Is there a gift box?', answer: 'Yes. Choose it in the last step.' },
    ];
    const source = await add({ type: 'faq', title: 'Common questions', faq });
    expect(source).toMatchObject({ state: 'ready', passages: 2 });
    await expect.poll(() => answer('Is there a gift box?')).toContain('Choose it in the last step.');
    expect((await w.read('get', { sourceId: source.sourceId })).body.source.faq).toEqual(faq);
  });

  it('that is a file is read by its kind, and one without text has failed with what to do', async () => {
    const page = '<nav>Home</nav><main><h1>Warranty</h1><p>Tents have a warranty of three years.</p></main>';
    const read = await add({ type: 'file', file: { name: 'warranty.html', content: base64(page) } });
    expect(read).toMatchObject({ state: 'ready', passages: 1 });
    await expect.poll(() => answer('How long is the warranty of tents?')).toContain('three years');
    const broken = await add({ type: 'file', file: { name: 'scan.pdf', content: base64('%PDF-1.4 nothing') } });
    expect(broken).toMatchObject({
      state: 'failed',
      passages: 0,
      problem: expect.stringContaining('Save it with text'),
    });
    const { pages } = (await w.read('get', { sourceId: broken.sourceId })).body;
    expect(pages.items).toMatchObject([
      { address: 'scan.pdf', state: 'failed', reason: expect.stringContaining('PDF') },
    ]);
  });

  it('that is a file is replaced once for each idempotency key, and another file needs another key', async () => {
    const file = (name: string, text: string) => ({ file: { name, content: base64(text) } });
    const { sourceId } = await add({
      type: 'file',
      ...file('tents.md', '# Tents\n\nTents have a warranty of 1 year.'),
    });
    const change = (version: number, sent: object, idempotencyKey = 'replace-0001') =>
      w.call('update', { sourceId, version, ...sent, idempotencyKey });
    const second = file('tents.md', '# Tents\n\nTents have a warranty of 2 years.');
    const third = file('tents.md', '# Tents\n\nTents have a warranty of 3 years.');
    for (let n = 0; n < 2; n += 1)
      expect((await change(1, second)).body).toMatchObject({ version: 2, fileName: 'tents.md' });
    for (const other of [third, file('tent.md', '# Tents\n\nTents have a warranty of 2 years.')]) {
      const refused = await change(1, other);
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Use a new key')]);
    }
    expect((await change(2, third, 'replace-0002')).body).toMatchObject({ version: 3 });
    await w.settled(sourceId);
    await expect.poll(() => answer('How long is the warranty of tents?')).toContain('3 years');
    // So it is where a source is added.
    const added = { type: 'file', idempotencyKey: 'create-0001' };
    expect((await w.call('create', { ...added, ...second })).status).toBe(200);
    expect((await w.call('create', { ...added, ...third })).status).toBe(409);
  });

  it('that only an AI agent has counts for the setup while it is used, and never twice', async () => {
    const status = async () => (await w.get(`/api/rpc/onboarding/getStatus?orgId=${w.person.orgId}`, w.person)).body;
    expect(await status()).toMatchObject({ facts: { articles: 0 }, reached: { knowledge: false } });
    const { sourceId } = await add(article);
    // It is in a draft: no one is answered from it yet.
    expect(await status()).toMatchObject({ facts: { articles: 1 }, reached: { knowledge: true, agent: false } });
    await w.call('update', { sourceId, version: 1, paused: true });
    expect(await status()).toMatchObject({ facts: { articles: 0 }, reached: { knowledge: false } });
    await w.call('update', { sourceId, version: 2, paused: false });
    await w.settled(sourceId);
    // An inbox counts its own.
    const { db } = w.workspace.services.database;
    await db.insertInto('knowledge_source_base').values({ source_id: sourceId, base: 'shop' }).execute();
    expect(await status()).toMatchObject({ facts: { articles: 0 } });
  });

  it('that is deleted or paused answers nothing any more', async () => {
    const { sourceId } = await add(article);
    await expect.poll(async () => (await w.ask(w.agentId, 'Can I send shoes back?')).outcome).toBe('answered');
    await w.call('update', { sourceId, version: 1, paused: true });
    await expect.poll(async () => (await w.ask(w.agentId, 'Can I send shoes back?')).outcome).toBe('unknown');
    await w.call('update', { sourceId, version: 2, paused: false });
    await w.settled(sourceId);
    await expect.poll(async () => (await w.ask(w.agentId, 'Can I send shoes back?')).outcome).toBe('answered');
    expect((await w.call('delete', { sourceId })).body).toEqual({ sourceId, passages: 1 });
    await expect.poll(async () => (await w.store.knowledge.files(w.agentId)).length).toBe(0);
    expect((await w.read('get', { sourceId })).status).toBe(404);
  });

  it('is changed field by field, never from an outdated copy, and each change has its row', async () => {
    const { sourceId } = await add(article);
    expect((await w.call('update', { sourceId, version: 1, title: 'Sending back' })).body).toMatchObject({
      version: 2,
    });
    const outdated = await w.call('update', { sourceId, version: 1, title: 'Lost' });
    expect(outdated).toMatchObject({ status: 412, body: { data: { version: 2 } } });
    await w.settled(sourceId);
    const rows = await w.workspace.services.database.db.selectFrom('outbox').selectAll().orderBy('id').execute();
    const own = rows.filter(({ target_id }) => target_id === sourceId).map(({ action }) => action);
    expect(own.filter((action) => action !== 'knowledge.read')).toEqual(['knowledge.create', 'knowledge.update']);
    expect(own).toContain('knowledge.read');
  });

  it('is added once, however often it is sent', async () => {
    const body = { ...article, aiAgentIds: [w.agentId], idempotencyKey: 'article-0001' };
    const answers = await Promise.all([w.call('create', body), w.call('create', body)]);
    expect(new Set(answers.map(({ body: { sourceId } }) => sourceId)).size).toBe(1);
    expect((await w.read('list')).body.items).toHaveLength(1);
    const other = await w.call('create', { ...body, text: 'Other words.' });
    expect(other.status).toBe(409);
  });

  it('names what its type needs and what it can’t have', async () => {
    for (const wrong of [
      { type: 'article', title: 'Empty', text: '' },
      { type: 'article', text: 'No title.' },
      { ...article, website: { startUrl: 'https://shop.example' } },
      { type: 'file', file: { name: 'a.exe', content: 'AAAA' } },
      { type: 'file', file: { name: 'a.md', content: 'not base64!' } },
      { type: 'website', website: { startUrl: 'http://shop.example' } },
      { type: 'website', website: { startUrl: 'https://localhost' } },
      { type: 'website', website: { startUrl: 'https://shop.example', include: ['no path'] } },
      { type: 'faq', title: 'Empty', faq: [] },
    ])
      expect((await w.call('create', wrong)).status, JSON.stringify(wrong)).toBe(400);
  });

  it('is listed page by page, by its type and its state', async () => {
    for (const title of ['A', 'B', 'C']) await add({ ...article, title });
    await add({ type: 'faq', title: 'D', faq: [{ question: 'Open on Sundays?', answer: 'No.' }] });
    const first = (await w.read('list', { limit: '3' })).body;
    expect(first.items.map(({ title }: { title: string }) => title)).toEqual(['A', 'B', 'C']);
    const rest = (await w.read('list', { limit: '3', cursor: first.nextCursor })).body;
    expect(rest.items.map(({ title }: { title: string }) => title)).toEqual(['D']);
    expect(rest.nextCursor).toBeUndefined();
    expect((await w.read('list', { type: 'faq' })).body.items).toHaveLength(1);
    expect((await w.read('list', { state: 'failed' })).body.items).toHaveLength(0);
  });

  it('is searched with passages, and the verdict of the gate', async () => {
    await add(article);
    const found = (await w.read('search', { aiAgentId: w.agentId, text: 'Can I send shoes back?' })).body;
    expect(found).toMatchObject({ verdict: 'answered', passages: [{ title: 'Returns', verdict: 'answered' }] });
    expect((await w.read('search', { aiAgentId: w.agentId, text: 'Who won the war?' })).body.verdict).toBe('unknown');
    expect((await w.read('search', { aiAgentId: 'agt_other', text: 'Shoes?' })).status).toBe(404);
  });

  it('of another organization is not there', async () => {
    const { sourceId } = await add(article);
    const made = await w.post('/api/rpc/organization/create', { name: 'Other shop' }, w.person);
    const olga = await w.invited({ ...w.person, orgId: made.body.orgId }, 'owner', 'Olga');
    const asOlga = { ...olga, orgId: made.body.orgId };
    expect((await w.read('list', {}, asOlga)).body.items).toEqual([]);
    expect((await w.read('get', { sourceId }, asOlga)).status).toBe(404);
    for (const [procedure, body] of [
      ['update', { sourceId, version: 1, title: 'Ours' }],
      ['refresh', { sourceId }],
      ['delete', { sourceId }],
      ['addQuestion', { sourceId, question: 'Is it ours?' }],
      ['create', { ...article, aiAgentIds: [w.agentId] }],
    ] as const)
      expect((await w.call(procedure, body, asOlga)).status, procedure).toBe(404);
    expect((await w.read('search', { aiAgentId: w.agentId, text: 'Shoes?' }, asOlga)).status).toBe(404);
  });
});

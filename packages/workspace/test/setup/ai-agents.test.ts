/** AI agents: drafts, versions, two people at once, and what visitors get of them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishedAgents } from '../../dist/setup/ai-agents/published-agents.js';
import { onBothDatabases } from '../support/both-databases.js';
import { type Agents, openAgents } from './agents.js';

onBothDatabases('AI agents', (newDatabase) => {
  let a: Agents;
  beforeEach(async () => {
    a = await openAgents(await newDatabase());
  });
  afterEach(() => a.w.dispose());
  const published = async (id: string) =>
    (await publishedAgents(a.w.workspace.services.database.db, [id, 'agt_other'])).get(id) ?? null;
  const outbox = async () =>
    a.w.workspace.services.database.db
      .selectFrom('outbox')
      .select(['action', 'version', 'fields'])
      .where('target_type', '=', 'ai_agent')
      .orderBy('at')
      .orderBy('id')
      .execute();

  it('begin as a draft with the server’s usual model, and every member reads them', async () => {
    const fields = { handoff: { onUnknown: 'auto' }, tests: [{ question: 'Open?', expect: 'answered' }] };
    const made = await a.ask('create', { name: 'Hei', ...fields, idempotencyKey: 'create-0001' });
    expect(made.body).toMatchObject({
      ...{ name: 'Hei', version: 1, published: null, model: 'openai:big', hasModel: true, title: null },
      handoff: { onUnknown: 'auto', afterTurns: null },
      tests: [{ question: 'Open?', expect: 'answered', documentId: null }],
      budget: { conversation: 200_000 },
      shown: { version: 1, state: 'draft', publishedAt: null },
      versions: [{ version: 1 }],
      inboxes: [],
    });
    const { aiAgentId } = made.body;
    expect(aiAgentId).toMatch(/^agt_/);
    const again = await a.ask('create', { name: 'Hei', ...fields, idempotencyKey: 'create-0001' });
    expect(again.body.aiAgentId).toBe(aiAgentId);
    const mia = await a.w.invited(a.owner, 'member', 'Mia');
    expect((await a.read('get', { aiAgentId }, mia)).body).toMatchObject({ name: 'Hei' });
    expect((await a.read('list', {}, mia)).body).toMatchObject({
      items: [{ aiAgentId, name: 'Hei', version: 1, lastRun: null }],
      models: ['openai:big', 'openai:small'],
    });
    expect((await a.ask('update', { aiAgentId, version: 1, title: 'x' }, mia)).status).toBe(403);
    expect(await published(aiAgentId)).toBeNull();
    expect((await a.ask('create', { name: 'HEI' })).status).toBe(409);
    for (const wrong of [
      { name: '' },
      { name: 'x', model: 'openai:unknown' },
      { name: 'x', handoff: { afterTurns: 21 } },
      { name: 'x', linkHosts: ['not a host'] },
      { name: 'x', tests: Array.from({ length: 201 }, () => fields.tests[0]) },
      { name: 'x', instructions: 'x'.repeat(8_001) },
    ])
      expect((await a.ask('create', wrong)).status, JSON.stringify(wrong).slice(0, 80)).toBe(400);
  });

  it('are listed page by page', async () => {
    for (const name of ['A', 'B', 'C']) await a.create(name);
    const first = await a.read('list', { limit: 2 });
    expect(first.body.items.map(({ name }: { name: string }) => name)).toEqual(['A', 'B']);
    const rest = await a.read('list', { limit: 2, cursor: first.body.nextCursor });
    expect(rest.body.items.map(({ name }: { name: string }) => name)).toEqual(['C']);
    expect(rest.body.nextCursor).toBeUndefined();
  });

  it('have one draft that changes write into; visitors get the published version, which never changes', async () => {
    const aiAgentId = await a.create('Hei', { instructions: 'Be brief.' });
    expect((await a.ask('publish', { aiAgentId, version: 1 })).body).toMatchObject({ published: 1 });
    const first = { aiAgent: { id: aiAgentId, version: 1 }, agentName: 'Hei', instructions: 'Be brief.' };
    expect(await published(aiAgentId)).toMatchObject(first);
    const changed = await a.ask('update', { aiAgentId, version: 1, instructions: 'Be long.', name: 'Hallo' });
    expect(changed.body).toMatchObject({
      version: 2,
      published: 1,
      shown: { state: 'draft' },
      instructions: 'Be long.',
    });
    const again = await a.ask('update', { aiAgentId, version: 2, title: 'Guide' });
    expect(again.body.versions.map(({ version, state }: Record<string, unknown>) => [version, state])).toEqual([
      [3, 'draft'],
      [1, 'published'],
    ]);
    expect(await published(aiAgentId)).toMatchObject(first);
    expect((await a.read('get', { aiAgentId, version: 1 })).body).toMatchObject({ instructions: 'Be brief.' });
    // Without a change nothing is written.
    expect((await a.ask('update', { aiAgentId, version: 3, title: 'Guide' })).body.version).toBe(3);

    await a.ask('publish', { aiAgentId, version: 3 });
    expect(await published(aiAgentId)).toMatchObject({
      ...{ aiAgent: { version: 3 }, agentName: 'Hallo', agentTitle: 'Guide', instructions: 'Be long.' },
    });
    expect((await outbox()).map(({ action, version }) => [action, version])).toEqual([
      ['aiAgents.create', 1],
      ['aiAgents.publish', 1],
      ['aiAgents.update', 2],
      ['aiAgents.update', 3],
      ['aiAgents.publish', 3],
    ]);
    expect(JSON.parse((await outbox())[2]?.fields as string)).toEqual(['name', 'instructions']);
  });

  it('go back to an older version in one call, and forward again', async () => {
    const aiAgentId = await a.create('Hei', { instructions: 'One.' });
    await a.ask('publish', { aiAgentId, version: 1 });
    await a.ask('update', { aiAgentId, version: 1, instructions: 'Two.' });
    await a.ask('publish', { aiAgentId, version: 2 });
    await a.ask('update', { aiAgentId, version: 2, instructions: 'Three.' });
    const back = await a.ask('publish', { aiAgentId, version: 1 });
    expect(back.body.versions.map(({ version, state }: Record<string, unknown>) => [version, state])).toEqual([
      [3, 'draft'],
      [2, 'superseded'],
      [1, 'published'],
    ]);
    expect(await published(aiAgentId)).toMatchObject({ instructions: 'One.', aiAgent: { version: 1 } });
    // The draft is as it was.
    expect(back.body).toMatchObject({ version: 3, instructions: 'Three.' });
    await a.ask('publish', { aiAgentId, version: 2 });
    expect(await published(aiAgentId)).toMatchObject({ instructions: 'Two.' });
    expect((await a.ask('publish', { aiAgentId, version: 9 })).status).toBe(404);
  });

  it('the second of two people who change one is notified what the first has changed, and nothing is lost', async () => {
    const aiAgentId = await a.create('Hei');
    const ada = { aiAgentId, version: 1, instructions: 'By Ada.' };
    const bob = { aiAgentId, version: 1, title: 'By Bob' };
    const answers = await Promise.all([a.ask('update', ada), a.ask('update', bob)]);
    const [late] = answers.filter(({ status }) => status === 412);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const isBobLate = answers[1]?.status === 412;
    expect(late?.body.data).toEqual({ version: 2, fields: [isBobLate ? 'instructions' : 'title'] });
    const again = await a.ask('update', { ...(isBobLate ? bob : ada), version: 2 });
    expect(again.body).toMatchObject({ version: 3, instructions: 'By Ada.', title: 'By Bob' });
    // A draft that was changed meanwhile isn't published unseen.
    const unseen = await a.ask('publish', { aiAgentId, version: 2 });
    expect([unseen.status, unseen.body.data.version]).toEqual([412, 3]);
  });

  it('are not deleted while an inbox has them', async () => {
    const aiAgentId = await a.create('Hei', { tests: [{ question: 'Open?', expect: 'refused' }] });
    await a.run({ aiAgentId });
    const { orgId } = a.owner;
    const inbox = { orgId, name: 'Shop chat', allowedOrigins: ['https://havn.example'], aiAgentId };
    const { inboxId } = (await a.w.post('/api/rpc/inboxes/create', inbox, a.owner)).body;
    const refusal = await a.ask('delete', { aiAgentId });
    expect([refusal.status, refusal.body.message]).toEqual([409, expect.stringContaining('Shop chat')]);
    expect((await a.read('get', { aiAgentId })).body.inboxes).toEqual([{ inboxId, name: 'Shop chat' }]);
    await a.w.post('/api/rpc/inboxes/update', { orgId, inboxId, version: 1, aiAgentId: null }, a.owner);
    expect((await a.ask('delete', { aiAgentId })).body).toEqual({ aiAgentId });
    expect((await a.read('get', { aiAgentId })).status).toBe(404);
    expect(await a.rows()).toMatchObject({ ai_agent: 0, ai_agent_version: 0, ai_agent_run: 0, ai_agent_run_answer: 0 });
    expect(await a.create('Hei')).not.toBe(aiAgentId);
  });

  it('lose a source when it is deleted, and their other sources can still be changed', async () => {
    const source = async (title: string): Promise<string> => {
      const article = { orgId: a.owner.orgId, type: 'article', title, text: title };
      return (await a.w.post('/api/rpc/knowledge/create', article, a.owner)).body.sourceId;
    };
    const [deleted, other, added] = [await source('Deleted'), await source('Other'), await source('Added')];
    const aiAgentId = await a.create('Hei', { knowledgeIds: [deleted, other] });
    await a.ask('publish', { aiAgentId, version: 1 });
    await a.w.post('/api/rpc/knowledge/delete', { orgId: a.owner.orgId, sourceId: deleted }, a.owner);
    expect((await a.read('get', { aiAgentId })).body.knowledgeIds).toEqual([other]);
    // A change of the name alone isn't a change of the sources.
    const renamed = await a.ask('update', { aiAgentId, version: 1, name: 'Hallo', knowledgeIds: [other] });
    expect(renamed.body).toMatchObject({ version: 2, knowledgeIds: [other] });
    expect(JSON.parse((await outbox()).at(-1)?.fields as string)).toEqual(['name']);
    await a.ask('publish', { aiAgentId, version: 1 });

    // A page that was open before the deletion sends the source back.
    const fresh = await a.create('Nor', { knowledgeIds: [other, added] });
    await a.w.post('/api/rpc/knowledge/delete', { orgId: a.owner.orgId, sourceId: other }, a.owner);
    const sent = await a.ask('update', { aiAgentId: fresh, version: 1, title: 'Guide', knowledgeIds: [other, added] });
    expect([sent.status, sent.body.knowledgeIds, sent.body.title]).toEqual([200, [added], 'Guide']);
    // One that it never had is refused.
    const unknown = await a.ask('update', { aiAgentId: fresh, version: 2, knowledgeIds: [added, 'kno_unknown'] });
    expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining('kno_unknown')]);
    expect((await a.ask('create', { name: 'New', knowledgeIds: [other] })).status).toBe(400);
  });
});

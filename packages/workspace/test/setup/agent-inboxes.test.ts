/** What an inbox is served with that has an AI agent, and what the agent knows: its own sources, once they are published. */

import type { InboxSettings } from '@service/realtime-server/ports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sourcesOf } from '../../dist/setup/knowledge/source-bases.js';
import { onBothDatabases } from '../support/both-databases.js';
import { type Agents, openAgents } from './agents.js';

onBothDatabases('an inbox with an AI agent', (newDatabase) => {
  let a: Agents;
  let served: readonly InboxSettings[] = [];
  beforeEach(async () => {
    served = [];
    const apply = (inboxes: readonly { readonly settings: InboxSettings }[]): void => {
      served = inboxes.map(({ settings }) => settings);
    };
    a = await openAgents(await newDatabase(), { served: { apply } });
  });
  afterEach(() => a.w.dispose());
  const call = async (procedure: string, body: object) => {
    const { status, body: answer } = await a.w.post(
      `/api/rpc/${procedure}`,
      { orgId: a.owner.orgId, ...body },
      a.owner,
    );
    if (status !== 200) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const known = (base: string) => sourcesOf(a.w.workspace.services.database.db, base);

  it('has its published version at once, and the next one when that is published', async () => {
    const aiAgentId = await a.create('Hei', { instructions: 'One.', title: 'At once', linkHosts: ['track.example'] });
    const inbox = {
      name: 'Shop',
      agentName: 'Own name',
      allowedOrigins: ['https://havn.example'],
      aiAgentId,
      live: true,
    };
    await call('inboxes/create', inbox);
    expect(served).toMatchObject([{ agentName: 'Own name', aiAgent: null, knowledgeBase: aiAgentId }]);
    await a.ask('publish', { aiAgentId, version: 1 });
    expect(served).toMatchObject([
      {
        ...{
          name: 'Shop',
          agentName: 'Hei',
          agentTitle: 'At once',
          instructions: 'One.',
          linkHosts: ['track.example'],
        },
        aiAgent: { id: aiAgentId, version: 1, model: 'openai:big', handoff: { onUnknown: 'offer' } },
        knowledgeBase: aiAgentId,
      },
    ]);
    await a.ask('update', { aiAgentId, version: 1, instructions: 'Two.' });
    expect(served[0]?.instructions).toBe('One.');
    await a.ask('publish', { aiAgentId, version: 2 });
    expect(served[0]).toMatchObject({ instructions: 'Two.', aiAgent: { version: 2 } });
    await a.ask('publish', { aiAgentId, version: 1 });
    expect(served[0]).toMatchObject({ instructions: 'One.', aiAgent: { version: 1 } });
  });

  it('answers from the sources of the published version; a new one goes into the draft first', async () => {
    const aiAgentId = await a.create('Hei');
    await a.ask('publish', { aiAgentId, version: 1 });
    const article = { type: 'article', title: 'Returns', text: 'Within thirty days.' };
    const { sourceId } = await call('knowledge/create', { ...article, aiAgentIds: [aiAgentId] });
    expect([await known(aiAgentId), await known(`${aiAgentId}.draft`)]).toEqual([[], [sourceId]]);
    const draft = (await a.read('get', { aiAgentId })).body;
    expect(draft).toMatchObject({ version: 2, knowledgeIds: [sourceId], published: 1 });
    const read = await a.w.get(`/api/rpc/knowledge/get?orgId=${a.owner.orgId}&sourceId=${sourceId}`, a.owner);
    expect(read.body.source.aiAgentIds).toEqual([aiAgentId]);
    await a.ask('publish', { aiAgentId, version: 2 });
    expect(await known(aiAgentId)).toEqual([sourceId]);
    // Taken out of the draft: visitors have it until that is published.
    await call('knowledge/update', { sourceId, version: 1, aiAgentIds: [] });
    expect([await known(aiAgentId), await known(`${aiAgentId}.draft`)]).toEqual([[sourceId], []]);
    await a.ask('publish', { aiAgentId, version: 3 });
    expect(await known(aiAgentId)).toEqual([]);
    // Back to the version that had it.
    await a.ask('publish', { aiAgentId, version: 2 });
    expect(await known(aiAgentId)).toEqual([sourceId]);
    const other = await a.ask('update', { aiAgentId, version: 3, knowledgeIds: ['kno_other'] });
    expect([other.status, other.body.message]).toEqual([400, expect.stringContaining('kno_other')]);
    await a.ask('delete', { aiAgentId });
    expect([await known(aiAgentId), await known(`${aiAgentId}.draft`)]).toEqual([[], []]);
  });
});

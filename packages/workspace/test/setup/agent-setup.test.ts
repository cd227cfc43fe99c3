/** What the setup of an organization knows of its AI agents, and the guide for an agent that sets it up. */
import { traverseContractProcedures } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { router } from '../../dist/router/router.js';
import { onBothDatabases } from '../support/both-databases.js';
import { type Agents, answered, openAgents, refused } from './agents.js';

onBothDatabases('the setup', (newDatabase) => {
  let a: Agents;
  beforeEach(async () => {
    a = await openAgents(await newDatabase());
  });
  afterEach(() => a.w.dispose());
  const read = async (what: string) =>
    (await a.w.get(`/api/rpc/onboarding/${what}?orgId=${a.owner.orgId}`, a.owner)).body;

  it('knows whether an AI agent is published, and whether its tests are passed', async () => {
    expect((await read('getStatus')).reached).toMatchObject({ agent: false, tests: null });
    const aiAgentId = await a.create('Hei', { tests: [{ question: 'Open?', expect: 'answered' }] });
    expect(await read('getStatus')).toMatchObject({
      facts: { aiAgents: 1, publishedAgents: 0, lastTestRun: null },
      reached: { agent: false, tests: false },
    });
    a.script = () => refused;
    await a.run({ aiAgentId });
    expect(await read('getStatus')).toMatchObject({ facts: { lastTestRun: { failed: 1 } }, reached: { tests: false } });
    a.script = () => answered('Yes.');
    // Other questions say nothing of the tests.
    await a.run({ aiAgentId, tests: [{ question: 'Hello?', expect: 'answered' }] });
    a.past.push({ conversation: 'cnv_1', text: 'Hello?', before: [] });
    await a.run({ aiAgentId, past: { days: 1, n: 1 } });
    expect(await read('getStatus')).toMatchObject({ facts: { lastTestRun: { failed: 1 } }, reached: { tests: false } });
    await a.run({ aiAgentId });
    await a.ask('publish', { aiAgentId, version: 1 });
    expect(await read('getStatus')).toMatchObject({
      facts: { publishedAgents: 1, lastTestRun: { passed: 1, failed: 0 } },
      reached: { agent: true, tests: true },
    });
  });

  it('has a guide with the steps in order, what is done already, and procedures that exist', async () => {
    const { orgId } = a.owner;
    await a.w.post('/api/rpc/onboarding/update', { orgId, steps: { business: 'done' } }, a.owner);
    const { guide } = await read('agentGuide');
    expect(guide).toContain('# Setting up Havn & Hei');
    expect(guide).toContain('## 1. The business (done)');
    expect(guide).toContain('The next step: `knowledge`.');
    const names = new Set<string>();
    traverseContractProcedures({ router, path: [] }, ({ path }) => void names.add(path.join('.')));
    const named = [...guide.matchAll(/`([a-z]+\.[a-zA-Z]+)`/gi)].map(([, name]) => name as string);
    // These come with inboxes and knowledge that a team manages.
    const others = /^(?:inboxes|knowledge|website)\./;
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !names.has(name) && !others.test(name))).toEqual([]);
  });
});

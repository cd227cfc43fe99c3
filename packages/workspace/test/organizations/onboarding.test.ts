/** The setup of an organization: a checklist that people tick off, and facts that never come from it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

onBothDatabases('the setup of an organization', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  let facts = { articles: 0, answeredBy: 'articles', hasOwnLook: false, hasVisitors: false, hasMessages: false };
  beforeEach(async () => {
    facts = { articles: 0, answeredBy: 'articles', hasOwnLook: false, hasVisitors: false, hasMessages: false };
    w = await openTestWorkspace(await newDatabase(), {
      inboxes: {
        list: () => [
          { inboxId: 'shop', organization: null },
          { inboxId: 'demo', organization: 'demo' },
        ],
        facts: async (inboxId) =>
          ({ ...facts, knowledgeBase: inboxId, articles: inboxId === 'shop' ? facts.articles : 99 }) as never,
      },
    });
    owner = await w.owner();
  });
  afterEach(() => w.dispose());
  const read = async (what: string, by: Person = owner) =>
    (await w.get(`/api/rpc/onboarding/${what}?orgId=${owner.orgId}`, by)).body;
  const ask = (what: string, body: object, by: Person = owner) =>
    w.post(`/api/rpc/onboarding/${what}`, { orgId: owner.orgId, ...body }, by);

  it('begins with every step pending, and shows what was ticked off to every member', async () => {
    const state = await read('getState');
    expect(state).toMatchObject({ next: 'business', answers: { name: 'Havn & Hei', website: null } });
    expect(Object.entries(state.steps)).toEqual(
      ['business', 'knowledge', 'agent', 'tests', 'look', 'install', 'team'].map((step) => [step, 'pending']),
    );
    const body = { steps: { business: 'done', knowledge: 'skipped' }, idempotencyKey: 'update-0001' };
    for (const _ of [1, 2]) expect((await ask('update', body)).body).toMatchObject({ next: 'agent' });
    await ask('update', { steps: { business: 'pending' } });
    const mia = await w.invited(owner, 'member', 'Mia');
    expect(await read('getState', mia)).toMatchObject({
      steps: { business: 'pending', knowledge: 'skipped' },
      next: 'business',
    });
    expect((await ask('update', { steps: { business: 'done' } }, mia)).status).toBe(403);
    for (const steps of [{}, { business: 'perhaps' }, { other: 'done' }])
      expect((await ask('update', { steps })).status, JSON.stringify(steps)).toBe(400);
  });

  it('is as far as the facts are, whatever was ticked off', async () => {
    const all = ['business', 'knowledge', 'agent', 'tests', 'look', 'install', 'team'];
    await ask('update', { steps: Object.fromEntries(all.map((step) => [step, 'done'])) });
    expect(await read('getStatus')).toEqual({
      facts: {
        ...{ business: false, inboxes: 1, members: 1, ...facts, answeredBy: ['articles'] },
        ...{ aiAgents: 0, publishedAgents: 0, lastTestRun: null },
      },
      reached: {
        ...{ business: false, knowledge: false, agent: false, tests: null },
        ...{ look: false, install: false, team: false },
      },
      percent: 0,
    });
    await ask('setBusiness', { name: 'Havn', website: 'https://havn.example' });
    facts = { ...facts, articles: 3, hasVisitors: true };
    expect(await read('getStatus')).toMatchObject({
      facts: { business: true, articles: 3, hasVisitors: true, hasMessages: false },
      reached: { business: true, knowledge: true, agent: true, look: false, install: true, team: false },
      percent: 67,
    });
    facts = { ...facts, hasOwnLook: true };
    await w.invited(owner, 'member', 'Mia');
    expect(await read('getStatus')).toMatchObject({ percent: 100, facts: { members: 2 } });
  });

  it('describes the business, keeps what is not named, and makes older copies outdated', async () => {
    const described = { name: 'Havn', website: 'https://havn.example', description: 'Boats.', timeZone: 'Europe/Oslo' };
    expect((await ask('setBusiness', described)).body).toMatchObject({
      ...{ name: 'Havn', website: 'https://havn.example', timeZone: 'Europe/Oslo', locale: 'en', version: 2 },
      business: { description: 'Boats.', industry: '', tone: 'friendly' },
    });
    const second = { name: 'Havn', website: 'https://havn.example', tone: 'formal', supportEmail: 'Help@havn.example' };
    expect((await ask('setBusiness', second)).body).toMatchObject({
      business: { description: 'Boats.', tone: 'formal', supportEmail: 'help@havn.example' },
      timeZone: 'Europe/Oslo',
      version: 3,
    });
    const { orgId } = owner;
    const outdated = await w.post('/api/rpc/organization/update', { orgId, version: 2, name: 'X' }, owner);
    expect(outdated.status).toBe(412);
    for (const wrong of [{ name: 'Havn' }, { name: 'Havn', website: 'havn' }, { ...second, tone: 'rude' }])
      expect((await ask('setBusiness', wrong)).status, JSON.stringify(wrong)).toBe(400);
  });
});

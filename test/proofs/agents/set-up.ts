/** What an AI agent does that sets an empty workspace up for its owner: step by step, as the workspace's own guide says. */
import { expect } from 'vitest';
import type { Result, Workspace } from '../../support/agents/ways-in.js';

export const QUESTION = 'How long can I return boots?';
const FACT = 'You can return boots within 45 days, in the box they came in.';

/** A condition is looked at four times a second: a credential may ask ten times. */
const WAIT = { timeout: 60_000, interval: 250 };

export interface SetUp {
  readonly inboxId: string;
  readonly aiAgentId: string;
}

export async function setUp({ call }: Workspace, origin: string): Promise<SetUp> {
  const { guide } = await call('onboarding.agentGuide');
  expect(guide).toContain('The next step: `business`.');
  const tick = (step: string): Promise<Result> => call('onboarding.update', { steps: { [step]: 'done' } });

  await call('onboarding.setBusiness', {
    ...{ name: 'Havn & Hei', website: origin, description: 'Boots and tents for the mountains.', tone: 'friendly' },
    idempotencyKey: 'business-1',
  });
  await tick('business');

  const sourceId = await readArticle(call);
  await tick('knowledge');

  const tests = [
    { question: QUESTION, expect: 'answered' },
    { question: 'Do you rent out kayaks?', expect: 'refused' },
  ];
  const { aiAgentId } = await call('aiAgents.create', { name: 'Hei', knowledgeIds: [sourceId], tests });
  await tick('agent');

  await call('aiAgents.runTests', { aiAgentId });
  const lastRun = async () => (await call('onboarding.getStatus')).facts.lastTestRun;
  await expect.poll(lastRun, WAIT).toMatchObject({ passed: 2, failed: 0 });
  await tick('tests');

  const { inboxId, state } = await call('inboxes.create', {
    ...{ name: 'Havn & Hei', allowedOrigins: [origin], greeting: 'Hei! What are you looking for?', people: {} },
    ...{ aiAgentId, live: true },
  });
  expect(state).toBe('live');
  const { next } = await tick('look');
  expect(next).toBe('install');
  return { inboxId, aiAgentId };
}

async function readArticle(call: Workspace['call']): Promise<string> {
  const article = { type: 'article', title: 'Returns of boots', text: FACT, idempotencyKey: 'returns-1' };
  const { sourceId } = await call('knowledge.create', article);
  // The answer was lost on the way: the same call again makes no second one.
  expect((await call('knowledge.create', article)).sourceId).toBe(sourceId);
  const read = async () => (await call('knowledge.get', { sourceId })).source;
  await expect.poll(async () => (await read()).state, WAIT).toBe('ready');
  expect(await read()).toMatchObject({ passages: 1 });
  return sourceId;
}

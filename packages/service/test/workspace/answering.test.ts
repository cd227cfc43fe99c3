/** The workspace's port to answers that no visitor has asked for. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Answerers } from '../../src/answering/open-answerers.js';
import { openAnswering } from '../../src/workspace/answering.js';

type Answering = ReturnType<typeof openAnswering>;
type Asked = Parameters<Answering['ask']>[0];
type Piece = ReturnType<ReturnType<Answerers['simulated']>['answer']> extends AsyncIterable<infer Of> ? Of : never;

const AGENT: Asked['agent'] = {
  ...{ name: 'Hei', title: null, instructions: null, model: null, answerParts: [], linkHosts: [], knowledgeIds: [] },
  budget: { conversation: null, contact: null, inbox: null },
  tools: { allow: null, instructions: null, confirm: [] },
  handoff: { onUnknown: 'offer', afterTurns: null },
  tests: [],
};
const asked = (orgId: string, over: Partial<Asked> = {}): Asked => ({
  ...{ orgId, agent: AGENT, base: 'agt_1.draft', business: 'Havn', people: true, origins: [], isOfRun: false },
  history: [{ by: 'visitor', text: 'Open?' }],
  ...over,
});

function opened(answer: () => AsyncIterable<Piece>) {
  const warnings: object[] = [];
  const simulated: Answerers['simulated'] = () => ({ authorName: () => 'Hei', answer });
  const knowledge = { source: { search: async () => [] } } as unknown as Answerers['knowledge'];
  const models = { names: [], of: () => null };
  const answerers = { simulated, knowledge, models } as unknown as Answerers;
  const answering = openAnswering(answerers, { now: Date.now }, { warn: (line: object) => void warnings.push(line) });
  return { warnings, ask: (question: Asked, signal = new AbortController().signal) => answering.ask(question, signal) };
}

const done = (outcome: string, over: object = {}): Piece =>
  ({ kind: 'done', outcome, citations: [], offerPerson: false, ...over }) as Piece;

it.each([
  ['answered', {}, 'answered'],
  ['smalltalk', {}, 'answered'],
  ['near', { offerPerson: true }, 'refused'],
  ['unknown', { offerPerson: true }, 'refused'],
  ['smalltalk', { offerPerson: true }, 'person'],
] as const)('an answer that is %s %o counts as %s', async (outcome, over, counted) => {
  const { ask } = opened(async function* () {
    yield { kind: 'text', text: 'Yes.' } as Piece;
    yield done(outcome, over);
  });
  expect(await ask(asked('org_1'))).toMatchObject({
    ok: true,
    answer: { text: 'Yes.', outcome: counted, certainty: outcome },
  });
});

it('a hand-over by the agent’s own rules counts as a person where there was no answer', async () => {
  const { ask } = opened(async function* () {
    yield done('unknown', { offerPerson: true });
  });
  const agent = { ...AGENT, handoff: { onUnknown: 'auto', afterTurns: null } as const };
  expect(await ask(asked('org_1', { agent }))).toMatchObject({ answer: { outcome: 'person' } });
  expect(await ask(asked('org_1', { agent, people: false }))).toMatchObject({ answer: { outcome: 'refused' } });
  const sure = opened(async function* () {
    yield done('answered');
  });
  const counting = { ...AGENT, handoff: { onUnknown: 'offer', afterTurns: 1 } as const };
  expect(await sure.ask(asked('org_1', { agent: counting }))).toMatchObject({ answer: { outcome: 'answered' } });
});

it('two of an organization are asked at once and four in all; beyond some that wait, others are refused', async () => {
  let running = 0;
  let most = 0;
  let go: () => void = () => undefined;
  const open = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { ask } = opened(async function* () {
    running += 1;
    most = Math.max(most, running);
    await open;
    running -= 1;
    yield done('answered');
  });
  const of = (orgId: string, count: number, isOfRun = false) =>
    Array.from({ length: count }, () => ask(asked(orgId, { isOfRun })));
  const first = of('org_1', 12);
  await turn();
  expect(running).toBe(2);
  const others = [...of('org_2', 1), ...of('org_3', 1, true)];
  await turn();
  expect(running).toBe(4);
  go();
  const refused = (await Promise.all(first)).filter((answer) => !answer.ok);
  expect(refused).toEqual(Array.from({ length: refused.length }, () => ({ ok: false, problem: 'busy' })));
  expect(refused.length).toBeGreaterThan(0);
  expect((await Promise.all(others)).every(({ ok }) => ok)).toBe(true);
  expect(most).toBeLessThanOrEqual(4);
});

it('ends when it is not wanted any more, although who answers goes on, and says when they fail', async () => {
  const never = opened(async function* () {
    await new Promise(() => undefined);
    yield done('answered');
  });
  const leaving = new AbortController();
  const answer = never.ask(asked('org_1'), leaving.signal);
  leaving.abort();
  expect(await answer).toEqual({ ok: false, problem: 'late' });
  const { ask, warnings } = opened(async function* () {
    yield { kind: 'text', text: 'Half' } as Piece;
    throw new Error('It broke.');
  });
  expect(await ask(asked('org_1'))).toEqual({ ok: false, problem: 'failed' });
  expect(warnings).toMatchObject([{ error: 'It broke.' }]);
});

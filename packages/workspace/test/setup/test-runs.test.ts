/** Test runs of AI agents, and what they keep from being published. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { filesWith } from '../../../../test/support/runs/files-with.js';
import { givenTests } from '../../dist/database/migrations/test-runs.js';
import { differenceOf } from '../../dist/setup/ai-agents/runs/judge.js';
import { onBothDatabases } from '../support/both-databases.js';
import { type Agents, answered, openAgents, refused } from './agents.js';

const test = (question: string, expect = 'answered', documentId: string | null = null) => ({
  ...{ question, expect, documentId },
});
const isDraft = ({ base }: { base: string }): boolean => base.endsWith('.draft');
const lastOf = ({ history }: { history: readonly { text: string }[] }): string => history.at(-1)?.text ?? '';

onBothDatabases('test runs', (newDatabase) => {
  let a: Agents;
  beforeEach(async () => {
    a = await openAgents(await newDatabase());
  });
  afterEach(() => a.w.dispose());
  const publishing = async (body: object) => {
    const { status, body: answer } = await a.ask('publish', body);
    return { status, message: answer.message as string, losses: answer.data?.losses };
  };

  it('ask a version its own tests, and say which are passed', async () => {
    a.script = (question) => (lastOf(question).startsWith('Is') ? refused : answered('30 days.', 'returns'));
    const tests = [test('How long?'), test('How long?', 'answered', 'shipping'), test('Is it raining?', 'refused')];
    const aiAgentId = await a.create('Hei', { tests });
    const run = await a.run({ aiAgentId });
    expect(run).toMatchObject({
      ...{ aiAgentId, version: 1, comparedWith: null, kind: 'own', state: 'done', problem: null },
      ...{ total: 3, asked: 3, passed: 2, failed: 1, better: 0, worse: 0 },
      items: [
        { question: 'How long?', passed: true, difference: null, compared: null, answer: { text: '30 days.' } },
        { passed: false, expected: { expect: 'answered', documentId: 'shipping' } },
        { passed: true, answer: { outcome: 'refused', certainty: 'unknown' } },
      ],
    });
    expect(a.asked.map(({ base, business, isOfRun }) => [base, business, isOfRun])).toEqual(
      Array.from({ length: 3 }, () => [`${aiAgentId}.draft`, 'Havn & Hei', true]),
    );
    expect((await a.read('list')).body.items[0].lastRun).toMatchObject({ testRunId: run.testRunId, passed: 2 });
    const page = await a.read('getTestRun', { testRunId: run.testRunId, limit: 2 });
    const rest = await a.read('getTestRun', { testRunId: run.testRunId, cursor: page.body.nextCursor });
    expect([page.body.items.length, rest.body.items.length, rest.body.nextCursor]).toEqual([2, 1, undefined]);
    const other = { aiAgentId, tests: [test('Other?')] };
    expect((await a.run(other)).items).toMatchObject([{ question: 'Other?', passed: true }]);
    for (const wrong of [
      { aiAgentId, past: { days: 91, n: 1 } },
      { ...other, past: { days: 1, n: 1 } },
    ])
      expect((await a.ask('runTests', wrong)).status).toBe(400);
    expect((await a.ask('runTests', { aiAgentId: await a.create('No tests') })).status).toBe(400);
  });

  it('stop a publication in which an answer is lost, until a person says yes', async () => {
    const tests = [test('Returns?'), test('Shipping?')];
    a.script = () => answered('Yes.');
    const aiAgentId = await a.create('Hei', { tests });
    // No run shows that it passes its tests.
    expect(await publishing({ aiAgentId, version: 1 })).toMatchObject({
      ...{ status: 409, message: expect.stringContaining('not tested'), losses: undefined },
    });
    await a.run({ aiAgentId });
    expect(await publishing({ aiAgentId, version: 1 })).toMatchObject({ status: 200 });

    await a.ask('update', { aiAgentId, version: 1, instructions: 'Never speak of shipping.' });
    a.script = (question) => (isDraft(question) && lastOf(question) === 'Shipping?' ? refused : answered('Yes.'));
    const run = await a.run({ aiAgentId });
    expect(run).toMatchObject({
      ...{ version: 2, comparedWith: 1, better: 0, worse: 1, same: 1, passed: 1, failed: 1 },
      items: [{ difference: 'same' }, { difference: 'worse', compared: { text: 'Yes.' } }],
    });
    const stopped = await publishing({ aiAgentId, version: 2 });
    expect(stopped).toMatchObject({ status: 409, losses: [{ question: 'Shipping?', why: 'lost' }] });
    expect(stopped.message).toContain('1 question loses its answer');
    expect((await a.read('get', { aiAgentId })).body.published).toBe(1);
    expect(await publishing({ aiAgentId, version: 2, confirm: true })).toMatchObject({ status: 200 });
    // Back to what was published before: nothing is in the way.
    expect(await publishing({ aiAgentId, version: 1 })).toMatchObject({ status: 200 });
  });

  it('count for the draft that was tested: a changed one must be tested again', async () => {
    a.script = () => answered('Yes.');
    const aiAgentId = await a.create('Hei', { tests: [test('Returns?')] });
    await a.run({ aiAgentId });
    await a.ask('update', { aiAgentId, version: 1, title: 'Guide' });
    expect(await publishing({ aiAgentId, version: 2 })).toMatchObject({ status: 409 });
    a.script = () => refused;
    await a.run({ aiAgentId });
    expect(await publishing({ aiAgentId, version: 2 })).toMatchObject({
      ...{ status: 409, losses: [{ question: 'Returns?', why: 'failed' }] },
    });
    // The newest run decides.
    a.script = () => answered('Yes.');
    await a.run({ aiAgentId });
    expect(await publishing({ aiAgentId, version: 2 })).toMatchObject({ status: 200 });
  });

  it('of other questions than its tests say nothing of whether a version may be published', async () => {
    a.script = (question) => (lastOf(question) === 'Hello?' ? answered('Hello.') : refused);
    const aiAgentId = await a.create('Hei', { tests: [test('Returns?')] });
    const other = { aiAgentId, tests: [test('Hello?')] };
    expect(await a.run(other)).toMatchObject({ kind: 'given', passed: 1 });
    expect(await publishing({ aiAgentId, version: 1 })).toMatchObject({
      ...{ status: 409, message: expect.stringContaining('not tested') },
    });
    await a.run({ aiAgentId });
    await a.run(other);
    const stopped = { status: 409, losses: [{ question: 'Returns?', why: 'failed' }] };
    expect(await publishing({ aiAgentId, version: 1 })).toMatchObject(stopped);

    // Runs from before are found by what they asked.
    const { db } = a.w.workspace.services.database;
    const kinds = async () =>
      (await db.selectFrom('ai_agent_run').select('kind').orderBy('id').execute()).map(({ kind }) => kind);
    await db.updateTable('ai_agent_run').set({ kind: 'own' }).execute();
    expect(await publishing({ aiAgentId, version: 1 })).toMatchObject({ status: 200 });
    await db.transaction().execute((transaction) => givenTests.up(transaction));
    expect(await kinds()).toEqual(['given', 'own', 'given']);
  });

  it('ask what visitors have asked, each question once, with what came before it', async () => {
    a.past.push(
      { conversation: 'cnv_1', text: 'And how long?', before: ['Can I send it back?'] },
      { conversation: 'cnv_2', text: 'and how long?', before: ['Can I send it back?'] },
      { conversation: 'cnv_1', text: 'Do you ship to Norway?', before: [] },
      { conversation: 'cnv_3', text: 'Too old', before: [] },
    );
    a.script = () => answered('Yes.');
    const aiAgentId = await a.create('Hei');
    await a.ask('publish', { aiAgentId, version: 1 });
    await a.ask('update', { aiAgentId, version: 1, instructions: 'Short.' });
    a.asked.length = 0;
    a.script = (question) => (isDraft(question) && question.history.length > 1 ? refused : answered('Yes.'));
    const run = await a.run({ aiAgentId, past: { days: 30, n: 2 } });
    expect(run).toMatchObject({
      ...{ kind: 'past', total: 2, worse: 1, same: 1, passed: 0, failed: 0 },
      items: [
        { question: 'And how long?', before: ['Can I send it back?'], passed: null, difference: 'worse' },
        { question: 'Do you ship to Norway?', difference: 'same' },
      ],
    });
    expect(a.asked[0]?.history.map(({ text }) => text)).toEqual(['Can I send it back?', 'And how long?']);
    expect(await publishing({ aiAgentId, version: 2 })).toMatchObject({ status: 409, losses: [{ why: 'lost' }] });
  });

  it('are a few at a time, and end where no answers come', async () => {
    let go: () => void = () => undefined;
    const open = new Promise<void>((resolve) => {
      go = resolve;
    });
    a.script = async () => {
      await open;
      return { ok: false, problem: 'failed' };
    };
    const aiAgentId = await a.create('Hei', { tests: Array.from({ length: 9 }, (_, n) => test(`Question ${n}`)) });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await a.ask('runTests', { aiAgentId })).body.testRunId);
    const sixth = await a.ask('runTests', { aiAgentId });
    expect([sixth.status, sixth.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    // One of an organization at a time.
    expect(a.asked.length).toBeLessThanOrEqual(1);
    expect(await publishing({ aiAgentId, version: 1 })).toMatchObject({ message: expect.stringContaining('running') });
    go();
    for (const id of ids)
      expect(await a.runsEnd(id)).toMatchObject({
        state: 'failed',
        asked: 5,
        problem: expect.stringContaining('model'),
      });
    expect((await a.read('getTestRun', { testRunId: ids[0] as string })).body.items[0].problem).toBe('failed');
  });

  it('lose the questions of a conversation that is erased, within a minute, in every file', async () => {
    a.past.push(
      { conversation: 'cnv_1', text: 'Is the canary boot back?', before: ['I had a canary boot.'] },
      { conversation: 'cnv_2', text: 'Do you ship to Norway?', before: [] },
      { conversation: 'cnv_1', text: 'And canary laces?', before: [] },
    );
    a.script = (question) => answered(`You asked: ${lastOf(question)}`);
    const aiAgentId = await a.create('Hei');
    const { testRunId, total } = await a.run({ aiAgentId, past: { days: 30, n: 9 } });
    expect(total).toBe(3);
    a.erased.add('cnv_1');
    a.w.advance(60_000);
    await expect
      .poll(async () => (await a.read('getTestRun', { testRunId })).body)
      .toMatchObject({ state: 'done', total: 1, items: [{ question: 'Do you ship to Norway?' }] });
    await expect.poll(() => filesWith(a.w.dataDir, 'canary')).toEqual([]);
  });

  it('are deleted after thirty days, because they hold words of visitors', async () => {
    const aiAgentId = await a.create('Hei', { tests: [test('Returns?')] });
    const { testRunId } = await a.run({ aiAgentId });
    a.w.advance(31 * 24 * 3_600_000);
    const until = Date.now() + 60_000;
    while ((await a.read('getTestRun', { testRunId })).status !== 404) expect(Date.now()).toBeLessThan(until);
    expect((await a.rows()).ai_agent_run_answer).toBe(0);
  });

  it('leave nothing of a question that a member asks', async () => {
    const aiAgentId = await a.create('Hei', { model: null });
    const mia = await a.w.invited(a.owner, 'member', 'Mia');
    const before = await a.rows();
    a.script = () => answered('30 days.');
    const history = [
      { by: 'visitor', text: 'Hello' },
      { by: 'agent', text: 'Hello, and welcome.' },
      { by: 'visitor', text: 'How long can I return it?' },
    ];
    const answer = await a.ask('ask', { aiAgentId, history }, mia);
    expect(answer.body).toMatchObject({
      ...{ text: '30 days.', outcome: 'answered', version: 1, model: null },
      citations: [{ documentId: 'returns' }],
      passages: [{ heading: 'Returns', coverage: 0.9 }],
    });
    expect(a.asked[0]).toMatchObject({ history, base: `${aiAgentId}.draft`, people: true });
    expect(await a.rows()).toEqual(before);
    for (const [problem, status] of [
      ['busy', 429],
      ['late', 409],
      ['failed', 409],
    ] as const) {
      a.script = () => ({ ok: false, problem });
      expect((await a.ask('ask', { aiAgentId, history })).status).toBe(status);
    }
    for (const wrong of [[], [{ by: 'agent', text: 'Hello' }], [{ by: 'visitor', text: ' ' }]])
      expect((await a.ask('ask', { aiAgentId, history: wrong })).status).toBe(400);
  });
});

describe('the difference between two versions', () => {
  const answer = (outcome: 'answered' | 'refused' | 'person', text = 'Yes.', documentId = 'returns') => ({
    ...{ outcome, text },
    citations: [{ number: 1, documentId, title: 'Returns', quote: text }],
  });
  it.each([
    ['an answer is lost', null, answer('refused'), answer('answered'), 'worse'],
    ['there is no answer any more', null, null, answer('answered'), 'worse'],
    ['an answer is new', null, answer('answered'), answer('refused'), 'better'],
    ['it has other words', null, answer('answered', 'No.'), answer('answered'), 'other'],
    ['it cites another article', null, answer('answered', 'Yes.', 'shipping'), answer('answered'), 'other'],
    ['a person takes over in place of a refusal', null, answer('person'), answer('refused'), 'other'],
    ['nothing has changed', null, answer('answered'), answer('answered'), 'same'],
    [
      'a test that wants a refusal gets an answer',
      { expect: 'refused', documentId: null },
      answer('answered'),
      answer('refused'),
      'worse',
    ],
    [
      'a test finds its article',
      { expect: 'answered', documentId: 'returns' },
      answer('answered'),
      answer('answered', 'Yes.', 'x'),
      'better',
    ],
  ] as const)('where %s', (_what, expected, now, before, difference) => {
    expect(differenceOf(expected, now, before)).toBe(difference);
  });
});

/** Inboxes in which an AI agent answers: its versions, and when it passes a visitor to a person. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Loopback, openLoopback } from '../../../../test/support/model-provider/loopback-server.js';
import { call, say } from '../../../../test/support/model-provider/reply.js';
import { WireClient } from '../../../realtime-server/test/support/wire-client.js';
import { KINDS, type Kind, knowing, pageTools, tool } from '../model/model-backends.js';
import { answersOf, ask, kindsOf, type ServedAgent, serveAgent } from './served-agent.js';

const compatible = KINDS[0] as Kind;
let provider: Loopback;
let agent: ServedAgent;
const begin = async (parts?: Parameters<typeof serveAgent>[1]): Promise<WireClient> => {
  agent = await serveAgent(compatible.open(provider.origin), parts);
  agent.publish(1);
  return WireClient.join(agent.server.port);
};
beforeEach(async () => {
  provider = await openLoopback();
});
afterEach(async () => {
  await agent.server.dispose();
  await provider.close();
});

const instructionsOf = ({ body }: Loopback['requests'][number]): string => body.messages[0].content as string;

describe('answers of an AI agent', () => {
  it('name its version, also those that were cut off, and have its name', async () => {
    const visitor = await begin();
    provider.script(say('30 days [1].'));
    expect(await ask(visitor, 'How long can I return things?', 1)).toMatchObject({
      agent: { id: 'agt_1', version: 1 },
    });
    expect(visitor.events.at(-1)?.by.name).toBe('Hei 1');
    agent.publish(2);
    provider.script({ kind: 'hang', text: ['You can'] });
    visitor.say('And how long is the way?');
    await visitor.until(
      () => visitor.frames.some((frame) => frame.t === 'delta' && frame.text.startsWith('You can')),
      'the first words',
    );
    visitor.send({ t: 'stop', conversation: visitor.conversation });
    await visitor.until(() => kindsOf(visitor).includes('answer.interrupted'), 'the end');
    expect(visitor.events.at(-1)?.body).toMatchObject({ reason: 'stopped', agent: { id: 'agt_1', version: 2 } });
  });

  it('never mix two versions, whenever one is published', async () => {
    // Each answer takes two requests, and a version is published between them.
    let version = 1;
    const tools = pageTools([tool('look')], async () => {
      version += 1;
      agent.publish(version);
      return { found: true };
    });
    const visitor = await begin({ tools });
    for (let n = 1; n <= 4; n += 1) {
      provider.script(call('look', {}), say('Found it [1].'));
      const answer = await ask(visitor, `Question ${n}`, n);
      const asked = provider.requests.slice(-2).map(instructionsOf);
      for (const instructions of asked) expect(instructions).toContain(`Version ${n}.`);
      expect(answer.agent).toEqual({ id: 'agt_1', version: n });
    }
  });

  it('go on with the version they began with, after a process has died', async () => {
    const { promise, go } = gate();
    let calls = 0;
    const tools = pageTools([tool('look')], async () => {
      calls += 1;
      if (calls === 1) await promise;
      return { found: true };
    });
    const first = await begin({ tools });
    provider.script(call('look', {}), say('Found it [1].'));
    first.say('Where is it?', 'client-0001');
    await expect.poll(() => calls, { timeout: 60_000 }).toBe(1);
    agent.publish(2);
    // Another process gets the job, from the checkpoint that is stored.
    await agent.server.restart();
    go();
    const visitor = await WireClient.join(agent.server.port, { session: first.token });
    await visitor.until(() => answersOf(visitor).length === 1, 'the answer');
    expect(answersOf(visitor)[0]?.agent).toEqual({ id: 'agt_1', version: 1 });
    expect(instructionsOf(provider.requests.at(-1) as never)).toContain('Version 1.');
    provider.script(say('Yes [1].'));
    expect((await ask(visitor, 'Are you sure?', 2)).agent?.version).toBe(2);
  });
});

describe('an AI agent passes its visitor to a person', () => {
  it('when it doesn’t know, by itself where its rules say so', async () => {
    const visitor = await begin({ knowledge: knowing() });
    provider.script(say('I don’t know that.'));
    expect(await ask(visitor, 'What is the capital of France?', 1)).toMatchObject({
      outcome: 'unknown',
      offerPerson: true,
    });
    expect(kindsOf(visitor)).not.toContain('handoff.requested');
    agent.publish(2, {}, { handoff: { onUnknown: 'auto', afterTurns: null } });
    const answer = await ask(visitor, 'And of Spain?', 2);
    expect(answer).toMatchObject({ outcome: 'unknown', offerPerson: false });
    expect(answer.text).toContain('handing this conversation over to a person');
    await visitor.until(() => kindsOf(visitor).at(-1) === 'handoff.requested', 'the handoff');
    expect(visitor.events.at(-1)?.by).toMatchObject({ kind: 'ai' });
    expect((await agent.server.store.conversation(visitor.conversation))?.handler).toBe('queued');
  });

  it('after so many answers in a row, without counting greetings, and beginning anew after a person', async () => {
    const visitor = await begin();
    agent.publish(2, {}, { handoff: { onUnknown: 'offer', afterTurns: 3 } });
    provider.script(say('Hello!'));
    await ask(visitor, 'Hello', 1);
    provider.script(say('30 days [1].'));
    for (const n of [2, 3]) {
      await ask(visitor, `Question ${n}`, n);
      expect(kindsOf(visitor)).not.toContain('handoff.requested');
    }
    agent.server.pass(60_000);
    await ask(visitor, 'Question 4', 4);
    await visitor.until(() => kindsOf(visitor).at(-1) === 'handoff.requested', 'the handoff');
    const { conversation } = visitor;
    visitor.send({ t: 'append', conversation, clientId: 'client-ended', body: { kind: 'handoff.ended' } });
    await visitor.until(() => kindsOf(visitor).at(-1) === 'handoff.ended', 'the agent again');
    await ask(visitor, 'Question 5', 5);
    expect(kindsOf(visitor).filter((kind) => kind === 'handoff.requested')).toHaveLength(1);
  });

  it('after more answers than the newest part of the conversation holds', async () => {
    const visitor = await begin();
    agent.publish(2, {}, { handoff: { onUnknown: 'offer', afterTurns: 20 } });
    provider.script(say('30 days [1].'));
    for (let n = 1; n < 20; n += 1) {
      await ask(visitor, `Question ${n}`, n);
      // A visitor who writes so much at once would be slowed.
      agent.server.pass(60_000);
    }
    expect(kindsOf(visitor)).not.toContain('handoff.requested');
    await ask(visitor, 'Question 20', 20);
    await visitor.until(() => kindsOf(visitor).at(-1) === 'handoff.requested', 'the handoff');
  });

  it('never in an inbox without people', async () => {
    const visitor = await begin({ knowledge: knowing(), people: false });
    agent.publish(2, {}, { handoff: { onUnknown: 'auto', afterTurns: 1 } });
    provider.script(say('I don’t know that.'));
    await ask(visitor, 'What is the capital of France?', 1);
    await ask(visitor, 'And of Spain?', 2);
    expect(kindsOf(visitor)).not.toContain('handoff.requested');
  });
});

function gate(): { readonly promise: Promise<void>; readonly go: () => void } {
  let go: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { promise, go };
}

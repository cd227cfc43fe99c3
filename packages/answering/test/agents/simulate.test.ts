/** Answers that no visitor has asked for: as visitors would get them, and nothing is left of them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Loopback, openLoopback } from '../../../../test/support/model-provider/loopback-server.js';
import { call, say } from '../../../../test/support/model-provider/reply.js';
import type { InboxSettings } from '../../../realtime-server/dist/inbox/inbox.js';
import { inboxesOf } from '../../../realtime-server/test/support/serve.js';
import { simulate } from '../../dist/agents/simulate.js';
import { createTurnAnswerer } from '../../dist/turn/turn-answerer.js';
import { KINDS, type Kind, knowing, PASSAGE } from '../model/model-backends.js';

let provider: Loopback;
beforeEach(async () => {
  provider = await openLoopback();
});
afterEach(() => provider.close());

const settingsOf = (over: Partial<InboxSettings> = {}): InboxSettings => ({
  ...(inboxesOf({ id: 'agt_1.draft', people: { hours: null } }).get('agt_1.draft') as InboxSettings),
  aiAgent: { id: 'agt_1', version: 1, model: 'x', handoff: { onUnknown: 'offer', afterTurns: null } },
  instructions: 'Be brief.',
  ...over,
});

const question = [{ by: 'visitor', text: 'How long can I return things?' }] as const;

function asking(kind: Kind, knowledge = knowing(PASSAGE)) {
  const model = kind.open(provider.origin);
  return (settings: InboxSettings, turns: Parameters<typeof simulate>[2], signal = new AbortController().signal) =>
    simulate(
      {
        knowledge,
        choose: (_settings, room) =>
          createTurnAnswerer({ model, knowledge, ...room, addressName: (address) => address, now: Date.now }),
      },
      settings,
      turns,
      signal,
    );
}

it.each(KINDS.filter(({ repeatable }) => repeatable))('$name is asked as for a visitor', async (kind) => {
  provider.script(say('30 days [1].'));
  expect(await asking(kind)(settingsOf(), question)).toMatchObject({
    ...{ text: expect.stringMatching(/^30 days.\[1\]\.$/), outcome: 'answered', person: 'none' },
    citations: [{ documentId: 'returns' }],
    passages: [{ documentId: 'returns', coverage: 0.9 }],
  });
  expect(JSON.stringify(provider.requests[0]?.body)).toContain('Be brief.');
});

const compatible = KINDS[0] as Kind;

it('no function of a page is offered or called, and no budget is used up', async () => {
  provider.script(call('delete_everything', {}), say('I can’t do that [1].'));
  const spent = { conversation: 0, contact: 0, inbox: 0 };
  expect(await asking(compatible)(settingsOf({ budget: spent, answerParts: [] }), question)).toMatchObject({
    text: expect.stringContaining('I can’t do that'),
  });
  const [first, second] = provider.requests;
  expect(JSON.stringify(first?.body.tools ?? [])).not.toContain('delete_everything');
  expect(JSON.stringify(second?.body.messages.at(-1))).toContain('not_registered');
});

it('knows the conversation before the question, and follows the rules of handoff', async () => {
  provider.script(say('30 days [1].'));
  const handoff = { onUnknown: 'auto', afterTurns: 2 } as const;
  const settings = settingsOf({ aiAgent: { id: 'agt_1', version: 1, model: 'x', handoff } });
  const turns = [
    { by: 'visitor', text: 'Do you sell boots?' },
    { by: 'agent', text: 'We do.' },
    { by: 'visitor', text: 'Can I return them?' },
  ] as const;
  expect(await asking(compatible)(settings, turns)).toMatchObject({ person: 'handed-over', outcome: 'answered' });
  const texts = provider.requests[0]?.body.messages.map(({ content }: { content: unknown }) => JSON.stringify(content));
  expect(texts.slice(1).join('\n')).toMatch(/boots[\s\S]*We do[\s\S]*return them/);
  provider.script(say('I don’t know that.'));
  expect(await asking(compatible, knowing())(settings, question)).toMatchObject({ person: 'handed-over' });
});

it('ends when it is not wanted any more', async () => {
  provider.script({ kind: 'hang', text: [] });
  const leaving = new AbortController();
  const answer = asking(compatible)(settingsOf(), question, leaving.signal);
  await provider.asked(1);
  leaving.abort();
  expect(await answer).toBeNull();
});

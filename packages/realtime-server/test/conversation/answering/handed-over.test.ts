/** An answer with which the visitor is passed to a person: both are in the log, or the next process brings the second. */
import { afterEach, expect, it } from 'vitest';
import type { AnswerPiece } from '../../../dist/conversation/answering/answerer.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { type OpenStore, StoreUnavailable } from '../../../dist/store/store.js';
import { DONE, inboxesOf, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';

let server: TestServer;
afterEach(() => server.dispose());

async function* passingOn(): AsyncIterable<AnswerPiece> {
  yield { kind: 'agent', agent: { id: 'agt_1', version: 3 }, name: 'Hei' };
  yield { kind: 'text', text: 'I don’t know.' };
  yield { ...DONE, outcome: 'unknown', handOver: true } as AnswerPiece;
}

const kindsOf = (visitor: WireClient): readonly string[] => visitor.events.map(({ body }) => body.kind);

it('ends the job once, after the handoff, and the visitor waits for a person', async () => {
  server = await serve(passingOn);
  const visitor = await WireClient.join(server.port);
  visitor.say('Where is my boat?');
  await visitor.until(() => kindsOf(visitor).includes('handoff.requested'), 'the handoff');
  expect(kindsOf(visitor)).toEqual(['message', 'answer.started', 'answer.completed', 'handoff.requested']);
  expect(visitor.events[2]?.body).toMatchObject({ agent: { id: 'agt_1', version: 3 } });
  expect(visitor.events[2]?.by).toEqual({ kind: 'ai', id: 'agent', name: 'Hei' });
  expect((await server.store.conversation(visitor.conversation))?.handler).toBe('queued');
  expect(await server.store.claimJobs('other', Date.now() + 3_600_000, Date.now() + 3_700_000, 10)).toEqual([]);
});

it('after a process has died between the two, the next one brings the handoff and no second answer', async () => {
  let handoffs = 0;
  const breaking = async (folder: string): Promise<OpenStore> => {
    const store = await openSqliteStore(folder);
    if (handoffs > 0) return store;
    return {
      ...store,
      append(input) {
        if (input.body.kind !== 'handoff.requested') return store.append(input);
        handoffs += 1;
        return Promise.reject(new StoreUnavailable('Gone.'));
      },
    };
  };
  server = await serve(passingOn, inboxesOf({ id: 'demo' }), 0, {}, breaking);
  const visitor = await WireClient.join(server.port);
  visitor.say('Where is my boat?');
  await expect.poll(() => handoffs, { timeout: 60_000 }).toBeGreaterThan(0);
  await server.restart();
  // The lease of the dead one is over.
  server.pass(60_000);
  const again = await WireClient.join(server.port, { session: visitor.token });
  await again.until(() => kindsOf(again).includes('handoff.requested'), 'the handoff');
  const kinds = kindsOf(again);
  expect([kinds.filter((kind) => kind === 'answer.completed').length, kinds.at(-1)]).toEqual([1, 'handoff.requested']);
});

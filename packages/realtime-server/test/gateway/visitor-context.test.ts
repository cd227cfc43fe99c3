/** What clients report of their visitor and their page over the wire, older ones too, and how much of it is stored. */
import { setImmediate as turn } from 'node:timers/promises';
import type { HelloFrame, UserContext } from '@service/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { AdmissionControl } from '../../dist/gateway/admission/admission-control.js';
import { ADMISSION_LIMITS } from '../../dist/gateway/admission/admission-limits.js';
import { ClientSession } from '../../dist/gateway/client-session.js';
import { context } from '../../dist/gateway/frames/signals.js';
import type { VisitorFacts } from '../../dist/store/store.js';
import { turnedClock } from '../support/manual-clock.js';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

const KIM: UserContext = { name: 'Kim', customAttributes: { plan: 'pro' } };
const PAGE = { url: 'http://shop.test/shoes?size=42#red', title: 'Shoes' };

let server: TestServer | null = null;
afterEach(async () => {
  expect(server?.failures ?? []).toEqual([]);
  await server?.dispose();
  server = null;
});

async function start(settings: object = {}): Promise<TestServer> {
  server = await serve(undefined, inboxesOf({ id: 'demo', ...settings }));
  return server;
}
const join = (over: Partial<HelloFrame> = {}): Promise<WireClient> =>
  WireClient.join((server as TestServer).port, over);
const factsOf = (client: WireClient): Promise<VisitorFacts> =>
  (server as TestServer).visitorFacts(client.first('welcome').visitor.id);
/** Resolves when everything that the client has sent so far is served. */
async function served(client: WireClient, n: number): Promise<void> {
  client.send({ t: 'ping', n });
  await client.next('pong', (pong) => pong.n === n);
}

describe('a client of now', () => {
  it.each([
    [{}, 'path', 'http://shop.test/shoes'],
    [{ visitorPage: 'full' }, 'full', PAGE.url],
    [{ visitorPage: 'none' }, undefined, undefined],
  ])('learns what the inbox %j takes of the page, and no more is stored', async (settings, taken, url) => {
    await start(settings);
    const client = await join();
    expect(client.first('welcome').page).toBe(taken);
    client.send({ t: 'context', user: KIM, page: PAGE });
    await served(client, 1);
    expect(await factsOf(client)).toEqual({
      verified: null,
      claimed: KIM,
      page: url === undefined ? null : { url, title: 'Shoes' },
    });
  });

  it('replaces what was reported before, each part for itself', async () => {
    await start();
    const client = await join();
    client.send({ t: 'context', user: KIM, page: PAGE });
    client.send({ t: 'context', user: { company: 'Acme' } });
    client.send({ t: 'context', page: { url: '', title: 'Boots' } });
    await served(client, 1);
    expect(await factsOf(client)).toMatchObject({ claimed: { company: 'Acme' }, page: { title: 'Boots' } });
  });
});

describe('a client of version 0.1.0, which reports with its hello', () => {
  it('is understood, with the language of its chat', async () => {
    await start();
    const client = await join({ user: KIM, page: PAGE, locale: 'de' });
    expect(await factsOf(client)).toEqual({
      verified: null,
      claimed: KIM,
      page: { url: 'http://shop.test/shoes', title: 'Shoes', language: 'de' },
    });
  });

  it('does not bring back what was erased, until its visitor has written again', async () => {
    await start();
    const client = await join({ user: KIM, page: PAGE });
    client.say('hello');
    await client.next('ack');
    client.send({ t: 'erase', id: 'erase-1', conversation: client.conversation });
    await client.until(() => client.closed !== null, 'the close after the erasure');
    const again = await join({ session: client.token, user: KIM, page: PAGE });
    const nothing = { verified: null, claimed: null, page: null };
    expect(await factsOf(again)).toEqual(nothing);
    again.say('hello again');
    await again.next('ack');
    await again.close();
    const later = await join({ session: client.token, user: KIM, page: PAGE });
    expect(await factsOf(later)).toMatchObject({ claimed: KIM, page: { title: 'Shoes' } });
  });
});

describe('a flood of reports', () => {
  it('is stored at a pace, in its order, and the last one is stored', async () => {
    const clock = turnedClock();
    const stored: unknown[] = [];
    const deps = {
      clock,
      inboxes: inboxesOf({ id: 'demo' }),
      store: { setVisitorContext: async (_: string, { user }: { user?: UserContext }) => void stored.push(user?.name) },
    };
    const session = { inbox: 'demo', contact: 'ctc_1', conversation: 'cnv_1', hostOrigin: 'http://shop.test' };
    const admitted = { closeUnidentified: () => undefined, closeSurplus: () => undefined };
    const budgets = new AdmissionControl(clock.now, true)
      .register('203.0.113.1', admitted)
      .joinSession({ id: 'ses_1', contact: 'ctc_1', inbox: 'demo' });
    const socket = { isClosed: false };
    const client = new ClientSession(deps as never, socket as never, session as never, {} as never, budgets);
    const atOnce = ADMISSION_LIMITS.readBurst / ADMISSION_LIMITS.readsPerContext;
    const names = Array.from({ length: 3 * atOnce }, (_, at) => `Kim ${at}`);
    let all = Promise.resolve();
    for (const name of names) all = all.then(() => context(client, { t: 'context', user: { name } }));
    for (let at = 0; at < 20 * names.length; at++) await turn();
    expect(stored).toHaveLength(atOnce);
    const everyMs = (1_000 * ADMISSION_LIMITS.readsPerContext) / ADMISSION_LIMITS.readsPerSecond;
    for (let at = 0; at < 2 * atOnce; at++) {
      clock.turn(everyMs);
      await turn();
    }
    await all;
    expect(stored).toEqual(names);
  });
});

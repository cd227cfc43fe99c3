/** A visitor with several conversations: what is shown and sent where, erasure, withdrawal, and delivery status. */
import { FRAME_LIMITS } from '@service/protocol';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInnerChatClient } from '../../../src/core/client.js';
import { deliveryStatuses } from '../../../src/core/features/delivery-status.js';
import { type ChatClient, ConsentRequired } from '../../../src/core/index.js';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { rootKey, sessionKey, WITHDRAWN } from '../../../src/core/session/storage-keys.js';
import { clearStoredSession, reportWithdrawal } from '../../../src/frame/index.js';
import { browserPorts } from '../../../src/platform/browser.js';
import { createFakeServer, type FakeServer } from '../../../src/testing/index.js';
import { clientOf } from '../../support/fake-server-client.js';

const ROOT = rootKey('demo', 'https://shop.test');

let server: FakeServer;
let clients: ChatClient[] = [];
const fakeStorage = new Map<string, string>();

const visit = async (storage: 'local' | 'memory' = 'memory'): Promise<ChatClient> => {
  const client = clientOf(server, { storage });
  clients.push(client);
  client.connect();
  await settle();
  return client;
};
const settle = async (ms = 0): Promise<void> => {
  await server.settled();
  await vi.advanceTimersByTimeAsync(ms);
  await server.settled();
};
const own = (client: ChatClient) =>
  client.getState().timeline.flatMap((entry) => (entry.type === 'own' ? [[entry.text, entry.delivery.state]] : []));
const currentOf = (client: ChatClient): string => client.getState().conversation as string;

beforeAll(loadEveryFeature);
beforeEach(() => {
  vi.useFakeTimers();
  fakeStorage.clear();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {
        getItem: (key: string) => fakeStorage.get(key) ?? null,
        setItem: (key: string, value: string) => void fakeStorage.set(key, value),
        removeItem: (key: string) => void fakeStorage.delete(key),
      },
      {
        ownKeys: () => [...fakeStorage.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  );
  server = createFakeServer({ answer: (question) => `You asked: ${question}` });
});
afterEach(() => {
  for (const client of clients) client.destroy();
  clients = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('several conversations', () => {
  it('can be started, listed and opened again, each with its own messages', async () => {
    const client = await visit();
    client.sendMessage('about shoes');
    await settle();
    const first = currentOf(client);
    client.newConversation();
    await settle(1_000);
    expect(currentOf(client)).not.toBe(first);
    client.sendMessage('about shirts');
    await settle();
    client.loadConversations();
    await settle();
    expect(client.getState().conversations?.map(({ text }) => text)).toEqual([
      'You asked: about shirts',
      'You asked: about shoes',
    ]);
    client.openConversation(first);
    await settle();
    expect(own(client)).toEqual([['about shoes', 'read']]);
    expect(currentOf(client)).toBe(first);
  });

  it('are not started again while the new one is empty', async () => {
    const client = await visit();
    client.newConversation();
    client.sendMessage('hello');
    await settle();
    for (let i = 0; i < 3; i++) client.newConversation();
    await settle();
    client.newConversation();
    await settle();
    expect(server.received.filter(({ t }) => t === 'open')).toHaveLength(1);
    expect(server.conversations).toHaveLength(2);
  });

  it('can be opened without a connection: the request goes out again until it is answered', async () => {
    const client = await visit();
    client.sendMessage('first');
    await settle();
    server.reachable(false);
    client.newConversation();
    client.sendMessage('in the new one');
    await settle(1_000);
    expect(own(client)).toEqual([['in the new one', 'sending']]);
    server.reachable(true);
    await settle(60_000);
    expect(own(client)).toEqual([['in the new one', 'read']]);
    expect(server.conversations.map(({ log }) => log[0]?.body)).toMatchObject([
      { text: 'first' },
      { text: 'in the new one' },
    ]);
  });

  it('keep their waiting messages: each is sent and shown only where it was written', async () => {
    const client = await visit();
    client.sendMessage('first');
    await settle();
    const first = currentOf(client);
    client.newConversation();
    await settle();
    client.sendMessage('second');
    await settle();
    const second = currentOf(client);
    server.reachable(false);
    client.sendMessage('second, offline');
    client.openConversation(first);
    await settle();
    expect(own(client)).toEqual([]);
    client.sendMessage('first, offline');
    expect(own(client)).toEqual([['first, offline', 'sending']]);
    server.reachable(true);
    await settle(60_000);
    expect(own(client).map(([text]) => text)).toEqual(['first', 'first, offline']);
    client.openConversation(second);
    await settle();
    expect(own(client).map(([text]) => text)).toEqual(['second', 'second, offline']);
    const stored = server.conversations.flatMap(({ log }) => log.filter(({ by }) => by.kind === 'visitor'));
    expect(stored).toHaveLength(4);
  });

  it('reopen with a new page where the last page was', async () => {
    const client = await visit('local');
    client.sendMessage('first');
    await settle();
    const first = currentOf(client);
    client.newConversation();
    await settle();
    client.openConversation(first);
    await settle();
    client.destroy();
    const again = await visit('local');
    expect(currentOf(again)).toBe(first);
  });

  it('can be started after a closed one', async () => {
    const client = await visit();
    client.sendMessage('first');
    await settle();
    server.conversation.close();
    await settle();
    expect(client.getState().handledBy).toBe('closed');
    client.newConversation();
    await settle();
    expect(client.getState()).toMatchObject({ handledBy: 'agent', timeline: [], loaded: true });
  });

  it('stay at the current one when the requested one does not exist', async () => {
    const client = await visit();
    client.sendMessage('first');
    await settle();
    const first = currentOf(client);
    client.openConversation('cnv_unknown0000000000000');
    await settle(1_000);
    expect(currentOf(client)).toBe(first);
    expect(client.getState().loaded).toBe(true);
  });
});

describe('an erased conversation', () => {
  it('disappears from every tab with its waiting messages, and another one opens', async () => {
    const one = await visit('local');
    one.sendMessage('secret');
    await settle();
    const other = await visit('local');
    const gone = currentOf(one);
    expect(currentOf(other)).toBe(gone);
    one.eraseConversation();
    await settle(1_000);
    for (const client of [one, other]) {
      expect(client.getState()).toMatchObject({ connection: 'connected', timeline: [], loaded: true });
      expect(currentOf(client)).not.toBe(gone);
    }
    expect(currentOf(one)).toBe(currentOf(other));
  });

  it('removes the waiting messages of a tab without a connection', async () => {
    const one = await visit('local');
    one.sendMessage('secret');
    await settle();
    const other = await visit('local');
    const gone = currentOf(one);
    server.reachable(false);
    other.sendMessage('too late');
    server.reachable(true);
    one.eraseConversation();
    await settle(60_000);
    expect(other.getState()).toMatchObject({ timeline: [], outbox: 0 });
    expect(server.received.filter((frame) => frame.t === 'append' && frame.conversation !== gone)).toEqual([]);
    expect([...fakeStorage.keys()].filter((key) => key.includes('unsent'))).toEqual([]);
  });

  it('is erased even when the connection is lost at that moment', async () => {
    const client = await visit();
    client.sendMessage('secret');
    await settle();
    const gone = currentOf(client);
    server.reachable(false);
    client.eraseConversation();
    await settle(1_000);
    server.reachable(true);
    await settle(60_000);
    expect(currentOf(client)).not.toBe(gone);
    expect(client.getState().timeline).toEqual([]);
  });
});

describe('an erasure that is requested without a connection', () => {
  const erasures = () => server.received.filter(({ t }) => t === 'erase').length;
  /** A page writes a message, requests the erasure, and ends before the server can be reached. */
  const requestOffline = async (): Promise<string> => {
    const client = await visit('local');
    client.sendMessage('secret');
    await settle();
    const gone = currentOf(client);
    server.reachable(false);
    client.eraseConversation();
    await settle(1_000);
    expect(client.getState().erasing).toEqual([gone]);
    client.destroy();
    return gone;
  };

  it('is shown as pending by the next page, and done once there is a connection', async () => {
    const gone = await requestOffline();
    const next = await visit('local');
    await settle(1_000);
    expect(next.getState().erasing).toEqual([gone]);
    expect(erasures()).toBe(0);
    server.reachable(true);
    await settle(60_000);
    expect(next.getState()).toMatchObject({ erasing: [], timeline: [], connection: 'connected' });
    expect(currentOf(next)).not.toBe(gone);
    expect(erasures()).toBe(1);
    expect([...fakeStorage.keys()].filter((key) => key.includes('erase'))).toEqual([]);
    next.destroy();
    await visit('local');
    await settle(60_000);
    expect(erasures()).toBe(1);
  });

  it.each([
    ['the session has ended, and another visitor has begun one', () => fakeStorage.delete(sessionKey(ROOT))],
    ['the visitor has signed out', () => undefined],
  ])('is dropped when %s', async (why, change) => {
    await requestOffline();
    change();
    const next = await visit('local');
    if (why.includes('signed out')) next.logout();
    await settle(1_000);
    expect(next.getState().erasing).toEqual([]);
    server.reachable(true);
    next.connect();
    await settle(60_000);
    expect(erasures()).toBe(0);
    expect([...fakeStorage.keys()].filter((key) => key.includes('erase'))).toEqual([]);
  });

  it('is done by the next page when this one ends before the code for it was loaded', async () => {
    const before = await visit('local');
    before.sendMessage('secret');
    await settle(1_000);
    const gone = currentOf(before);
    before.destroy();
    const load = () => new Promise<never>(() => undefined);
    const client = createInnerChatClient(
      { inboxId: 'demo', baseUrl: 'https://chat.test', hostOrigin: 'https://shop.test' },
      { ...browserPorts('local', server.WebSocket), load },
    );
    client.connect();
    await settle(1_000);
    client.eraseConversation();
    client.destroy();
    const next = await visit('local');
    await settle(1_000);
    expect(erasures()).toBe(1);
    expect(currentOf(next)).not.toBe(gone);
    expect([...fakeStorage.keys()].filter((key) => key.includes('erase'))).toEqual([]);
  });

  it('is dropped when the server has no such conversation of this visitor', async () => {
    const client = await visit('local');
    client.sendMessage('hello');
    await settle();
    client.eraseConversation('cnv_unknown0000000000000');
    await settle(1_000);
    expect(client.getState().erasing).toEqual([]);
    expect([...fakeStorage.keys()].filter((key) => key.includes('erase'))).toEqual([]);
    expect(own(client)).toEqual([['hello', 'read']]);
  });
});

describe('a withdrawn consent', () => {
  it('leaves only the mark of the withdrawal in this browser, ends the session, and requires a new consent', async () => {
    const client = await visit('local');
    client.sendMessage('hello');
    await settle();
    client.withdrawConsent();
    await settle(1_000);
    expect(server.received.at(-1)).toEqual({ t: 'withdraw' });
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    expect(client.getState()).toMatchObject({
      consentNeeded: true,
      timeline: [],
      conversation: null,
      connection: 'closed',
    });
    expect(() => client.sendMessage('still there?')).toThrow(ConsentRequired);
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    expect(server.connections).toBe(0);
    client.consent({ version: '1', textHash: 'a'.repeat(64), locale: 'en' });
    await settle(1_000);
    client.sendMessage('again');
    await settle();
    expect(own(client)).toEqual([['again', 'read']]);
    expect(server.conversation.log[0]?.body).toMatchObject({ text: 'again' });
  });

  it('works without a connection', async () => {
    const client = await visit('local');
    server.reachable(false);
    client.sendMessage('never sent');
    client.withdrawConsent();
    await settle();
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    server.reachable(true);
    await settle(60_000);
    expect(server.connections).toBe(0);
  });
});

describe('a consent that is withdrawn before there is a client', () => {
  const address = { inboxId: 'demo', baseUrl: 'https://chat.test', hostOrigin: 'https://shop.test' };
  const sessionsOf = () => server.received.flatMap(({ t, session }) => (t === 'hello' ? [session] : []));

  it('is removed here at once, and reported to the server as soon as it can be reached, once', async () => {
    const client = await visit('local');
    client.sendMessage('hello');
    await settle();
    client.destroy();
    const token = clearStoredSession(address.inboxId, address.hostOrigin) as string;
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);

    server.reachable(false);
    reportWithdrawal(address, token, browserPorts('memory', server.WebSocket));
    await settle(60_000);
    expect(server.received.at(-1)).not.toEqual({ t: 'withdraw' });
    server.reachable(true);
    await settle(60_000);
    expect(server.received.filter(({ t }) => t === 'withdraw')).toHaveLength(1);
    expect(server.connections).toBe(0);
    expect([...fakeStorage]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    expect(server.conversation.handler).toBe('closed');
    expect(sessionsOf().slice(1)).toEqual([token]);
  });

  it('begins no session when the old one has ended', async () => {
    const token = `cws_${'x'.repeat(43)}`;
    reportWithdrawal(address, token, browserPorts('memory', server.WebSocket));
    await settle(60_000);
    expect(sessionsOf()).toEqual([token]);
    expect(server.received.filter(({ t }) => t === 'withdraw')).toEqual([]);
  });
});

describe('a whole conversation', () => {
  it('is fetched to its first event, however long it is', async () => {
    const client = await visit();
    const { conversation } = server;
    client.sendMessage('hello');
    await settle();
    for (let i = 0; i < 5 * FRAME_LIMITS.historyPage; i++) conversation.say(`news ${i}`);
    client.destroy();
    const reader = await visit();
    reader.sendMessage('mine');
    await settle();
    for (let i = 0; i < 3 * FRAME_LIMITS.historyPage; i++) server.conversation.say(`more ${i}`);
    server.killConnections(4003);
    await settle(30_000);
    expect(reader.getState().hasOlder).toBe(true);
    const whole = reader.loadTranscript();
    await settle(30_000);
    expect((await whole).map(({ seq }) => seq)).toEqual(server.conversation.log.map(({ seq }) => seq));
  });

  it('is not returned under the id of another one', async () => {
    const client = await visit();
    server.reachable(false);
    await settle();
    const whole = client.loadTranscript();
    const refused = expect(whole).rejects.toBeTruthy();
    client.destroy();
    await refused;
  });
});

describe('a rating of an answer', () => {
  it('is shown at once, is stored once, and is replaced by a later one', async () => {
    const client = await visit();
    client.sendMessage('hello');
    await settle();
    const answer = () => client.getState().timeline.find(({ type }) => type === 'answer');
    const key = answer()?.key as string;
    client.rateAnswer(key, 'up');
    expect(answer()).toMatchObject({ feedback: 'up' });
    client.rateAnswer(key, 'down');
    await settle();
    expect(answer()).toMatchObject({ feedback: 'down' });
    const values = server.conversation.log.flatMap(({ body }) => (body.kind === 'feedback' ? [body.value] : []));
    expect(values).toEqual(['up', 'down']);
    client.rateAnswer(key, null);
    await settle();
    expect(answer()).toMatchObject({ feedback: null });
    expect(client.getState().turn).toBe('ready');
  });
});

describe('the delivery status of a message', () => {
  const visitor = { kind: 'visitor', id: 'v' } as const;
  const person = { kind: 'human', id: 'p' } as const;
  const log = (...bodies: readonly [by: { kind: string; id: string }, body: object][]) =>
    bodies.map(([by, body], i) => ({ seq: i + 1, at: 0, by, clientId: `client-${i}`, body })) as never;
  const message = [visitor, { kind: 'message', text: 'x' }] as const;
  const started = (run: string) =>
    [
      { kind: 'ai', id: 'a' },
      { kind: 'answer.started', run, message: run, attempt: 1 },
    ] as const;

  it('is read when its own answer begins, not when that of an earlier one does', () => {
    const reached = deliveryStatuses(log([...message], [...message], [...started('r1')], [...started('r1')]), 0);
    expect([...reached]).toEqual([
      [1, 'read'],
      [2, 'delivered'],
    ]);
  });

  it('is sent while the visitor waits for a person, and read when one opens or answers the conversation', () => {
    const waiting = [[visitor, { kind: 'handoff.requested' }], [...message]] as const;
    expect(deliveryStatuses(log(...waiting.map(([a, b]) => [a, b] as [typeof a, typeof b])), 0).get(2)).toBe('sent');
    expect(deliveryStatuses(log(...waiting.map(([a, b]) => [a, b] as [typeof a, typeof b])), 2).get(2)).toBe('read');
    const answered = [...waiting, [person, { kind: 'handoff.accepted' }], [...message]] as const;
    const reached = deliveryStatuses(log(...answered.map(([a, b]) => [a, b] as [typeof a, typeof b])), 0);
    expect([reached.get(2), reached.get(4)]).toEqual(['read', 'delivered']);
  });

  it('changes when a person opens the conversation', async () => {
    const client = await visit();
    client.requestHuman();
    client.sendMessage('anyone?');
    await settle();
    expect(own(client)).toEqual([['anyone?', 'sent']]);
    server.conversation.markSeen();
    await settle();
    expect(own(client)).toEqual([['anyone?', 'read']]);
  });
});

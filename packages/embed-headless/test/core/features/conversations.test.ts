/** A visitor with several conversations: what is shown, what is sent where, what is gone, and how far a message has come. */
import { FRAME_LIMITS } from '@service/protocol';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createInnerChatClient } from '../../../src/core/client.js';
import { deliveryStatuses } from '../../../src/core/features/delivery-status.js';
import { type ChatClient, ConsentRequired, createChatClient } from '../../../src/core/index.js';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { rootKey, sessionKey, WITHDRAWN } from '../../../src/core/session/storage-keys.js';
import { clearStoredSession, reportWithdrawal } from '../../../src/frame/index.js';
import { browserPorts } from '../../../src/platform/browser.js';
import { createFakeServer, type FakeServer } from '../../../src/testing/index.js';

const ROOT = rootKey('demo', 'https://shop.test');

let server: FakeServer;
let clients: ChatClient[] = [];
const kept = new Map<string, string>();

const visit = async (storage: 'local' | 'memory' = 'memory'): Promise<ChatClient> => {
  const client = createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    storage,
    WebSocket: server.WebSocket,
  });
  clients.push(client);
  client.connect();
  await calm();
  return client;
};
const calm = async (ms = 0): Promise<void> => {
  await server.settled();
  await vi.advanceTimersByTimeAsync(ms);
  await server.settled();
};
const own = (client: ChatClient) =>
  client.getState().timeline.flatMap((entry) => (entry.type === 'own' ? [[entry.text, entry.delivery.state]] : []));
const here = (client: ChatClient): string => client.getState().conversation as string;

beforeAll(loadEveryFeature);
beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
      {
        ownKeys: () => [...kept.keys()],
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
  it('are begun, listed and gone back to, each with its own words', async () => {
    const client = await visit();
    client.sendMessage('about shoes');
    await calm();
    const first = here(client);
    client.newConversation();
    await calm(1_000);
    expect(here(client)).not.toBe(first);
    client.sendMessage('about shirts');
    await calm();
    client.loadConversations();
    await calm();
    expect(client.getState().conversations?.map(({ text }) => text)).toEqual([
      'You asked: about shirts',
      'You asked: about shoes',
    ]);
    client.openConversation(first);
    await calm();
    expect(own(client)).toEqual([['about shoes', 'read']]);
    expect(here(client)).toBe(first);
  });

  it('are not begun over and over while nothing is said in the new one', async () => {
    const client = await visit();
    client.newConversation();
    client.sendMessage('hello');
    await calm();
    for (let i = 0; i < 3; i++) client.newConversation();
    await calm();
    client.newConversation();
    await calm();
    expect(server.received.filter(({ t }) => t === 'open')).toHaveLength(1);
    expect(server.conversations).toHaveLength(2);
  });

  it('can be opened without a connection: the request goes out again until it is answered', async () => {
    const client = await visit();
    client.sendMessage('first');
    await calm();
    server.reachable(false);
    client.newConversation();
    client.sendMessage('in the new one');
    await calm(1_000);
    expect(own(client)).toEqual([['in the new one', 'sending']]);
    server.reachable(true);
    await calm(60_000);
    expect(own(client)).toEqual([['in the new one', 'read']]);
    expect(server.conversations.map(({ log }) => log[0]?.body)).toMatchObject([
      { text: 'first' },
      { text: 'in the new one' },
    ]);
  });

  it('keep what waits to be sent: it goes where it was written, and is shown there only', async () => {
    const client = await visit();
    client.sendMessage('first');
    await calm();
    const first = here(client);
    client.newConversation();
    await calm();
    client.sendMessage('second');
    await calm();
    const second = here(client);
    server.reachable(false);
    client.sendMessage('second, offline');
    client.openConversation(first);
    await calm();
    expect(own(client)).toEqual([]);
    client.sendMessage('first, offline');
    expect(own(client)).toEqual([['first, offline', 'sending']]);
    server.reachable(true);
    await calm(60_000);
    expect(own(client).map(([text]) => text)).toEqual(['first', 'first, offline']);
    client.openConversation(second);
    await calm();
    expect(own(client).map(([text]) => text)).toEqual(['second', 'second, offline']);
    const stored = server.conversations.flatMap(({ log }) => log.filter(({ by }) => by.kind === 'visitor'));
    expect(stored).toHaveLength(4);
  });

  it('bring back a page that was closed to the one it was in', async () => {
    const client = await visit('local');
    client.sendMessage('first');
    await calm();
    const first = here(client);
    client.newConversation();
    await calm();
    client.openConversation(first);
    await calm();
    client.destroy();
    const again = await visit('local');
    expect(here(again)).toBe(first);
  });

  it('lead on from a closed one', async () => {
    const client = await visit();
    client.sendMessage('first');
    await calm();
    server.conversation.close();
    await calm();
    expect(client.getState().handledBy).toBe('closed');
    client.newConversation();
    await calm();
    expect(client.getState()).toMatchObject({ handledBy: 'agent', timeline: [], loaded: true });
  });

  it('go somewhere else when the wanted one is not there', async () => {
    const client = await visit();
    client.sendMessage('first');
    await calm();
    const first = here(client);
    client.openConversation('cnv_unknown0000000000000');
    await calm(1_000);
    expect(here(client)).toBe(first);
    expect(client.getState().loaded).toBe(true);
  });
});

describe('an erased conversation', () => {
  it('is gone from every tab with what waited to be sent in it, and another one is there', async () => {
    const one = await visit('local');
    one.sendMessage('secret');
    await calm();
    const other = await visit('local');
    const gone = here(one);
    expect(here(other)).toBe(gone);
    one.eraseConversation();
    await calm(1_000);
    for (const client of [one, other]) {
      expect(client.getState()).toMatchObject({ connection: 'connected', timeline: [], loaded: true });
      expect(here(client)).not.toBe(gone);
    }
    expect(here(one)).toBe(here(other));
  });

  it('takes along what a tab without a connection still had to send there', async () => {
    const one = await visit('local');
    one.sendMessage('secret');
    await calm();
    const other = await visit('local');
    const gone = here(one);
    server.reachable(false);
    other.sendMessage('too late');
    server.reachable(true);
    one.eraseConversation();
    await calm(60_000);
    expect(other.getState()).toMatchObject({ timeline: [], outbox: 0 });
    expect(server.received.filter((frame) => frame.t === 'append' && frame.conversation !== gone)).toEqual([]);
    expect([...kept.keys()].filter((key) => key.includes('unsent'))).toEqual([]);
  });

  it('is erased even when the connection is lost in that moment', async () => {
    const client = await visit();
    client.sendMessage('secret');
    await calm();
    const gone = here(client);
    server.reachable(false);
    client.eraseConversation();
    await calm(1_000);
    server.reachable(true);
    await calm(60_000);
    expect(here(client)).not.toBe(gone);
    expect(client.getState().timeline).toEqual([]);
  });
});

describe('an erasure that is asked for without a connection', () => {
  const erasures = () => server.received.filter(({ t }) => t === 'erase').length;
  /** Said, and then to be erased, by a page that ends before the server has heard of it. */
  const askedInVain = async (): Promise<string> => {
    const client = await visit('local');
    client.sendMessage('secret');
    await calm();
    const gone = here(client);
    server.reachable(false);
    client.eraseConversation();
    await calm(1_000);
    expect(client.getState().erasing).toEqual([gone]);
    client.destroy();
    return gone;
  };

  it('is not forgotten by the next page: it is shown as pending, and done once there is one', async () => {
    const gone = await askedInVain();
    const next = await visit('local');
    await calm(1_000);
    expect(next.getState().erasing).toEqual([gone]);
    expect(erasures()).toBe(0);
    server.reachable(true);
    await calm(60_000);
    expect(next.getState()).toMatchObject({ erasing: [], timeline: [], connection: 'connected' });
    expect(here(next)).not.toBe(gone);
    expect(erasures()).toBe(1);
    expect([...kept.keys()].filter((key) => key.includes('erase'))).toEqual([]);
    next.destroy();
    await visit('local');
    await calm(60_000);
    expect(erasures()).toBe(1);
  });

  it.each([
    ['the session is over, and somebody else has begun one', () => kept.delete(sessionKey(ROOT))],
    ['somebody has signed out', () => undefined],
  ])('is nobody else’s to ask for: it is gone when %s', async (why, happens) => {
    await askedInVain();
    happens();
    const next = await visit('local');
    if (why.includes('signed out')) next.logout();
    await calm(1_000);
    expect(next.getState().erasing).toEqual([]);
    server.reachable(true);
    next.connect();
    await calm(60_000);
    expect(erasures()).toBe(0);
    expect([...kept.keys()].filter((key) => key.includes('erase'))).toEqual([]);
  });

  it('is not forgotten either when the page ends before the code for it has come', async () => {
    const before = await visit('local');
    before.sendMessage('secret');
    await calm(1_000);
    const gone = here(before);
    before.destroy();
    const load = () => new Promise<never>(() => undefined);
    const client = createInnerChatClient(
      { inboxId: 'demo', baseUrl: 'https://chat.test', hostOrigin: 'https://shop.test' },
      { ...browserPorts('local', server.WebSocket), load },
    );
    client.connect();
    await calm(1_000);
    client.eraseConversation();
    client.destroy();
    const next = await visit('local');
    await calm(1_000);
    expect(erasures()).toBe(1);
    expect(here(next)).not.toBe(gone);
    expect([...kept.keys()].filter((key) => key.includes('erase'))).toEqual([]);
  });

  it('is given up when the server knows of no such conversation of this visitor', async () => {
    const client = await visit('local');
    client.sendMessage('hello');
    await calm();
    client.eraseConversation('cnv_unknown0000000000000');
    await calm(1_000);
    expect(client.getState().erasing).toEqual([]);
    expect([...kept.keys()].filter((key) => key.includes('erase'))).toEqual([]);
    expect(own(client)).toEqual([['hello', 'read']]);
  });
});

describe('a consent that is taken back', () => {
  it('leaves nothing in this browser but the word of it, ends the session, and asks again before anything else', async () => {
    const client = await visit('local');
    client.sendMessage('hello');
    await calm();
    client.withdrawConsent();
    await calm(1_000);
    expect(server.received.at(-1)).toEqual({ t: 'withdraw' });
    expect([...kept]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    expect(client.getState()).toMatchObject({
      consentNeeded: true,
      timeline: [],
      conversation: null,
      connection: 'closed',
    });
    expect(() => client.sendMessage('still there?')).toThrow(ConsentRequired);
    expect([...kept]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    expect(server.connections).toBe(0);
    client.consent({ version: '1', textHash: 'a'.repeat(64), locale: 'en' });
    await calm(1_000);
    client.sendMessage('again');
    await calm();
    expect(own(client)).toEqual([['again', 'read']]);
    expect(server.conversation.log[0]?.body).toMatchObject({ text: 'again' });
  });

  it('works without a connection', async () => {
    const client = await visit('local');
    server.reachable(false);
    client.sendMessage('never sent');
    client.withdrawConsent();
    await calm();
    expect([...kept]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    server.reachable(true);
    await calm(60_000);
    expect(server.connections).toBe(0);
  });
});

describe('a consent that is taken back before there is a client', () => {
  const whose = { inboxId: 'demo', baseUrl: 'https://chat.test', hostOrigin: 'https://shop.test' };
  const sessionsOf = () => server.received.flatMap(({ t, session }) => (t === 'hello' ? [session] : []));

  it('is forgotten here at once, and told to the server as soon as that can be reached, once', async () => {
    const client = await visit('local');
    client.sendMessage('hello');
    await calm();
    client.destroy();
    const token = clearStoredSession(whose.inboxId, whose.hostOrigin) as string;
    expect([...kept]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);

    server.reachable(false);
    reportWithdrawal(whose, token, browserPorts('memory', server.WebSocket));
    await calm(60_000);
    expect(server.received.at(-1)).not.toEqual({ t: 'withdraw' });
    server.reachable(true);
    await calm(60_000);
    expect(server.received.filter(({ t }) => t === 'withdraw')).toHaveLength(1);
    expect(server.connections).toBe(0);
    expect([...kept]).toEqual([[sessionKey(ROOT), WITHDRAWN]]);
    expect(server.conversation.handler).toBe('closed');
    expect(sessionsOf().slice(1)).toEqual([token]);
  });

  it('begins no session where there is none any more', async () => {
    const token = `cws_${'x'.repeat(43)}`;
    reportWithdrawal(whose, token, browserPorts('memory', server.WebSocket));
    await calm(60_000);
    expect(sessionsOf()).toEqual([token]);
    expect(server.received.filter(({ t }) => t === 'withdraw')).toEqual([]);
  });
});

describe('a whole conversation', () => {
  it('is fetched to its first event, however long it is', async () => {
    const client = await visit();
    const { conversation } = server;
    client.sendMessage('hello');
    await calm();
    for (let i = 0; i < 5 * FRAME_LIMITS.historyPage; i++) conversation.say(`news ${i}`);
    client.destroy();
    const reader = await visit();
    reader.sendMessage('mine');
    await calm();
    for (let i = 0; i < 3 * FRAME_LIMITS.historyPage; i++) server.conversation.say(`more ${i}`);
    server.killConnections(4003);
    await calm(30_000);
    expect(reader.getState().hasOlder).toBe(true);
    const whole = reader.loadTranscript();
    await calm(30_000);
    expect((await whole).map(({ seq }) => seq)).toEqual(server.conversation.log.map(({ seq }) => seq));
  });

  it('is not given out under the name of another one', async () => {
    const client = await visit();
    server.reachable(false);
    await calm();
    const whole = client.loadTranscript();
    const refused = expect(whole).rejects.toBeTruthy();
    client.destroy();
    await refused;
  });
});

describe('an opinion of an answer', () => {
  it('shows at once, is stored once, and the last one counts', async () => {
    const client = await visit();
    client.sendMessage('hello');
    await calm();
    const answer = () => client.getState().timeline.find(({ type }) => type === 'answer');
    const key = answer()?.key as string;
    client.rateAnswer(key, 'up');
    expect(answer()).toMatchObject({ feedback: 'up' });
    client.rateAnswer(key, 'down');
    await calm();
    expect(answer()).toMatchObject({ feedback: 'down' });
    const values = server.conversation.log.flatMap(({ body }) => (body.kind === 'feedback' ? [body.value] : []));
    expect(values).toEqual(['up', 'down']);
    client.rateAnswer(key, null);
    await calm();
    expect(answer()).toMatchObject({ feedback: null });
    expect(client.getState().turn).toBe('ready');
  });
});

describe('how far a message has come', () => {
  const visitor = { kind: 'visitor', id: 'v' } as const;
  const person = { kind: 'human', id: 'p' } as const;
  const log = (...bodies: readonly [by: { kind: string; id: string }, body: object][]) =>
    bodies.map(([by, body], i) => ({ seq: i + 1, at: 0, by, clientId: `client-${i}`, body })) as never;
  const said = [visitor, { kind: 'message', text: 'x' }] as const;
  const started = (run: string) =>
    [
      { kind: 'ai', id: 'a' },
      { kind: 'answer.started', run, message: run, attempt: 1 },
    ] as const;

  it('is read by the agent when its own answer begins, not when that of an earlier one does', () => {
    const reached = deliveryStatuses(log([...said], [...said], [...started('r1')], [...started('r1')]), 0);
    expect([...reached]).toEqual([
      [1, 'read'],
      [2, 'delivered'],
    ]);
  });

  it('lies there while a person is waited for, and is read when they open or answer the conversation', () => {
    const waiting = [[visitor, { kind: 'handoff.requested' }], [...said]] as const;
    expect(deliveryStatuses(log(...waiting.map(([a, b]) => [a, b] as [typeof a, typeof b])), 0).get(2)).toBe('sent');
    expect(deliveryStatuses(log(...waiting.map(([a, b]) => [a, b] as [typeof a, typeof b])), 2).get(2)).toBe('read');
    const came = [...waiting, [person, { kind: 'handoff.accepted' }], [...said]] as const;
    const reached = deliveryStatuses(log(...came.map(([a, b]) => [a, b] as [typeof a, typeof b])), 0);
    expect([reached.get(2), reached.get(4)]).toEqual(['read', 'delivered']);
  });

  it('shows when a person looks', async () => {
    const client = await visit();
    client.requestHuman();
    client.sendMessage('anyone?');
    await calm();
    expect(own(client)).toEqual([['anyone?', 'sent']]);
    server.conversation.markSeen();
    await calm();
    expect(own(client)).toEqual([['anyone?', 'read']]);
  });
});

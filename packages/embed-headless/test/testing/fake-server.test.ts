/**
 * Developers test their apps against the fake server, so it must follow the protocol: every frame in both directions matches the
 * schema, and each switch has its effect on a real client.
 */
import { CLIENT_LIMITS, CLOSE, FRAME_LIMITS } from '@service/protocol';
import { clientFrameSchema, serverFrameSchema } from '@service/protocol/schema';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChatClient, createChatClient } from '../../src/core/index.js';
import { createFakeServer, type FakeServer, type FakeServerOptions } from '../../src/testing/index.js';
import { clientOf } from '../support/fake-server-client.js';

let clients: ChatClient[] = [];

function serve(options?: FakeServerOptions): { server: FakeServer; visit(): ChatClient } {
  const server = createFakeServer(options);
  return {
    server,
    visit() {
      const client = clientOf(server);
      clients.push(client);
      client.connect();
      return client;
    },
  };
}
const texts = (client: ChatClient): string[] =>
  client
    .getState()
    .timeline.map((entry) => ('text' in entry ? entry.text : entry.type === 'notice' ? entry.notice : entry.type));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  for (const client of clients) client.destroy();
  clients = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the fake server', () => {
  it('sends and accepts only frames of the protocol', async () => {
    const server = createFakeServer({ answer: (question) => `You asked: ${question}` });
    const client = clientOf(server, { user: { name: 'Kim' } });
    clients.push(client);
    client.connect();
    await server.settled();
    const { conversation } = server;
    client.sendMessage('hello');
    client.notifyTyping();
    client.updateContext({ name: 'Kim', company: 'Acme' });
    await server.settled();
    const stream = conversation.beginAnswer();
    stream.write('A long');
    client.stopAnswer();
    await server.settled();
    client.requestHuman('I would rather talk to a person');
    await server.settled();
    conversation.type();
    conversation.say('Hei, this is Ingrid.', 'Ingrid');
    conversation.endHandoff();
    await server.settled();
    client.markRead();
    conversation.close();
    await server.settled();
    client.sendMessage('is anybody there?');
    for (let i = 0; i < 3 * FRAME_LIMITS.snapshotEvents; i++) conversation.type(i % 2 === 0);
    server.drain();
    await server.settled();
    await vi.advanceTimersByTimeAsync(60_000);
    await server.settled();

    const sentTypes = new Set(server.sent.map(({ t }) => t));
    expect([...sentTypes].sort()).toEqual(
      ['ack', 'delta', 'drain', 'error', 'events', 'following', 'live', 'pong', 'read', 'typing', 'welcome'].sort(),
    );
    for (const frame of server.sent)
      expect(serverFrameSchema.safeParse(frame).error?.issues, JSON.stringify(frame)).toBeUndefined();
    for (const frame of server.received)
      expect(clientFrameSchema.safeParse(frame).error?.issues, JSON.stringify(frame)).toBeUndefined();
    expect(texts(client)).toEqual([
      'hello',
      'You asked: hello',
      'A long',
      'handoff-requested',
      'handoff-accepted',
      'Hei, this is Ingrid.',
      'handoff-ended',
      'closed',
      'is anybody there?',
    ]);
  });

  it('sends older pages of a long conversation after a reconnect', async () => {
    const { server, visit } = serve();
    const client = visit();
    await server.settled();
    for (let i = 1; i < 2 * FRAME_LIMITS.snapshotEvents; i++) server.conversation.say(`line ${i}`);
    await server.settled();
    server.killConnections(CLOSE.insufficientState.code);
    await vi.advanceTimersByTimeAsync(30_000);
    await server.settled();
    expect(client.getState().timeline).toHaveLength(FRAME_LIMITS.snapshotEvents);
    expect(client.getState().hasOlder).toBe(true);
    client.loadOlder();
    await server.settled();
    expect(texts(client).slice(0, 2)).toEqual(['handoff-accepted', 'line 1']);
    expect(client.getState()).toMatchObject({ hasOlder: false, timeline: { length: 2 * FRAME_LIMITS.snapshotEvents } });
  });

  it('stores a message once although its acknowledgement was dropped', async () => {
    const { server, visit } = serve();
    const client = visit();
    await server.settled();
    server.dropAcks();
    client.sendMessage('only once');
    await server.settled();
    expect(client.getState().outbox).toBe(1);
    expect(server.conversation.log).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(CLIENT_LIMITS.requestTimeoutMs + 1_000);
    await server.settled();
    expect(client.getState().outbox).toBe(0);
    expect(server.conversation.log).toHaveLength(1);
    expect(texts(client)).toEqual(['only once']);
    expect(server.connectionsEver).toBe(2);
  });

  it('lets a client reconnect after its connection was cut, with nothing lost', async () => {
    const { server, visit } = serve();
    const client = visit();
    await server.settled();
    server.reachable(false);
    client.sendMessage('written in a tunnel');
    await server.settled();
    expect(client.getState().connection).toBe('reconnecting');
    server.conversation.say('Are you there?');
    server.reachable(true);
    await vi.advanceTimersByTimeAsync(30_000);
    await server.settled();
    expect(client.getState().connection).toBe('connected');
    expect(texts(client)).toEqual(['handoff-accepted', 'Are you there?', 'written in a tunnel']);
  });

  it('delays everything by the delay that was set', async () => {
    const { server, visit } = serve();
    server.delay(1_000);
    const client = visit();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(client.getState().loaded).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(client.getState()).toMatchObject({ loaded: true, connection: 'connected' });
  });

  it('has settled although a client of the same inbox still waits for another server', async () => {
    // Node's locks are one set for all threads of a process: test files that run beside each other have the same inbox.
    const slow = serve();
    slow.server.delay(60_000);
    slow.visit();
    const { server, visit } = serve();
    const client = visit();
    await server.settled();
    expect(client.getState().connection).toBe('connected');
  });

  it('closes connections with any code of the table', async () => {
    const { server, visit } = serve();
    const client = visit();
    await server.settled();
    server.killConnections(CLOSE.inboxGone.code);
    await server.settled();
    expect(client.getState()).toMatchObject({ connection: 'closed', problem: { code: 'inbox_unavailable' } });
  });

  it.each([
    [
      'a person takes over',
      'handoff-accepted',
      (server: FakeServer) => server.conversation.say('Hei, this is Ingrid.'),
    ],
    ['the conversation is closed', 'closed', (server: FakeServer) => server.conversation.close()],
  ])('ends an answer that is being written when %s, as the real one', async (_what, notice, happens) => {
    const { server, visit } = serve();
    const client = visit();
    await server.settled();
    client.sendMessage('hello');
    await server.settled();
    const answer = server.conversation.beginAnswer();
    answer.write('One moment');
    happens(server);
    answer.write(', I will look');
    answer.complete();
    await server.settled();
    expect(texts(client).slice(0, 3)).toEqual(['hello', 'One moment', notice]);
    expect(client.getState().timeline[1]).toMatchObject({ type: 'answer', state: 'stopped' });
  });

  it('throws an error with advice when no client has begun a conversation', () => {
    expect(() => createFakeServer().conversation).toThrow(/connect a client/);
  });

  it('can replace the global WebSocket, and restore it', async () => {
    const before = globalThis.WebSocket;
    const server = createFakeServer();
    const restore = server.install();
    const client = createChatClient({
      inboxId: 'demo',
      baseUrl: 'https://chat.test',
      hostOrigin: 'https://shop.test',
      storage: 'memory',
    });
    clients.push(client);
    client.connect();
    await server.settled();
    expect(client.getState().connection).toBe('connected');
    restore();
    expect(globalThis.WebSocket).toBe(before);
  });
});

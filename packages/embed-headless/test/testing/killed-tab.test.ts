// @vitest-environment happy-dom
/** The fake server's `killTab`: a page ends without closing its connection, and what happens to its tool calls. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyTool, type ChatClient, createChatClient } from '../../src/core/index.js';
import { createFakeServer, type FakeServer } from '../../src/testing/index.js';

let server: FakeServer;
let clients: ChatClient[];
/** Runs of the tool: the name of the page for each. */
let begun: string[];

beforeEach(() => {
  localStorage.clear();
  server = createFakeServer();
  clients = [];
  begun = [];
});
afterEach(() => {
  for (const client of clients) client.destroy();
});

/** A page of the visitor that offers a tool which never ends by itself. */
async function page(name: string, effects: NonNullable<AnyTool['effects']>): Promise<ChatClient> {
  const client = createChatClient({ inboxId: 'demo', baseUrl: 'https://chat.test', WebSocket: server.WebSocket });
  clients.push(client);
  client.registerTool({
    name: 'work',
    description: 'Works.',
    effects,
    handler: () => {
      begun.push(name);
      return new Promise(() => undefined);
    },
  });
  client.connect();
  await server.settled();
  await vi.waitFor(() => expect(server.conversation.tools).toHaveLength(1));
  return client;
}

describe('a tab that is killed', () => {
  it('sends and receives nothing any more, and its client cannot reconnect', async () => {
    const client = await page('first', 'read');
    const { length } = server.received;
    server.killTab();
    client.sendMessage('Is anybody there?');
    await server.settled();
    expect(server.received.slice(length).filter(({ t }) => t !== 'hello')).toEqual([]);
    expect(server.conversation.log).toEqual([]);
    expect(server.connections).toBe(0);
  });

  it('ends a call of a tool that may run once with an unknown outcome', async () => {
    await page('first', 'once');
    const called = server.conversation.callTool('work');
    await vi.waitFor(() => expect(begun).toEqual(['first']));
    server.killTab();
    expect(await called).toMatchObject({ ok: false, error: { code: 'client_gone', outcome: 'unknown' } });
  });

  it('hands a call of a tool that only reads to the next page', async () => {
    const killed = await page('first', 'read');
    void server.conversation.callTool('work');
    await vi.waitFor(() => expect(begun).toEqual(['first']));
    server.killTab();
    killed.destroy();
    await page('second', 'read');
    await vi.waitFor(() => expect(begun).toEqual(['first', 'second']));
    expect(server.conversations).toHaveLength(1);
  });

  it('throws an error with advice when no page is connected', () => {
    expect(() => server.killTab()).toThrow(/connect a client/);
  });
});

/** Functions of a page against the fake server: whoever writes one tests it as an agent would call it. */
import { defineTool } from '@service/protocol';
import { clientFrameSchema, serverFrameSchema } from '@service/protocol/schema';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChatClient, createChatClient, type ToolEntry } from '../../src/core/index.js';
import { createFakeServer, type FakeServer } from '../../src/testing/index.js';

let clients: ChatClient[] = [];
let server: FakeServer;

beforeEach(() => {
  server = createFakeServer();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  // Whatever a test was about, both sides spoke the protocol.
  for (const frame of server.received) expect(clientFrameSchema.safeParse(frame).error).toBeUndefined();
  for (const frame of server.sent) expect(serverFrameSchema.safeParse(frame).error).toBeUndefined();
  for (const client of clients) client.destroy();
  clients = [];
  vi.unstubAllGlobals();
});

const done: string[] = [];
const lookUp = defineTool({
  name: 'get_order',
  description: 'Where an order is.',
  effects: 'read',
  parameters: { type: 'object', properties: { order: { type: 'string', pattern: '^[A-Z]-' } }, required: ['order'] },
  handler: ({ order }, { progress }) => {
    progress({ fraction: 0.5 });
    if (order === 'A-9') throw new Error('There is no such order.');
    return { order, state: 'shipped' };
  },
});
const cancel = defineTool({
  name: 'cancel_order',
  title: 'Cancel an order',
  description: 'Cancels it.',
  parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
  confirm: ({ order }) => ({ title: `Cancel ${order}?`, danger: true }),
  handler: ({ order }, { confirmedBy }) => {
    done.push(`${order} by ${confirmedBy}`);
    return { cancelled: order };
  },
});

async function page(...tools: readonly Parameters<ChatClient['registerTool']>[0][]): Promise<ChatClient> {
  const client = createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    storage: 'memory',
    WebSocket: server.WebSocket,
  });
  clients.push(client);
  for (const tool of tools) client.registerTool(tool, 'Be quick.');
  client.connect();
  await server.settled();
  return client;
}
const callsOn = (client: ChatClient): readonly ToolEntry[] =>
  client.getState().timeline.filter((entry): entry is ToolEntry => entry.type === 'tool');
/** The visitor is asked about the call with this number. */
const askedOn = async (client: ChatClient, number = 1): Promise<ToolEntry> => {
  await vi.waitFor(() => expect(callsOn(client)[number - 1]?.state).toBe('asking'));
  return callsOn(client)[number - 1] as ToolEntry;
};

describe('a function of the page, as the agent sees it', () => {
  it('is offered once the page is connected, and taken back', async () => {
    const client = await page(lookUp);
    expect(server.conversation.tools.map(({ name, effects }) => [name, effects])).toEqual([['get_order', 'read']]);
    expect(server.conversation.instructions).toBe('Be quick.');
    const takeBack = client.registerTool(cancel);
    await server.settled();
    expect(server.conversation.tools).toHaveLength(2);
    takeBack();
    await server.settled();
    expect(server.conversation.tools.map(({ name }) => name)).toEqual(['get_order']);
  });

  it('gives its result, and is shown in the timeline', async () => {
    const client = await page(lookUp);
    const { conversation } = server;
    expect(await conversation.callTool('get_order', { order: 'A-1' })).toEqual({
      ok: true,
      value: { order: 'A-1', state: 'shipped' },
    });
    await vi.waitFor(() => expect(callsOn(client)).toMatchObject([{ name: 'get_order', state: 'succeeded' }]));
  });

  it('that fails says so in its own words', async () => {
    await page(lookUp);
    expect(await server.conversation.callTool('get_order', { order: 'A-9' })).toMatchObject({
      ok: false,
      error: { code: 'handler_error', outcome: 'failed', message: 'There is no such order.' },
    });
  });

  it('that is not there, or doesn’t take these arguments, is never called', async () => {
    await page(lookUp);
    const { conversation } = server;
    expect(await conversation.callTool('nowhere')).toMatchObject({ error: { code: 'not_registered' } });
    expect(await conversation.callTool('get_order', { order: 5 })).toMatchObject({
      error: { code: 'invalid_arguments', issues: [{ path: '/order' }] },
    });
    expect(conversation.log).toEqual([]);
  });
});

describe('a function that asks', () => {
  it('runs after the visitor’s yes, with the page’s own question', async () => {
    done.length = 0;
    const client = await page(cancel);
    const called = server.conversation.callTool('cancel_order', { order: 'A-2' });
    const asked = await askedOn(client);
    expect(asked.ask?.view).toEqual({ title: 'Cancel A-2?', danger: true });
    expect(done).toEqual([]);
    client.resolveToolCall(asked, true);
    expect(await called).toEqual({ ok: true, value: { cancelled: 'A-2' } });
    expect(done).toEqual(['A-2 by user']);
  });

  it('does not run after a no, nor when the visitor writes instead', async () => {
    done.length = 0;
    const client = await page(cancel);
    const { conversation } = server;
    const denied = conversation.callTool('cancel_order', { order: 'A-2' });
    client.resolveToolCall(await askedOn(client), false);
    expect(await denied).toMatchObject({ error: { code: 'denied', outcome: 'not_started' } });
    const superseded = conversation.callTool('cancel_order', { order: 'A-2' });
    await askedOn(client, 2);
    client.sendMessage('Wait, what does it cost?');
    expect(await superseded).toMatchObject({ error: { code: 'superseded' } });
    expect(done).toEqual([]);
  });

  it('runs although the connection was cut before the click could be said', async () => {
    done.length = 0;
    const client = await page(cancel);
    const called = server.conversation.callTool('cancel_order', { order: 'A-3' });
    const asked = await askedOn(client);
    server.killConnections();
    client.resolveToolCall(asked, true);
    // The click is said again when there is a connection again.
    expect(await called).toEqual({ ok: true, value: { cancelled: 'A-3' } });
    expect(done).toEqual(['A-3 by user']);
  });
});

describe('on the days on which networks don’t', () => {
  it('a function that ran while the connection was cut hands its result in, once', async () => {
    let end: (value: string) => void = () => undefined;
    const slow = vi.fn(
      () =>
        new Promise<string>((resolve) => {
          end = resolve;
        }),
    );
    await page({ name: 'slow', description: 'Takes long.', effects: 'once', confirm: false, handler: slow });
    const called = server.conversation.callTool('slow');
    await vi.waitFor(() => expect(slow).toHaveBeenCalledTimes(1));
    server.killConnections();
    end('done');
    expect(await called).toEqual({ ok: true, value: 'done' });
    expect(slow).toHaveBeenCalledTimes(1);
  });

  it('the visitor stops it: it hears of that, and the agent is told that nobody knows', async () => {
    let aborted = false;
    const begun = vi.fn(
      (_args: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve();
          }),
        ),
    );
    const client = await page({ name: 'slow', description: 'Takes long.', effects: 'once', handler: begun });
    const called = server.conversation.callTool('slow');
    await vi.waitFor(() => expect(begun).toHaveBeenCalled());
    client.stopAnswer();
    expect(await called).toMatchObject({ error: { code: 'cancelled', outcome: 'unknown' } });
    await vi.waitFor(() => expect(aborted).toBe(true));
  });
});

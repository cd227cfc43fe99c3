/** Tools of a page against the fake server: a developer tests a tool by calling it as the agent would. */
import { defineTool } from '@service/protocol';
import { clientFrameSchema, serverFrameSchema } from '@service/protocol/schema';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatClient, ToolEntry } from '../../src/core/index.js';
import { createFakeServer, type FakeServer } from '../../src/testing/index.js';
import { clientOf } from '../support/fake-server-client.js';

let clients: ChatClient[] = [];
let server: FakeServer;

beforeEach(() => {
  server = createFakeServer();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => {
  // In every test, both sides must follow the protocol.
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
  const client = clientOf(server);
  clients.push(client);
  for (const tool of tools) client.registerTool(tool, 'Be quick.');
  client.connect();
  await server.settled();
  return client;
}
const callsOn = (client: ChatClient): readonly ToolEntry[] =>
  client.getState().timeline.filter((entry): entry is ToolEntry => entry.type === 'tool');
/** Waits until the visitor is asked to confirm the call with this number. */
const askedOn = async (client: ChatClient, number = 1): Promise<ToolEntry> => {
  await vi.waitFor(() => expect(callsOn(client)[number - 1]?.state).toBe('asking'));
  return callsOn(client)[number - 1] as ToolEntry;
};

describe('a tool of the page, as the agent sees it', () => {
  it('is offered once the page is connected, and withdrawn on unregistering', async () => {
    const client = await page(lookUp);
    expect(server.conversation.tools.map(({ name, effects }) => [name, effects])).toEqual([['get_order', 'read']]);
    expect(server.conversation.instructions).toBe('Be quick.');
    const unregister = client.registerTool(cancel);
    await server.settled();
    expect(server.conversation.tools).toHaveLength(2);
    unregister();
    await server.settled();
    expect(server.conversation.tools.map(({ name }) => name)).toEqual(['get_order']);
  });

  it('returns its result, and is shown in the timeline with it', async () => {
    const client = await page(lookUp);
    const { conversation } = server;
    expect(await conversation.callTool('get_order', { order: 'A-1' })).toEqual({
      ok: true,
      value: { order: 'A-1', state: 'shipped' },
    });
    const ended = { name: 'get_order', state: 'succeeded', result: { order: 'A-1', state: 'shipped' } };
    await vi.waitFor(() => expect(callsOn(client)).toMatchObject([ended]));
  });

  it('shows of its result what its `toModel` gives, and nothing of a long one', async () => {
    const brief = defineTool({ ...lookUp, toModel: ({ state }) => state });
    const long = defineTool({ ...cancel, confirm: false, handler: () => ({ cancelled: 'x'.repeat(9_000) }) });
    const client = await page(brief, long);
    await server.conversation.callTool('get_order', { order: 'A-1' });
    await server.conversation.callTool('cancel_order', { order: 'A-1' });
    await vi.waitFor(() => expect(callsOn(client).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']));
    expect(callsOn(client).map(({ result }) => result)).toEqual(['shipped', undefined]);
  });

  it('that fails reports its own error message', async () => {
    await page(lookUp);
    expect(await server.conversation.callTool('get_order', { order: 'A-9' })).toMatchObject({
      ok: false,
      error: { code: 'handler_error', outcome: 'failed', message: 'There is no such order.' },
    });
  });

  it('is never called when it does not exist or its arguments are invalid', async () => {
    await page(lookUp);
    const { conversation } = server;
    expect(await conversation.callTool('nowhere')).toMatchObject({ error: { code: 'not_registered' } });
    expect(await conversation.callTool('get_order', { order: 5 })).toMatchObject({
      error: { code: 'invalid_arguments', issues: [{ path: '/order' }] },
    });
    expect(conversation.log).toEqual([]);
  });
});

describe('a tool that needs a confirmation', () => {
  it('asks the page’s own question, and runs after the visitor has confirmed', async () => {
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

  it('does not run when the visitor declines or writes a message instead', async () => {
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

  it('runs although the connection was cut before the click could be sent', async () => {
    done.length = 0;
    const client = await page(cancel);
    const called = server.conversation.callTool('cancel_order', { order: 'A-3' });
    const asked = await askedOn(client);
    server.killConnections();
    client.resolveToolCall(asked, true);
    // The decision is sent again on the next connection.
    expect(await called).toEqual({ ok: true, value: { cancelled: 'A-3' } });
    expect(done).toEqual(['A-3 by user']);
  });
});

describe('a tool call on a bad connection', () => {
  it('that ran while the connection was cut reports its result, once', async () => {
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

  it('that the visitor stops is aborted, and reported to the agent with an unknown outcome', async () => {
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

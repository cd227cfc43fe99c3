// @vitest-environment jsdom
/** @jsxImportSource react */
/** The example with useChat of the AI SDK, on the server in memory; and the transport by itself. */
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { UIMessage, UIMessageChunk } from 'ai';
import { type ComponentType, StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createServiceTransport, toUIMessages } from '../../src/adapters/ai-sdk.js';
import { type ChatClient, createChatClient } from '../../src/core.js';
import { createFakeServer } from '../../src/testing.js';
import { startFileServer } from './file-server.js';

/** Read as a customer's project has it: its settings for JSX and types are its own. */
const EXAMPLE = join(import.meta.dirname, '../../../../examples/library-app/src/ai-sdk-chat.tsx');
const { AiSdkChat }: Record<'AiSdkChat', ComponentType<{ readonly client: ChatClient }>> = await import(EXAMPLE);
let server: ReturnType<typeof createFakeServer>;
let client: ChatClient;
const settled = () => act(() => server.settled());
const newClient = (more: object = {}): ChatClient =>
  createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    storage: 'memory',
    WebSocket: server.WebSocket,
    ...more,
  });
const handler = vi.fn(() => 'cancelled');
const cancelOrder = { name: 'cancel_order', description: 'Cancels it.', confirm: { title: 'Cancel it?' }, handler };

beforeEach(() => {
  server = createFakeServer();
  client = newClient();
});
afterEach(() => {
  cleanup();
  client.destroy();
  handler.mockClear();
  vi.unstubAllGlobals();
});

describe('a chat of useChat of the AI SDK', () => {
  const log = () => within(screen.getByRole('log', { name: 'Messages' }));
  const texts = () =>
    log()
      .queryAllByRole('article')
      .map((each) => `${each.getAttribute('aria-label')}: ${each.textContent}`);
  const show = async (): Promise<void> => {
    render(<AiSdkChat client={client} />, { wrapper: StrictMode });
    await settled();
  };
  const say = async (text: string): Promise<void> => {
    fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(server.conversation.log.some(({ body }) => 'text' in body && body.text === text)).toBe(true),
    );
    await settled();
  };

  it('streams an answer, with its sources', async () => {
    await show();
    await say('How do I wash it?');
    const answer = server.conversation.beginAnswer();
    answer.write('Wash it');
    await waitFor(() => expect(texts()).toEqual(['You: How do I wash it?', 'Assistant: Wash it']));
    answer.write(' cold.');
    answer.complete({
      citations: [{ number: 1, documentId: 'care', title: 'Care', url: 'https://fjell.example/care', quote: 'cold' }],
    });
    await waitFor(() => expect(texts().at(-1)).toBe('Assistant: Wash it cold.Care'));
    expect(log().getByRole('link', { name: 'Care' }).getAttribute('href')).toBe('https://fjell.example/care');
  });

  it('stops an answer that is being written', async () => {
    await show();
    await say('Tell me everything.');
    server.conversation.beginAnswer().write('It began');
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(server.conversation.log.at(-1)?.body).toMatchObject({ kind: 'answer.interrupted' }));
  });

  it('asks before a tool runs, and the answer goes on after the click', async () => {
    client.registerTool(cancelOrder);
    await show();
    await waitFor(() => expect(server.conversation.tools).toHaveLength(1));
    await say('Cancel my order.');
    const call = server.conversation.callTool('cancel_order');
    const tool = within(await screen.findByRole('group', { name: 'cancel_order' }));
    expect(handler).not.toHaveBeenCalled();
    fireEvent.click(await tool.findByRole('button', { name: 'Confirm' }));
    expect(await act(() => call)).toMatchObject({ ok: true, value: 'cancelled' });
    act(() => server.conversation.answer('It is cancelled.'));
    await waitFor(() => expect(texts().at(-1)).toBe('Assistant: cancel_order: output-availableIt is cancelled.'));
  });

  it('shows what a person writes, without a question', async () => {
    await show();
    await say('Is anyone there?');
    act(() => server.conversation.say('Hei, this is Ingrid.', 'Ingrid'));
    await waitFor(() => expect(texts()).toEqual(['You: Is anyone there?', 'Assistant: Hei, this is Ingrid.']));
  });

  it('shows why nothing was sent', async () => {
    client.destroy();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    client = newClient({ baseUrl: '' });
    render(<AiSdkChat client={client} />);
    fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'hello' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toContain('baseUrl');
    vi.restoreAllMocks();
  });
});

describe('the transport', () => {
  const message = (text: string, more: UIMessage['parts'] = []): UIMessage => ({
    id: 'm-1',
    role: 'user',
    parts: [{ type: 'text', text }, ...more],
  });
  const request = (messages: UIMessage[], more: object = {}) => ({
    trigger: 'submit-message' as const,
    chatId: 'c-1',
    messageId: undefined,
    abortSignal: undefined,
    messages,
    ...more,
  });
  const chunksOf = async (stream: ReadableStream<UIMessageChunk> | null): Promise<UIMessageChunk[]> => {
    const chunks: UIMessageChunk[] = [];
    for await (const chunk of stream as unknown as AsyncIterable<UIMessageChunk>) chunks.push(chunk);
    return chunks;
  };
  const types = (chunks: readonly UIMessageChunk[]): string[] => chunks.map(({ type }) => type);

  it('gives an answer in the order that the AI SDK reads', async () => {
    const stream = await createServiceTransport(client).sendMessages(request([message('Hi')]));
    await server.settled();
    server.conversation.answer('Hello.', {
      citations: [{ number: 1, documentId: 'care', title: 'Care', quote: 'cold' }],
      parts: [{ type: 'quick-replies', replies: [{ label: 'Thanks' }] }],
    });
    const chunks = await chunksOf(stream);
    expect(types(chunks)).toEqual([
      ...['start', 'start-step', 'text-start', 'text-delta', 'text-end'],
      ...['source-document', 'data-parts', 'message-metadata', 'finish-step', 'finish'],
    ]);
    expect(chunks[0]).toEqual({ type: 'start', messageId: toUIMessages(client.getState().timeline)[1]?.id });
  });

  it('goes on with a running answer after a reload, from its beginning', async () => {
    const transport = createServiceTransport(client);
    await transport.sendMessages(request([message('Hi')]));
    await server.settled();
    const answer = server.conversation.beginAnswer();
    answer.write('Hel');
    await server.settled();
    const stream = await createServiceTransport(client).reconnectToStream({ chatId: 'c-1' });
    answer.write('lo.');
    answer.complete();
    const text = (await chunksOf(stream)).map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('');
    expect(text).toBe('Hello.');
    expect(await transport.reconnectToStream({ chatId: 'c-1' })).toBeNull();
  });

  it('gives an answer whole, though the connection was lost in the middle of it', async () => {
    const stream = await createServiceTransport(client).sendMessages(request([message('Hi')]));
    await server.settled();
    const answer = server.conversation.beginAnswer();
    answer.write('Hel');
    await server.settled();
    server.killConnections();
    answer.write('lo.');
    answer.complete();
    const text = (await chunksOf(stream)).map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('');
    expect(text).toBe('Hello.');
  });

  it('ends without a message where a person answers', async () => {
    client.connect();
    await server.settled();
    server.conversation.say('Hei.');
    await server.settled();
    const stream = await createServiceTransport(client).sendMessages(request([message('Hi')]));
    expect(await chunksOf(stream)).toEqual([]);
  });

  it('says that an answer failed, or could not be sent', async () => {
    const rejected = createServiceTransport(client).sendMessages(request([message('   ')]));
    await expect(rejected).rejects.toThrow('Nothing was sent');
    const again = createServiceTransport(client).sendMessages(
      request([message('Hi')], { trigger: 'regenerate-message' }),
    );
    await expect(again).rejects.toThrow('anew');
  });

  it('uploads the files of a message', async () => {
    const files = startFileServer();
    const file = {
      type: 'file',
      mediaType: 'text/plain',
      filename: 'notes.txt',
      url: 'data:text/plain;base64,aGVsbG8=',
    } as const;
    await createServiceTransport(client).sendMessages(request([message('See this.', [file])]));
    await vi.waitFor(() =>
      expect(server.conversation.log[0]?.body).toMatchObject({ text: 'See this.', attachments: [{}] }),
    );
    expect(files.taken).toEqual(['notes.txt']);
  });
});

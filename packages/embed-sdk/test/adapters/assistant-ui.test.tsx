// @vitest-environment jsdom
/** @jsxImportSource react */
/** The example with assistant-ui's components, on the server in memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { type ComponentType, StrictMode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useServiceRuntime } from '../../src/adapters/assistant-ui.js';
import { type ChatClient, createChatClient } from '../../src/core.js';
import { createFakeServer } from '../../src/testing.js';
import { startFileServer } from './file-server.js';

const EXAMPLE = join(import.meta.dirname, '../../../../examples/library-app/src/assistant-chat.tsx');
/** Read as a customer's project has it: its settings for JSX and types are its own. */
const {
  AssistantChat,
  Thread,
}: Record<'AssistantChat' | 'Thread', ComponentType<{ readonly options?: object }>> = await import(EXAMPLE);
let server: ReturnType<typeof createFakeServer>;
const settled = () => act(() => server.settled());
const show = async (more: object = {}): Promise<void> => {
  const options = {
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    storage: 'memory' as const,
    WebSocket: server.WebSocket,
    ...more,
  };
  render(<AssistantChat options={options} />, { wrapper: StrictMode });
  await settled();
};
const newClient = (): ChatClient =>
  createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    storage: 'memory',
    WebSocket: server.WebSocket,
  });
const field = () => screen.getByRole('textbox', { name: 'Message' });
const say = async (text: string): Promise<void> => {
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await settled();
};
const log = () => within(screen.getByRole('log', { name: 'Messages' }));
const textOf = (name: string): string[] =>
  log()
    .queryAllByRole('article', { name })
    .map((each) => each.textContent ?? '');

beforeAll(async () => {
  // What assistant-ui asks of a browser and the simulated one lacks.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollTo = () => undefined;
  await import('@service/content/markdown');
});
beforeEach(() => {
  server = createFakeServer();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a chat of assistant-ui’s components', () => {
  it('streams an answer as Markdown, with its sources', async () => {
    await show();
    await say('How do I wash it?');
    await waitFor(() => expect(textOf('You')).toEqual(['How do I wash it?']));
    const answer = server.conversation.beginAnswer();
    answer.write('Wash it **cold**');
    await settled();
    await waitFor(() => expect(textOf('Assistant').join()).toContain('Wash it cold'));
    answer.write(', by hand [1].');
    const citations = [
      { number: 1, documentId: 'care', title: 'Care', url: 'https://fjell.example/care', quote: 'cold' },
    ];
    answer.complete({ citations });
    await settled();
    await waitFor(() => expect(textOf('Assistant').join()).toContain('by hand'));
    expect(log().getByText('cold').closest('strong')).not.toBeNull();
    expect(log().getByRole('link', { name: '[1] Care' }).getAttribute('href')).toBe('https://fjell.example/care');
  });

  it('stops an answer that is being written', async () => {
    await show();
    await say('Tell me everything.');
    server.conversation.beginAnswer().write('It began');
    await settled();
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await settled();
    expect(server.conversation.log.at(-1)?.body).toMatchObject({ kind: 'answer.interrupted', reason: 'stopped' });
    await waitFor(() => expect(textOf('Assistant').join()).toContain('It began'));
  });

  it('asks before a tool runs, and shows what became of it', async () => {
    const client = newClient();
    const handler = vi.fn(() => 'cancelled');
    client.registerTool({
      name: 'cancel_order',
      description: 'Cancels it.',
      confirm: { title: 'Cancel it?' },
      handler,
    });
    const { Chat } = await import('../../src/ui.js');
    render(
      <Chat.Root client={client}>
        <Thread />
      </Chat.Root>,
    );
    await waitFor(() => expect(server.conversation.tools).toHaveLength(1));
    const call = server.conversation.callTool('cancel_order');
    await settled();
    const tool = within(await screen.findByRole('group', { name: 'cancel_order' }));
    expect(tool.getByText('Cancel it?: asking')).toBeDefined();
    expect(handler).not.toHaveBeenCalled();
    fireEvent.click(tool.getByRole('button', { name: 'Confirm' }));
    expect(await act(() => call)).toMatchObject({ ok: true, value: 'cancelled' });
    await settled();
    await screen.findByText('Cancel it?: succeeded');
    client.destroy();
  });

  it('uploads a file as it is picked, and sends it with the message', async () => {
    const files = startFileServer();
    await show();
    // assistant-ui makes the picker when the button is pressed, and it is never in the page.
    const picker = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Attach' }));
    const input = picker.mock.contexts[0] as HTMLInputElement;
    expect(input.accept).toContain('application/pdf');
    Object.defineProperty(input, 'files', { value: [new File(['hello'], 'notes.txt', { type: 'text/plain' })] });
    fireEvent.change(input);
    await settled();
    await waitFor(() => expect(files.taken).toEqual(['notes.txt']));
    await screen.findByText('notes.txt');
    await say('See this.');
    await waitFor(() => expect(textOf('You').join()).toMatch(/See this\..*\.txt/));
    expect(server.conversation.log[0]?.body).toMatchObject({
      text: 'See this.',
      attachments: [{ type: 'text/plain' }],
    });
  });

  it('has the address of a file in the log', async () => {
    startFileServer();
    const client = newClient();
    const { result } = renderHook(() => useServiceRuntime({ client }), { wrapper: StrictMode });
    await settled();
    act(
      () =>
        void client.sendMessage('See this.', [client.upload(new File(['hello'], 'notes.txt', { type: 'text/plain' }))]),
    );
    const file = () => result.current.thread.getState().messages[0]?.attachments?.[0]?.content?.[0];
    await waitFor(() => expect(file()).toMatchObject({ type: 'file', data: 'https://chat.test/v1/uploads/notes.txt' }));
    client.destroy();
  });

  it('shows what a person writes, and says that they have joined', async () => {
    await show();
    await say('Is anyone there?');
    act(() => server.conversation.say('Hei, this is Ingrid.', 'Ingrid'));
    await settled();
    await waitFor(() => expect(textOf('Assistant')).toEqual(['Hei, this is Ingrid.']));
    expect(screen.getByRole('note').textContent).toBe('A person has joined.');
  });

  it('goes from one conversation to another', async () => {
    await show();
    await say('first');
    fireEvent.click(screen.getByRole('button', { name: 'New conversation' }));
    await settled();
    await say('second');
    await waitFor(() => expect(textOf('You')).toEqual(['second']));
    fireEvent.click(await screen.findByRole('button', { name: 'first' }));
    await settled();
    await waitFor(() => expect(textOf('You')).toEqual(['first']));
  });

  it('shows nothing but the question before a required consent', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await show({ requireConsent: true });
    expect(screen.queryByRole('log')).toBeNull();
    expect(server.connectionsEver).toBe(0);
  });

  it('breaks no accessibility rule', async () => {
    await show();
    await say('hello');
    act(() => server.conversation.answer('Hi, *you*.'));
    await settled();
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });

  it('is at most sixty lines of a customer’s code, its imports aside', () => {
    const code = readFileSync(EXAMPLE, 'utf8')
      .replace(/^\/\*\*.*\n/, '')
      .replace(/^import [^;]*;\n/gm, '');
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(60);
  });
});

/** @jsxImportSource react */
/** The primitives as a customer puts them together, on the server in memory. */
import { readFileSync } from 'node:fs';
import { createFakeServer } from '@service/embed-headless/testing';
import { SHARED_INSTANCE_GRACE_MS } from '@service/protocol';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OwnLook } from '../../../examples/storybook/src/own-look.js';

let server: ReturnType<typeof createFakeServer>;
const settled = () => act(() => server.settled());
const options = (more: object = {}) => ({
  inboxId: 'demo',
  baseUrl: 'https://chat.test',
  hostOrigin: 'https://shop.test',
  storage: 'memory' as const,
  WebSocket: server.WebSocket,
  ...more,
});
const show = async (more?: object, props: object = {}) => {
  const drawn = options(more);
  render(<OwnLook options={drawn} {...props} />, { wrapper: StrictMode });
  await settled();
};
const say = async (text: string) => {
  fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: text } });
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Message' }), { key: 'Enter' });
  await settled();
};
const log = () => within(screen.getByRole('log', { name: 'Messages' }));

beforeEach(async () => {
  server = createFakeServer();
  sessionStorage.clear();
  // Loaded with the first answer.
  await import('@service/content/markdown');
});
afterEach(async () => {
  cleanup();
  vi.useFakeTimers();
  await vi.advanceTimersByTimeAsync(SHARED_INSTANCE_GRACE_MS);
  vi.useRealTimers();
});

describe('a chat of one’s own look', () => {
  it('is at most sixty lines of a customer’s code', () => {
    const code = readFileSync(`${import.meta.dirname}/../../../examples/storybook/src/own-look.tsx`, 'utf8');
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(60);
  });

  it('sends by Enter, not while an input method composes, and begins a line with Shift', async () => {
    await show();
    const field = screen.getByRole('textbox', { name: 'Message' });
    fireEvent.change(field, { target: { value: 'こんにちは' } });
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    await settled();
    expect(log().queryByRole('article')).toBeNull();
    await say('hello');
    expect(log().getByRole('article', { name: 'You' }).textContent).toContain('hello');
    expect((field as HTMLTextAreaElement).value).toBe('');
  });

  it('shows an answer as Markdown with its sources, and nothing of its HTML', async () => {
    await show();
    await say('How do I wash it?');
    server.conversation.answer('**Cold** [1] <img src=x> [here](https://fjell.example/care)', {
      citations: [{ number: 1, documentId: 'care', title: 'Care of wool', quote: 'Wash it cold.' }],
    } as never);
    await settled();
    const answer = within(await log().findByRole('article', { name: 'Assistant' }));
    expect((await answer.findByText('Cold')).closest('strong')).not.toBeNull();
    expect(answer.getByRole('link', { name: 'here' }).getAttribute('href')).toBe('https://fjell.example/care');
    expect(answer.queryByRole('img')).toBeNull();
  });

  it('says why an answer is not whole, and leads to a person where it offers one', async () => {
    await show();
    await say('one');
    const stopped = server.conversation.beginAnswer();
    stopped.write('Some');
    await settled();
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await settled();
    expect((await log().findByRole('article', { name: 'Assistant' })).textContent).toContain('Stopped here');
    await say('two');
    server.conversation.answer('I don’t know.', { offerPerson: true });
    await settled();
    fireEvent.click(log().getByRole('button', { name: 'Ask a person' }));
    await settled();
    expect(log().getByText('You asked for a person')).toBeDefined();
    expect(log().queryByRole('button', { name: 'Ask a person' })).toBeNull();
  });

  it('greets while there is nothing to read', async () => {
    const { Chat } = await import('@service/embed-ui');
    render(
      <Chat.Root options={options()}>
        <Chat.Timeline empty={<p>Hello.</p>} />
        <Chat.Composer />
      </Chat.Root>,
    );
    await settled();
    expect(log().getByText('Hello.')).toBeDefined();
    await say('hello');
    expect(log().queryByText('Hello.')).toBeNull();
  });

  it('asks before a tool runs, and runs it after the click', async () => {
    const { createChatClient } = await import('@service/embed-headless/core');
    const client = createChatClient(options());
    const handler = vi.fn(() => 'cancelled');
    client.registerTool({
      name: 'cancel_order',
      description: 'Cancels an order.',
      parameters: {
        type: 'object',
        properties: { order: { type: 'string' }, isUrgent: { type: 'boolean' }, parcel: { type: 'object' } },
      },
      confirm: { title: 'Cancel the order?', body: 'It can’t be taken back.', danger: true },
      handler,
    });
    const { Chat } = await import('@service/embed-ui');
    render(
      <Chat.Root client={client}>
        <Chat.Timeline />
      </Chat.Root>,
    );
    await settled();
    await settled();
    const call = server.conversation.callTool('cancel_order', {
      order: 'A-\u202e1',
      isUrgent: true,
      parcel: { kg: 2 },
    });
    await settled();
    await settled();
    const ask = within(await screen.findByRole('alertdialog', { name: 'Cancel the order?' }));
    expect(ask.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['true', 'A-1', '{"kg":2}']);
    expect(ask.getByText('Is urgent')).toBeDefined();
    expect(handler).not.toHaveBeenCalled();
    fireEvent.click(ask.getByRole('button', { name: 'Confirm' }));
    await settled();
    await settled();
    expect(await call).toMatchObject({ ok: true, value: 'cancelled' });
    expect(handler).toHaveBeenCalledTimes(1);
    client.destroy();
  });

  it('draws a call as its tool says, in each state that the tool draws, and asks as ever in the others', async () => {
    const { createChatClient } = await import('@service/embed-headless/core');
    const { useTool } = await import('@service/embed-headless/react');
    const { Chat } = await import('@service/embed-ui');
    const client = createChatClient(options());
    const finish: (() => void)[] = [];
    const parameters = { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] } as const;
    function Shop({ unit, drawn = true }: { readonly unit: string; readonly drawn?: boolean }) {
      useTool(
        {
          ...{ name: 'weigh', description: 'Weighs an order.', confirm: true, parameters },
          handler: () => new Promise<{ kg: number }>((resolve) => finish.push(() => resolve({ kg: 2 }))),
          toModel: ({ kg }) => kg,
        },
        {
          render: drawn
            ? ({ args, state, result, confirm }) =>
                ({
                  asking: undefined,
                  running: <i>Weighing {args.order}</i>,
                  succeeded: <b>{`${result} ${unit}`}</b>,
                  denied: (
                    <button type="button" onClick={() => confirm(true)}>
                      Declined
                    </button>
                  ),
                  failed: 'It did not work.',
                  unknown: 'It is not known.',
                })[state]
            : undefined,
        },
      );
      return null;
    }
    const chat = (unit: string, drawn = true) => (
      <Chat.Root client={client}>
        <Shop unit={unit} drawn={drawn} />
        <Chat.Timeline />
      </Chat.Root>
    );
    const { rerender } = render(chat('kg'), { wrapper: StrictMode });
    await vi.waitFor(() => expect(server.conversation.tools).toHaveLength(1));
    const call = server.conversation.callTool('weigh', { order: 'A-1' });
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Weighing A-1');
    await vi.waitFor(() => expect(finish).toHaveLength(1));
    finish[0]?.();
    expect(await call).toEqual({ ok: true, value: 2 });
    await screen.findByText('2 kg');
    // As the latest render draws it; without `render`, and without its tool, as any call.
    rerender(chat('kilos'));
    await screen.findByText('2 kilos');
    rerender(chat('kilos', false));
    await screen.findByText('Weigh');
    expect(screen.queryByText('2 kilos')).toBeNull();
    client.destroy();
  });

  it('shows nothing but the question before a required consent, and says what a decline means', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(() => new Promise(() => undefined)),
    );
    await show({ requireConsent: true });
    expect(screen.queryByRole('log')).toBeNull();
    expect(server.connectionsEver).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
    screen.getByText('Nothing was stored or sent.');
    vi.unstubAllGlobals();
  });

  it('goes from one conversation to another', async () => {
    await show();
    await say('first');
    fireEvent.click(screen.getByRole('button', { name: 'New conversation' }));
    await settled();
    await say('second');
    fireEvent.click(screen.getByRole('button', { name: 'Earlier conversations' }));
    await settled();
    fireEvent.click(await screen.findByRole('button', { name: 'first' }));
    await settled();
    expect(log().getByRole('article', { name: 'You' }).textContent).toContain('first');
  });

  it('takes its place back with a component of the page, and its colours as CSS variables', async () => {
    await show({}, { theme: { onPrimary: '#fff' }, components: { Message: () => <em>mine</em> } });
    await say('hello');
    expect(log().getByText('mine')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Chat' }).style.getPropertyValue('--chat-on-primary')).toBe('#fff');
  });

  it('keeps a draft through a reload', async () => {
    await show();
    fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'Where is' } });
    cleanup();
    await show();
    expect((screen.getByRole('textbox', { name: 'Message' }) as HTMLTextAreaElement).value).toBe('Where is');
  });

  it('that is misconfigured says what to do, in place', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await show({ baseUrl: '' });
    expect(screen.getByRole('alert').textContent).toContain('Set baseUrl');
  });
});

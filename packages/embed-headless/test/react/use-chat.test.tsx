// @vitest-environment happy-dom
/** @jsxImportSource react */
/** The hook in an app with StrictMode: one connection, nothing sent twice, and nothing left after unmounting. */
import { SHARED_INSTANCE_GRACE_MS as GRACE_MS } from '@service/protocol';
import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { type ReactElement, useEffect, version } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useChat, useChatSelector } from '../../src/react/index.js';
import { Chat, CLOSED, lines, options, Strict, sent, server, settle, write } from './chat-app.js';
import { countListeners } from './count-listeners.js';

describe(`useChat in StrictMode, React ${version}`, () => {
  it('shows the conversation, on one connection, each message once', async () => {
    render(<Chat />, { wrapper: Strict });
    await settle();
    expect(screen.getByRole('status').textContent).toBe('connected');
    write('hello');
    expect(lines()).toEqual(['hello']);
    await settle();
    act(() => server.conversation.answer('Hei.'));
    await settle();
    expect(lines()).toEqual(['hello', 'Hei.']);
    expect(server.connectionsEver).toBe(1);
    expect(sent()).toEqual(['hello']);
  });

  it('shares one client between components with equal options', async () => {
    render(
      <>
        <Chat />
        <Chat />
      </>,
      { wrapper: Strict },
    );
    await settle();
    fireEvent.change(screen.getAllByLabelText('Message')[0] as HTMLElement, { target: { value: 'once' } });
    fireEvent.submit(screen.getAllByLabelText('Message')[0]?.closest('form') as HTMLFormElement);
    await settle();
    expect(lines()).toEqual(['once', 'once']);
    expect(server.connectionsEver).toBe(1);
    expect(sent()).toEqual(['once']);
  });

  it('keeps its connection across a route change', async () => {
    const first = render(<Chat />, { wrapper: Strict });
    await settle();
    write('before');
    await settle();
    first.unmount();
    await act(() => vi.advanceTimersByTimeAsync(GRACE_MS - 1));
    render(<Chat />, { wrapper: Strict });
    expect(lines()).toEqual(['before']);
    await act(() => vi.advanceTimersByTimeAsync(GRACE_MS * 2));
    expect(server.connectionsEver).toBe(1);
    expect(server.connections).toBe(1);
  });

  it('keeps it for the remaining component when another one unmounts', async () => {
    render(<Chat />, { wrapper: Strict });
    const other = render(<Chat />, { wrapper: Strict });
    await settle();
    other.unmount();
    await act(() => vi.advanceTimersByTimeAsync(GRACE_MS * 2));
    expect(server.connections).toBe(1);
    write('still here');
    await settle();
    expect(sent()).toEqual(['still here']);
  });

  it('ends it after the grace period, and returns to the same conversation', async () => {
    const first = render(<Chat />, { wrapper: Strict });
    await settle();
    write('before');
    await settle();
    first.unmount();
    await act(() => vi.advanceTimersByTimeAsync(GRACE_MS));
    await settle();
    expect(server.connections).toBe(0);
    render(<Chat />, { wrapper: Strict });
    await settle();
    expect(lines()).toEqual(['before']);
    expect(server.conversations).toHaveLength(1);
  });

  it('leaves no socket, timer or listener after a thousand visits', async () => {
    const sockets: { readonly readyState: number }[] = [];
    const Counted = class extends server.WebSocket {
      constructor(...address: [url: string, protocol: string]) {
        super(...address);
        sockets.push(this);
      }
    };
    const listeners = countListeners();
    const timersBefore = vi.getTimerCount();
    for (let visit = 0; visit < 1_000; visit++) {
      const { unmount } = render(<Chat more={{ WebSocket: Counted }} />, { wrapper: Strict });
      if (visit % 100 === 0) {
        await settle();
        expect(listeners.count()).toBeGreaterThan(0);
        expect(vi.getTimerCount()).toBeGreaterThan(timersBefore);
      }
      unmount();
      if (visit % 250 === 249) await act(() => vi.advanceTimersByTimeAsync(GRACE_MS));
    }
    await act(() => vi.advanceTimersByTimeAsync(GRACE_MS));
    await settle();
    // A client ends after the grace period without users, which happened four times. Each had one connection.
    expect(server.connectionsEver).toBe(4);
    expect(sockets.map(({ readyState }) => readyState)).toEqual([CLOSED, CLOSED, CLOSED, CLOSED]);
    expect(server.connections).toBe(0);
    expect(vi.getTimerCount()).toBe(timersBefore);
    expect(listeners.count()).toBe(0);
    listeners.end();
  });

  it('sends nothing for equal options, and the context for a changed user', async () => {
    const { rerender } = render(<Chat more={{ user: { name: 'Kim' } }} />, { wrapper: Strict });
    await settle();
    write('hello');
    await settle();
    rerender(<Chat more={{ user: { name: 'Kim' } }} />);
    await settle();
    const first = { t: 'context', user: { name: 'Kim' } };
    expect(server.received.filter(({ t }) => t === 'context')).toEqual([first]);
    rerender(<Chat more={{ user: { name: 'Kim', company: 'Acme' } }} />);
    await settle();
    expect(server.received.filter(({ t }) => t === 'context')).toEqual([
      first,
      { t: 'context', user: { name: 'Kim', company: 'Acme' } },
    ]);
    expect(server.connectionsEver).toBe(1);
  });

  it('uses another client for another inbox', async () => {
    const { rerender } = render(<Chat />, { wrapper: Strict });
    await settle();
    write('to the first');
    await settle();
    rerender(<Chat more={{ inboxId: 'other' }} />);
    await settle();
    expect(lines()).toEqual([]);
    expect(server.received.flatMap((frame) => (frame.t === 'hello' ? [frame.inbox] : []))).toEqual(['demo', 'other']);
  });

  it('calls the callback of the latest render', async () => {
    const calls: string[] = [];
    const App = ({ name }: { readonly name: string }): ReactElement => (
      <Chat more={{ onMessage: ({ content }) => calls.push(`${name}: ${content}`) }} />
    );
    const { rerender } = render(<App name="first" />, { wrapper: Strict });
    await settle();
    rerender(<App name="second" />);
    act(() => server.conversation.say('Hei.'));
    await settle();
    expect(calls).toEqual(['second: Hei.']);
  });

  it('does not render in a loop when an effect marks the shown messages as read', async () => {
    let renders = 0;
    const { result } = renderHook(
      () => {
        renders += 1;
        const chat = useChat(options());
        const { timeline, markRead } = chat;
        useEffect(() => {
          if (timeline.length > 0) markRead();
        }, [timeline, markRead]);
        return chat;
      },
      { wrapper: Strict },
    );
    await settle();
    act(() => void result.current.sendMessage('hello'));
    await settle();
    act(() => server.conversation.answer('Hei.'));
    await settle();
    expect(result.current.unread).toBe(0);
    expect(renders).toBeLessThan(60);
  });

  it.each([
    'sendMessage',
    'retry',
    'discard',
    'stopAnswer',
    'loadOlder',
    'notifyTyping',
    'markRead',
    'requestHuman',
    'endHandoff',
    'newConversation',
    'openConversation',
    'upload',
    'identify',
    'logout',
    'consent',
    'withdrawConsent',
  ] as const)('returns %s of the client', (action) => {
    const { result } = renderHook(() => useChat(options()), { wrapper: Strict });
    expect(typeof result.current[action]).toBe('function');
    expect(result.current[action]).toBe(result.current.client[action]);
  });

  it('returns the same functions on every render', async () => {
    const { result, rerender } = renderHook(() => useChat(options()), { wrapper: Strict });
    const { sendMessage: send, markRead } = result.current;
    await settle();
    rerender();
    expect(result.current.sendMessage).toBe(send);
    expect(result.current.markRead).toBe(markRead);
  });

  it('opens no connection with autoConnect off, until a message is sent', async () => {
    render(<Chat more={{ autoConnect: false }} />, { wrapper: Strict });
    await settle();
    expect(server.connectionsEver).toBe(0);
    write('now');
    await settle();
    expect(sent()).toEqual(['now']);
  });

  it('throws an error with advice when it has no client', () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => renderHook(() => useChat())).toThrow(/a client or its options, or a <ChatProvider>/);
    expect(() => renderHook(() => useChatSelector((chat) => chat.unread))).toThrow(/<ChatProvider>/);
    consoleError.mockRestore();
  });
});

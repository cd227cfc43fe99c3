// @vitest-environment happy-dom
/** @jsxImportSource react */
/** The hooks in an app with StrictMode: one connection, nothing sent twice, and nothing left after unmounting. */
import { SHARED_INSTANCE_GRACE_MS as GRACE_MS } from '@service/protocol';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode, useEffect, useState, version } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ChatClientOptions,
  ChatProvider,
  type ChatState,
  ConsentRequired,
  createChatClient,
  type UseChatOptions,
  useChat,
  useChatSelector,
} from '../../src/react/index.js';
import { createFakeServer, type FakeServer } from '../../src/testing/index.js';
import { countListeners } from './count-listeners.js';

const CONSENT = { version: '2026-01', textHash: 'a'.repeat(64), locale: 'en' };
/** `WebSocket.CLOSED`. */
const CLOSED = 3;
let server: FakeServer;
const options = (more: Partial<UseChatOptions> = {}): UseChatOptions =>
  ({ inboxId: 'demo', baseUrl: 'https://chat.test', WebSocket: server.WebSocket, ...more }) as UseChatOptions;
/** Waits until all frames have arrived and React has rendered the changes. */
const settle = (): Promise<void> => act(() => server.settled());
const Strict = ({ children }: { children?: ReactNode }): ReactElement => <StrictMode>{children}</StrictMode>;

function Chat({ more = {} }: { readonly more?: Partial<UseChatOptions> }): ReactElement {
  const { timeline, sendMessage: send, connection } = useChat(options(more));
  const [draft, setDraft] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send(draft);
        setDraft('');
      }}
    >
      <output>{connection}</output>
      <ul>
        {timeline.map((entry) => (
          <li key={entry.key}>{'text' in entry ? entry.text : entry.type === 'notice' && entry.notice}</li>
        ))}
      </ul>
      <input aria-label="Message" value={draft} onChange={(event) => setDraft(event.target.value)} />
    </form>
  );
}

function write(text: string): void {
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: text } });
  fireEvent.submit(screen.getByLabelText('Message').closest('form') as HTMLFormElement);
}
const lines = (): (string | null)[] => screen.queryAllByRole('listitem').map((each) => each.textContent);
const sent = (): string[] =>
  server.received.flatMap((frame) => (frame.t === 'append' && frame.body.kind === 'message' ? [frame.body.text] : []));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  server = createFakeServer();
});
afterEach(async () => {
  cleanup();
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  vi.useRealTimers();
});

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

describe('a chat that requires a consent', () => {
  it('P2: reads no storage before it, throws on calls, and connects with it', async () => {
    const touched = vi.spyOn(Storage.prototype, 'getItem');
    const { result } = renderHook(() => useChat(options({ requireConsent: true })), { wrapper: Strict });
    await settle();
    expect(result.current.consentNeeded).toBe(true);
    expect(result.current.client.hasHistory()).toBe(false);
    for (const attempt of [
      () => result.current.sendMessage('too early'),
      () => result.current.connect(),
      () => result.current.requestHuman(),
    ])
      expect(attempt).toThrow(ConsentRequired);
    expect(server.connectionsEver).toBe(0);
    expect(touched).not.toHaveBeenCalled();
    expect(localStorage).toHaveLength(0);
    touched.mockRestore();

    act(() => result.current.consent(CONSENT));
    await settle();
    expect(result.current).toMatchObject({ consentNeeded: false, connection: 'connected' });
    act(() => void result.current.sendMessage('now'));
    await settle();
    expect(sent()).toEqual(['now']);
    expect(server.received[0]).toMatchObject({ t: 'hello', consent: CONSENT });
  });

  it('reports the problem when the inbox requires it, and connects after it', async () => {
    server = createFakeServer({ requireConsent: true });
    const { result } = renderHook(() => useChat(options()), { wrapper: Strict });
    await settle();
    expect(result.current).toMatchObject({ consentNeeded: true, problem: { code: 'consent_required' } });
    act(() => result.current.consent(CONSENT));
    await settle();
    expect(result.current).toMatchObject({ consentNeeded: false, problem: null, connection: 'connected' });
  });

  it('may get it as an option', async () => {
    const { result, rerender } = renderHook(
      ({ agreed }) => useChat(options({ requireConsent: true, ...(agreed && { consent: CONSENT }) })),
      { wrapper: Strict, initialProps: { agreed: false } },
    );
    await settle();
    expect(server.connectionsEver).toBe(0);
    rerender({ agreed: true });
    await settle();
    expect(result.current.connection).toBe('connected');
    expect(server.connectionsEver).toBe(1);
  });
});

describe('useChatSelector', () => {
  it('renders only when the selected value has changed', async () => {
    const client = createChatClient({ inboxId: 'demo', baseUrl: 'https://chat.test', WebSocket: server.WebSocket });
    client.connect();
    await server.settled();
    let renders = 0;
    const Unread = (): ReactElement => {
      renders += 1;
      const { count } = useChatSelector(
        (chat) => ({ count: chat.unread }),
        (a, b) => a.count === b.count,
      );
      return <output>{count}</output>;
    };
    render(
      <ChatProvider client={client}>
        <Unread />
      </ChatProvider>,
    );
    const before = renders;
    const stream = server.conversation.beginAnswer();
    for (const word of ['One ', 'two ', 'three.']) {
      act(() => stream.write(word));
      await settle();
    }
    expect(client.getState().timeline.at(-1)).toMatchObject({ text: 'One two three.', state: 'streaming' });
    expect(renders).toBe(before);
    act(() => stream.complete());
    await settle();
    expect(screen.getByRole('status').textContent).toBe('1');
    expect(renders).toBe(before + 1);
    client.destroy();
  });

  it('never destroys a client that the app passes', async () => {
    const client = createChatClient({ inboxId: 'demo', baseUrl: 'https://chat.test', WebSocket: server.WebSocket });
    const { unmount } = renderHook(() => useChat({ client }), { wrapper: Strict });
    await settle();
    unmount();
    await act(() => vi.advanceTimersByTimeAsync(GRACE_MS * 2));
    expect(server.connections).toBe(1);
    client.destroy();
  });

  it('uses the client that a provider makes from options', async () => {
    const Badge = (): ReactElement => <output>{useChatSelector((chat: ChatState) => chat.connection)}</output>;
    const Open = (): null => {
      useChat();
      return null;
    };
    render(
      <ChatProvider options={options() as ChatClientOptions}>
        <Badge />
        <Open />
      </ChatProvider>,
      { wrapper: Strict },
    );
    await settle();
    expect(screen.getByRole('status').textContent).toBe('connected');
    expect(server.connectionsEver).toBe(1);
  });
});

describe('server rendering', () => {
  it('renders an idle chat, and hydrates without a warning', async () => {
    const page = document.createElement('div');
    page.innerHTML = renderToString(<Chat />);
    expect(page.querySelector('output')?.textContent).toBe('idle');
    await server.settled();
    expect(server.connectionsEver).toBe(0);
    const warnings = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    document.body.append(page);
    const { unmount } = render(<Chat />, { container: page, hydrate: true });
    await settle();
    expect(page.querySelector('output')?.textContent).toBe('connected');
    expect(warnings).not.toHaveBeenCalled();
    warnings.mockRestore();
    unmount();
    page.remove();
  });
});

// @vitest-environment happy-dom
/** @jsxImportSource react */
/** The hook that renders for one selected value. */
import { SHARED_INSTANCE_GRACE_MS as GRACE_MS } from '@service/protocol';
import { act, render, renderHook, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  type ChatClientOptions,
  ChatProvider,
  type ChatState,
  createChatClient,
  useChat,
  useChatSelector,
} from '../../src/react/index.js';
import { options, Strict, server, settle } from './chat-app.js';

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

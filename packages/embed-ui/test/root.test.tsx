/** @jsxImportSource react */
/** The root of a chat, and its options. */
import { type ChatClient, type SharedOptions, useChat } from '@service/embed-headless/react';
import { createFakeServer } from '@service/embed-headless/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Chat, type RootProps } from '../src/index.js';
import { field } from './chat.js';

const options = (server: ReturnType<typeof createFakeServer>) => ({
  inboxId: 'demo',
  baseUrl: 'https://chat.test',
  hostOrigin: 'https://shop.test',
  storage: 'memory' as const,
  WebSocket: server.WebSocket,
});

describe('the root of a chat', () => {
  it('opens no connection with autoConnect off, until something is sent', async () => {
    const server = createFakeServer();
    render(
      <Chat.Root options={options(server)} autoConnect={false}>
        <Chat.Connection />
        <Chat.Timeline after={<Chat.JumpToLatest />} />
        <Chat.Typing />
        <Chat.Composer />
      </Chat.Root>,
    );
    await act(() => server.settled());
    expect(server.connectionsEver).toBe(0);
    fireEvent.change(field(), { target: { value: 'hello' } });
    fireEvent.keyDown(field(), { key: 'Enter' });
    await act(() => server.settled());
    await screen.findByRole('article', { name: 'You' });
    expect(server.connectionsEver).toBe(1);
  });

  it('leaves it to a component of the page to connect', async () => {
    const server = createFakeServer();
    const Own = () => <p>{useChat().connection}</p>;
    render(
      <Chat.Root options={options(server)} autoConnect={false}>
        <Own />
      </Chat.Root>,
    );
    await screen.findByText('connected');
  });

  it('takes a client or options, by its types', () => {
    const [client, shared] = [{} as ChatClient, {} as SharedOptions];
    // @ts-expect-error the options would be ignored
    const wrong: RootProps = { client, options: shared };
    const right: RootProps[] = [{ client }, { options: shared, autoConnect: false }, {}];
    expect([wrong, ...right]).toHaveLength(4);
  });
});

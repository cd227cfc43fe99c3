/** @jsxImportSource react */
/** The question before everything else. */
import { createChatClient } from '@service/embed-headless/core';
import { ChatProvider } from '@service/embed-headless/react';
import { createFakeServer } from '@service/embed-headless/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Chat } from '../src/index.js';
import { chat, settled, show } from './chat.js';

const inbox = {
  id: 'demo',
  name: 'Fjell',
  consent: { version: '1', textHash: 'a'.repeat(64), locale: 'en', texts: {} },
};
const request = vi.fn<() => Promise<Response>>();
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const ask = () => show({ requireConsent: true });

beforeEach(() => {
  request.mockImplementation(async () => new Response(JSON.stringify(inbox)));
  vi.stubGlobal('fetch', request);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const options = () => ({
  inboxId: 'demo',
  baseUrl: 'https://chat.test',
  storage: 'memory' as const,
  requireConsent: true,
  WebSocket: createFakeServer().WebSocket,
});
const question = (
  <Chat.Consent>
    <Chat.Timeline />
  </Chat.Consent>
);

describe('the question for a consent', () => {
  it('can be answered where the chat has a client of its own', async () => {
    const client = createChatClient(options());
    render(<Chat.Root client={client}>{question}</Chat.Root>);
    await screen.findByText(/people of Fjell/);
    fireEvent.click(button('Agree and continue'));
    await screen.findByRole('log');
    client.destroy();
  });

  it('can be answered where the options are those of a provider above', async () => {
    const given = options();
    render(
      <ChatProvider options={given}>
        <Chat.Root>{question}</Chat.Root>
      </ChatProvider>,
    );
    await screen.findByText(/people of Fjell/);
    fireEvent.click(button('Agree and continue'));
    await screen.findByRole('log');
  });

  it('can be answered after a request for its wording has failed', async () => {
    request.mockImplementationOnce(async () => {
      throw new TypeError('Failed to fetch');
    });
    request.mockImplementationOnce(async () => {
      throw new TypeError('Failed to fetch');
    });
    await ask();
    await screen.findByRole('alert');
    expect(button('Agree and continue').disabled).toBe(true);
    await screen.findByText(/people of Fjell/, {}, { timeout: 60_000 });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(button('Agree and continue'));
    await settled();
    expect(chat.connection).toBe('connected');
  });

  it('is asked in full again after it was declined, then agreed to, and taken back', async () => {
    await ask();
    await screen.findByText(/people of Fjell/);
    fireEvent.click(button('Decline'));
    fireEvent.click(button('Agree and continue'));
    await settled();
    act(() => chat.withdrawConsent());
    await screen.findByText(/people of Fjell/);
    expect(button('Decline')).toBeDefined();
  });
});

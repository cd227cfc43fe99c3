/** @jsxImportSource react */
/** A chat of the primitives on a server in memory. The end of each test unmounts it. */
import { type Chat as ChatOf, useChat } from '@service/embed-headless/react';
import { createFakeServer, type FakeServer, type FakeServerOptions } from '@service/embed-headless/testing';
import { SHARED_INSTANCE_GRACE_MS } from '@service/protocol';
import { act, cleanup, render, screen } from '@testing-library/react';
import { type ReactElement, StrictMode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { Chat, type ComposerProps } from '../src/index.js';

export const GRANT = { version: '1', textHash: 'a'.repeat(64), locale: 'en' };
export let server: FakeServer;
/** State and methods as of the latest render. */
export let chat: ChatOf;
export const settled = (): Promise<void> => act(() => server.settled());
export const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Message' });
/** Whatever a visitor has sent. */
export const sent = (): readonly unknown[] => server.received.filter(({ t }) => t === 'append');

function Probe() {
  chat = useChat();
  return null;
}

const whole = (composer: ReactElement) => (
  <Chat.Consent>
    <Chat.Timeline after={<Chat.JumpToLatest />} />
    {composer}
  </Chat.Consent>
);

/** `draw`: a screen that is not the usual one. Returns the way to change the options, and the screen. */
export async function show(
  more: object = {},
  composer: ComposerProps = {},
  behaviour: FakeServerOptions = {},
  draw: (composer: ReactElement) => ReactElement = whole,
) {
  server = createFakeServer(behaviour);
  const page = (changed: object = {}, drawn = draw) => (
    <Chat.Root
      options={{
        inboxId: 'demo',
        baseUrl: 'https://chat.test',
        hostOrigin: 'https://shop.test',
        storage: 'memory',
        WebSocket: server.WebSocket,
        ...more,
        ...changed,
      }}
    >
      <Probe />
      {drawn(<Chat.Composer {...composer} />)}
    </Chat.Root>
  );
  const { rerender } = render(page(), { wrapper: StrictMode });
  await settled();
  return async (changed: object, drawn = draw) => {
    rerender(page(changed, drawn));
    await settled();
    await settled();
  };
}

beforeEach(async () => {
  sessionStorage.clear();
  // Loaded with the first answer.
  await import('@service/content/markdown');
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  vi.useFakeTimers();
  await vi.advanceTimersByTimeAsync(SHARED_INSTANCE_GRACE_MS);
  vi.useRealTimers();
});

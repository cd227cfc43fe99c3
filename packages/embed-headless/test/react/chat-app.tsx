/** @jsxImportSource react */
/** A chat on a server in memory, for tests of the hooks. The end of each test unmounts it. */
import { SHARED_INSTANCE_GRACE_MS as GRACE_MS } from '@service/protocol';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode, useState } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { type UseChatOptions, useChat } from '../../src/react/index.js';
import { createFakeServer, type FakeServer } from '../../src/testing/index.js';

export const CONSENT = { version: '2026-01', textHash: 'a'.repeat(64), locale: 'en' };
/** `WebSocket.CLOSED`. */
export const CLOSED = 3;
export let server: FakeServer;
/** Another server takes the place of the one that each test begins with. */
export const serveAnew = (behaviour?: Parameters<typeof createFakeServer>[0]): void => {
  server = createFakeServer(behaviour);
};
export const options = (more: Partial<UseChatOptions> = {}): UseChatOptions =>
  ({ inboxId: 'demo', baseUrl: 'https://chat.test', WebSocket: server.WebSocket, ...more }) as UseChatOptions;
/** Waits until all frames have arrived and React has rendered the changes. */
export const settle = (): Promise<void> => act(() => server.settled());
export const Strict = ({ children }: { children?: ReactNode }): ReactElement => <StrictMode>{children}</StrictMode>;

export function Chat({ more = {} }: { readonly more?: Partial<UseChatOptions> }): ReactElement {
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

export function write(text: string): void {
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: text } });
  fireEvent.submit(screen.getByLabelText('Message').closest('form') as HTMLFormElement);
}
export const lines = (): (string | null)[] => screen.queryAllByRole('listitem').map((each) => each.textContent);
export const sent = (): string[] =>
  server.received.flatMap((frame) => (frame.t === 'append' && frame.body.kind === 'message' ? [frame.body.text] : []));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  serveAnew();
});
afterEach(async () => {
  cleanup();
  await vi.advanceTimersByTimeAsync(GRACE_MS);
  vi.useRealTimers();
});

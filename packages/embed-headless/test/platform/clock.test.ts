// @vitest-environment happy-dom
/** The machine's clock is set: by its owner, by the network, by a sleep. The chat goes on as if it were not. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createChatClient } from '../../src/core/index.js';
import { browserPorts } from '../../src/platform/browser.js';
import { createFakeServer } from '../../src/testing/index.js';

const HOUR_MS = 3_600_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('never goes back, and goes on from where it was', () => {
  const { clock } = browserPorts('memory');
  const begun = clock.now();
  vi.setSystemTime(begun - HOUR_MS);
  expect(clock.now()).toBe(begun);
  vi.advanceTimersByTime(5_000);
  expect(clock.now()).toBe(begun + 5_000);
  vi.setSystemTime(begun - 2 * HOUR_MS);
  expect(clock.now()).toBe(begun + 5_000);
});

it('has noticed how long the machine slept', () => {
  const { clock } = browserPorts('memory');
  const begun = clock.now();
  vi.setSystemTime(begun + HOUR_MS);
  expect(clock.now()).toBe(begun + HOUR_MS);
});

it('set back while the network is away does not keep the client away for as long', async () => {
  const server = createFakeServer();
  const client = createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    storage: 'memory',
    WebSocket: server.WebSocket,
  });
  const passes = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms);
    await server.settled();
  };
  client.connect();
  await server.settled();
  server.reachable(false);
  await passes(20_000);
  expect(client.getState().connection).toBe('reconnecting');
  vi.setSystemTime(Date.now() - HOUR_MS);
  server.reachable(true);
  // Whoever comes back to the page has the wait cut short, but not below what the server asked for.
  document.dispatchEvent(new Event('visibilitychange'));
  await passes(30_000);
  expect(client.getState().connection).toBe('connected');
  client.destroy();
});

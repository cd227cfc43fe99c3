// @vitest-environment happy-dom
/** The system clock may be set or jump after a sleep. The client's clock never goes back. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserPorts } from '../../src/platform/browser.js';
import { createFakeServer } from '../../src/testing/index.js';
import { clientOf } from '../support/fake-server-client.js';

const HOUR_MS = 3_600_000;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('never goes back, and continues from where it was', () => {
  const { clock } = browserPorts('memory');
  const begun = clock.now();
  vi.setSystemTime(begun - HOUR_MS);
  expect(clock.now()).toBe(begun);
  vi.advanceTimersByTime(5_000);
  expect(clock.now()).toBe(begun + 5_000);
  vi.setSystemTime(begun - 2 * HOUR_MS);
  expect(clock.now()).toBe(begun + 5_000);
});

it('includes the time for which the machine slept', () => {
  const { clock } = browserPorts('memory');
  const begun = clock.now();
  vi.setSystemTime(begun + HOUR_MS);
  expect(clock.now()).toBe(begun + HOUR_MS);
});

it('that is set back while the network is down does not delay the reconnect', async () => {
  const server = createFakeServer();
  const client = clientOf(server);
  const pass = async (ms: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(ms);
    await server.settled();
  };
  client.connect();
  await server.settled();
  server.reachable(false);
  await pass(20_000);
  expect(client.getState().connection).toBe('reconnecting');
  vi.setSystemTime(Date.now() - HOUR_MS);
  server.reachable(true);
  // A page that becomes visible shortens the wait, but not below what the server asked for.
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(30_000);
  expect(client.getState().connection).toBe('connected');
  client.destroy();
});

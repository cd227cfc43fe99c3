// @vitest-environment happy-dom
/** Sites sign their visitors out by `localStorage.clear()`. Other tabs hear of it by an event without a key. */
import { afterEach, expect, it, vi } from 'vitest';
import type { ChatClient } from '../../src/core/index.js';
import { createFakeServer } from '../../src/testing/index.js';
import { clientOf } from '../support/fake-server-client.js';

let client: ChatClient;
afterEach(() => {
  client.destroy();
  localStorage.clear();
});

it('a chat ends in this tab when another one has cleared the storage', async () => {
  const server = createFakeServer();
  client = clientOf(server, { storage: 'local' });
  const signedOut = vi.fn();
  client.on('signedOut', signedOut);
  client.sendMessage('my address is');
  await server.settled();
  const heard = (storageArea: Storage) => {
    window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null, storageArea }));
    return server.settled();
  };
  await heard(sessionStorage);
  expect(client.getState().timeline).toHaveLength(1);
  localStorage.clear();
  await heard(localStorage);
  expect(client.getState()).toMatchObject({ timeline: [], conversation: null, connection: 'idle' });
  expect(signedOut).toHaveBeenCalledWith({ why: 'elsewhere' });
  client.sendMessage('hello from the next one');
  await expect.poll(() => server.conversations).toHaveLength(2);
  expect(server.received.findLast(({ t }) => t === 'hello')).toMatchObject({ session: null });
});

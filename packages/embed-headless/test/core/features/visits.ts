/** Visits of one browser to a server in memory. The end of each test ends them. */
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { ChatClient } from '../../../src/core/index.js';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { rootKey } from '../../../src/core/session/storage-keys.js';
import { createFakeServer, type FakeServer } from '../../../src/testing/index.js';
import { clientOf } from '../../support/fake-server-client.js';

export const ROOT = rootKey('demo', 'https://shop.test');

export let server: FakeServer;
let clients: ChatClient[] = [];
export const fakeStorage = new Map<string, string>();

export const visit = async (storage: 'local' | 'memory' = 'memory'): Promise<ChatClient> => {
  const client = clientOf(server, { storage });
  clients.push(client);
  client.connect();
  await settle();
  return client;
};
export const settle = async (ms = 0): Promise<void> => {
  await server.settled();
  await vi.advanceTimersByTimeAsync(ms);
  await server.settled();
};
export const own = (client: ChatClient) =>
  client.getState().timeline.flatMap((entry) => (entry.type === 'own' ? [[entry.text, entry.delivery.state]] : []));
export const currentOf = (client: ChatClient): string => client.getState().conversation as string;

beforeAll(loadEveryFeature);
beforeEach(() => {
  vi.useFakeTimers();
  fakeStorage.clear();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {
        getItem: (key: string) => fakeStorage.get(key) ?? null,
        setItem: (key: string, value: string) => void fakeStorage.set(key, value),
        removeItem: (key: string) => void fakeStorage.delete(key),
      },
      {
        ownKeys: () => [...fakeStorage.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  );
  server = createFakeServer({ answer: (question) => `You asked: ${question}` });
});
afterEach(() => {
  for (const client of clients) client.destroy();
  clients = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

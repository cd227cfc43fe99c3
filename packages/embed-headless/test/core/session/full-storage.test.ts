/** A full storage: the page continues with values in memory, and reports that they don't outlive it. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatClient } from '../../../src/core/index.js';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { browserPorts } from '../../../src/platform/browser.js';
import { createFakeServer, type FakeServer } from '../../../src/testing/index.js';
import { clientOf } from '../../support/fake-server-client.js';

const fakeStorage = new Map<string, string>();
let isFull = true;
let page: EventTarget;
let server: FakeServer;
let client: ChatClient;

beforeAll(loadEveryFeature);
beforeEach(() => {
  vi.useFakeTimers();
  fakeStorage.clear();
  isFull = true;
  page = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {
        getItem: (key: string) => fakeStorage.get(key) ?? null,
        setItem: (key: string, value: string) => {
          if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
          fakeStorage.set(key, value);
        },
        removeItem: (key: string) => void fakeStorage.delete(key),
      },
      {
        ownKeys: () => [...fakeStorage.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    ),
  );
  server = createFakeServer({ answer: (question) => `You asked: ${question}` });
  client = clientOf(server, { storage: 'local' });
});
afterEach(() => {
  client.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = async (ms = 0): Promise<void> => {
  await server.settled();
  await vi.advanceTimersByTimeAsync(ms);
  await server.settled();
};
const own = () => client.getState().timeline.flatMap((entry) => (entry.type === 'own' ? [entry.text] : []));

describe('a page whose storage is full', () => {
  it('stays in its conversation after a reconnect, and reports that nothing outlives it', async () => {
    client.connect();
    await settle();
    client.sendMessage('a long story');
    await settle(1_000);
    const { conversation, storage } = client.getState();
    expect(storage).toBe('memory');
    server.killConnections();
    client.sendMessage('written meanwhile');
    await settle(60_000);
    expect(client.getState()).toMatchObject({ connection: 'connected', conversation });
    expect(own()).toEqual(['a long story', 'written meanwhile']);
  });

  it('still has its unsent messages after the back/forward cache', async () => {
    server.reachable(false);
    client.connect();
    client.sendMessage('please call me');
    await settle(1_000);
    page.dispatchEvent(new Event('pagehide'));
    await settle(1_000);
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    server.reachable(true);
    await settle(60_000);
    expect(own()).toEqual(['please call me']);
    expect(server.received.filter(({ t }) => t === 'append')).toHaveLength(1);
  });

  it('stores the session as soon as there is room', async () => {
    client.connect();
    await settle(1_000);
    const { conversation } = client.getState();
    isFull = false;
    server.killConnections();
    await settle(60_000);
    expect(client.getState()).toMatchObject({ storage: 'persistent', conversation });
    expect([...fakeStorage.keys()].some((key) => key.endsWith(':session'))).toBe(true);
  });
});

describe('a value that did not fit', () => {
  it('is replaced by a later write or removal of another tab, and can be removed', () => {
    fakeStorage.set('a', 'before');
    fakeStorage.set('b', 'before');
    const { storage } = browserPorts('local');
    for (const key of ['a', 'b', 'c']) expect(storage.set(key, 'mine')).toBe(false);
    expect(storage.keys('')).toEqual(['a', 'b', 'c']);
    expect([storage.get('a'), storage.durable]).toEqual(['mine', false]);
    fakeStorage.set('a', 'theirs');
    fakeStorage.delete('b');
    storage.remove('c');
    expect(['a', 'b', 'c'].map((key) => storage.get(key))).toEqual(['theirs', null, null]);
    expect(storage.durable).toBe(true);
    expect(storage.keys('')).toEqual(['a']);
  });
});

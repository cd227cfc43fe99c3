/** A storage that can be read and takes nothing more: the page goes on with what did not fit in its memory, and says so. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ChatClient, createChatClient } from '../../../src/core/index.js';
import { loadEveryFeature } from '../../../src/core/runtime/load-feature.js';
import { browserPorts } from '../../../src/platform/browser.js';
import { createFakeServer, type FakeServer } from '../../../src/testing/index.js';

const kept = new Map<string, string>();
let isFull = true;
let page: EventTarget;
let server: FakeServer;
let client: ChatClient;

beforeAll(loadEveryFeature);
beforeEach(() => {
  vi.useFakeTimers();
  kept.clear();
  isFull = true;
  page = new EventTarget();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal(
    'localStorage',
    new Proxy(
      {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => {
          if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
          kept.set(key, value);
        },
        removeItem: (key: string) => void kept.delete(key),
      },
      { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
    ),
  );
  server = createFakeServer({ answer: (question) => `You asked: ${question}` });
  client = createChatClient({
    inboxId: 'demo',
    baseUrl: 'https://chat.test',
    hostOrigin: 'https://shop.test',
    WebSocket: server.WebSocket,
  });
});
afterEach(() => {
  client.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const calm = async (ms = 0): Promise<void> => {
  await server.settled();
  await vi.advanceTimersByTimeAsync(ms);
  await server.settled();
};
const own = () => client.getState().timeline.flatMap((entry) => (entry.type === 'own' ? [entry.text] : []));

describe('a page whose storage is full', () => {
  it('goes on in its conversation after the line was cut, and says that nothing outlives it', async () => {
    client.connect();
    await calm();
    client.sendMessage('a long story');
    await calm(1_000);
    const { conversation, storage } = client.getState();
    expect(storage).toBe('memory');
    server.killConnections();
    client.sendMessage('written meanwhile');
    await calm(60_000);
    expect(client.getState()).toMatchObject({ connection: 'connected', conversation });
    expect(own()).toEqual(['a long story', 'written meanwhile']);
  });

  it('still has what it could not send when it comes back from the back/forward cache', async () => {
    server.reachable(false);
    client.connect();
    client.sendMessage('please call me');
    await calm(1_000);
    page.dispatchEvent(new Event('pagehide'));
    await calm(1_000);
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    server.reachable(true);
    await calm(60_000);
    expect(own()).toEqual(['please call me']);
    expect(server.received.filter(({ t }) => t === 'append')).toHaveLength(1);
  });

  it('is one whose visitor comes back as soon as there is room', async () => {
    client.connect();
    await calm(1_000);
    const { conversation } = client.getState();
    isFull = false;
    server.killConnections();
    await calm(60_000);
    expect(client.getState()).toMatchObject({ storage: 'persistent', conversation });
    expect([...kept.keys()].some((key) => key.endsWith(':session'))).toBe(true);
  });
});

describe('what did not fit', () => {
  it('gives way to what another tab has written or removed since, and is gone when it is removed', () => {
    kept.set('a', 'before');
    kept.set('b', 'before');
    const { storage: keeper } = browserPorts('local');
    for (const key of ['a', 'b', 'c']) expect(keeper.set(key, 'mine')).toBe(false);
    expect(keeper.keys('')).toEqual(['a', 'b', 'c']);
    expect([keeper.get('a'), keeper.durable]).toEqual(['mine', false]);
    kept.set('a', 'theirs');
    kept.delete('b');
    keeper.remove('c');
    expect(['a', 'b', 'c'].map((key) => keeper.get(key))).toEqual(['theirs', null, null]);
    expect(keeper.durable).toBe(true);
    expect(keeper.keys('')).toEqual(['a']);
  });
});

/** A message that was written before there was a client: the next client takes it over, at once and under its id. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { enqueueBeforeLoad } from '../../../src/core/outbox/enqueue-before-load.js';
import { findOrphans } from '../../../src/core/outbox/orphaned-messages.js';
import { createSessionStorage } from '../../../src/core/session/session-storage.js';
import { rootKey } from '../../../src/core/session/storage-keys.js';
import type { Ports } from '../../../src/platform/ports.js';

afterEach(() => vi.unstubAllGlobals());

const ORIGIN = 'https://shop.example';

/** The items that a client finds in `store`. `held`: locks of open tabs; null: the browser has no locks. */
async function foundIn(store: Map<string, string>, held: ReadonlySet<string> | null): Promise<unknown> {
  const storage = {
    get: (key: string) => store.get(key) ?? null,
    set: (key: string, value: string) => store.set(key, value) === store,
    keys: (prefix: string) => [...store.keys()].filter((key) => key.startsWith(prefix)),
  };
  const tabs = { alone: <T>(_name: string, work: () => Promise<T>) => work(), held: async () => held };
  let found: unknown = [];
  const ports = { storage, tabs, clock: { now: () => Date.now() } } as unknown as Ports;
  const [root, instance] = [rootKey('demo', ORIGIN), 'this-tab'];
  await findOrphans({
    ports,
    baseUrl: 'https://chat.example',
    root,
    instance,
    session: createSessionStorage(ports, root, instance),
    ended: new AbortController().signal,
    dispatch: (input) => {
      if (input.type === 'orphans-found') found = input.items;
    },
    createClient: () => {
      throw new Error('No client is needed for this.');
    },
  });
  return found;
}

describe('a message that was written before there was a client', () => {
  it.each([
    ['locks show which tabs are open', new Set<string>()],
    ['the browser has no locks', null],
  ])('is taken over by the next client, once: %s', async (_what, held) => {
    const store = new Map<string, string>();
    vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => store.set(key, value) });
    const { clientId, persisted } = enqueueBeforeLoad('demo', ORIGIN, 'hello');
    expect(persisted).toBe(true);

    expect(await foundIn(store, held)).toMatchObject([
      { clientId, conversation: null, body: { kind: 'message', text: 'hello' }, sent: 0, failed: null },
    ]);
    expect(await foundIn(store, held)).toEqual([]);
  });

  it('is reported as not persisted when the storage refuses it', () => {
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    expect(enqueueBeforeLoad('demo', ORIGIN, 'hello').persisted).toBe(false);
  });
});

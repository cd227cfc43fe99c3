/** What was written before there was a client: the next one takes it over, at once and under its id. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { enqueueBeforeLoad } from '../../../src/core/outbox/enqueue-before-load.js';
import { findOrphans } from '../../../src/core/outbox/orphaned-messages.js';
import { createSessionStorage } from '../../../src/core/session/session-storage.js';
import { rootKey } from '../../../src/core/session/storage-keys.js';
import type { Ports } from '../../../src/platform/ports.js';

afterEach(() => vi.unstubAllGlobals());

const ORIGIN = 'https://shop.example';

/** What a client finds in `store`; `held` are the names of the tabs that live, null where that can't be asked. */
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
    ['locks tell which tabs live', new Set<string>()],
    ['that can’t be asked', null],
  ])('is taken over by the next client, once: %s', async (_what, held) => {
    const store = new Map<string, string>();
    vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => store.set(key, value) });
    const { clientId, persisted: kept } = enqueueBeforeLoad('demo', ORIGIN, 'hello');
    expect(kept).toBe(true);

    expect(await foundIn(store, held)).toMatchObject([
      { clientId, conversation: null, body: { kind: 'message', text: 'hello' }, sent: 0, failed: null },
    ]);
    expect(await foundIn(store, held)).toEqual([]);
  });

  it('is not said to be kept where nothing can be', () => {
    vi.stubGlobal('localStorage', {
      setItem() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    expect(enqueueBeforeLoad('demo', ORIGIN, 'hello').persisted).toBe(false);
  });
});

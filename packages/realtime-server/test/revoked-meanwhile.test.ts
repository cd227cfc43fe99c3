/**
 * Put out, or revoked, while the store is still at work: nobody is in a second later, and a revoked key has vouched for nobody.
 */
import { CLOSE, LIMITS } from '@service/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenStore } from '../dist/store/store.js';
import { KEY, RING, tokenFor } from './identity-tokens.js';
import { SHARED_STORES, type SharedStore } from './kept-rows.js';
import { inboxesOf, type OpenStoreIn, serve, type TestServer } from './serve.js';
import { WireClient } from './wire-client.js';

const SECRET = 'my order 4711';

let shared: SharedStore;
let server: TestServer;
const start = (open: OpenStoreIn, keys: Record<string, string | undefined> = { KEYS: RING }): Promise<TestServer> =>
  serve(undefined, inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS' } }), 0, keys, open);

/** A store that keeps one of its answers back: the question is decided, and whoever asked hears of it later. */
function late<Name extends 'findSession' | 'identify'>(open: OpenStoreIn, name: Name) {
  let release = (): void => undefined;
  let asked = (): void => undefined;
  const gate = { open: true, asked: Promise.resolve() };
  return {
    /** From here on answers wait; resolves when there is one. */
    hold(): Promise<void> {
      gate.open = false;
      return new Promise((resolve) => {
        asked = resolve;
      });
    },
    letGo(): void {
      gate.open = true;
      release();
    },
    open: async (folder: string): Promise<OpenStore> => {
      const store = await open(folder);
      const real = store[name].bind(store) as (...given: readonly unknown[]) => Promise<unknown>;
      const slow = async (...given: readonly unknown[]): Promise<unknown> => {
        const answer = await real(...given);
        if (gate.open) return answer;
        await new Promise<void>((resolve) => {
          release = resolve;
          asked();
        });
        return answer;
      };
      return { ...store, [name]: slow };
    },
  };
}

const said = async (client: WireClient, text: string): Promise<WireClient> => {
  client.say(text);
  await client.next('ack');
  return client;
};
describe.each(SHARED_STORES)('with %s', (_name, begin) => {
  beforeAll(async () => {
    shared = await begin();
  }, 60_000);
  afterAll(() => shared.end());
  afterEach(async () => {
    vi.useRealTimers();
    await server.dispose();
  });

  it('S12: who was put out while the store took its time to find their session is out a second after it was found', async () => {
    const slow = late(shared.open, 'findSession');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
    server = await start(slow.open);
    const kim = await WireClient.join(server.port, { identity: tokenFor('slow-kim') });
    await kim.close();
    const held = slow.hold();
    const back = await WireClient.open(server.port);
    back.hello({ session: kim.token });
    await held;
    await server.store.endSessionsOf('demo', 'slow-kim', Date.now());
    const lookOn = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 100) {
        vi.advanceTimersByTime(100);
        // What the server asks of its store meanwhile has been answered when this is.
        await server.store.conversation('cnv_none0000000000000');
      }
    };
    // Longer, and the socket would have been closed for saying nothing that counts.
    await lookOn(LIMITS.helloTimeoutMs - 1_000);
    slow.letGo();
    await back.until(() => back.closed !== null || back.frames.some(({ t }) => t === 'welcome'), 'an answer');
    await lookOn(1_000);
    expect(await back.end()).toBe(CLOSE.unauthorized.code);
  });

  it('S12: a key that is revoked while the store is at work has vouched for nobody', async () => {
    const slow = late(shared.open, 'identify');
    const keys: Record<string, string | undefined> = { KEYS: RING };
    server = await start(slow.open, keys);
    await said(await WireClient.join(server.port, { identity: tokenFor('robin') }), SECRET);
    const held = slow.hold();
    const thief = await WireClient.open(server.port);
    thief.hello({ identity: tokenFor('robin'), instance: 'instance-0002' });
    await held;
    keys.KEYS = JSON.stringify([{ ...KEY, revokedAt: new Date(Date.now() - 1).toISOString() }]);
    slow.letGo();
    expect([await thief.end(), thief.frames]).toEqual([CLOSE.unauthorized.code, []]);
    // No session of it is left, not even for when the key should be taken back into the ring.
    expect(await server.store.endSessionsOf('demo', 'robin', Date.now())).toHaveLength(1);
  });
});

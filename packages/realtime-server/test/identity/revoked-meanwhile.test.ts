/**
 * Signed out, or revoked, at the very moment of coming in: whichever of the two is decided first, no one who was signed out is in a
 * second later, reads a word in between, or takes an anonymous conversation along.
 */
import { CLOSE, closeRetryAfterMs, FRAME_LIMITS } from '@service/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenStore } from '../../dist/store/store.js';
import { TOKEN_LIMITS } from '../../src/runtime/limits.js';
import { SHARED_STORES, type SharedStore } from '../store/shared-stores.js';
import { inboxesOf, type OpenStoreIn, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';
import { KEY, RING, tokenFor } from './sign-token.js';

const SECRET = 'my order 4711';
const OUT: readonly number[] = [CLOSE.unauthorized.code, CLOSE.identityTooEarly.code];

let shared: SharedStore;
let server: TestServer;
const start = (open: OpenStoreIn, keys: Record<string, string | undefined> = { KEYS: RING }): Promise<TestServer> =>
  serve(undefined, inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS' } }), 0, keys, open);

/** A store that keeps one of its answers back: the question is decided, and the caller receives it later. */
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

/** Tokens are dated by the second; this one is certainly from before. */
const signedEarlier = (sub: string, seconds = 5): string => {
  const iat = Math.floor(Date.now() / 1_000) - seconds;
  return tokenFor(sub, { iat, exp: iat + 300 });
};
const sendAndWait = async (client: WireClient, text: string): Promise<WireClient> => {
  client.say(text);
  await client.next('ack');
  return client;
};
/** Says hello and waits for what comes of it. */
const arriving = async (over: Parameters<WireClient['hello']>[0]): Promise<WireClient> => {
  const client = await WireClient.open(server.port);
  client.hello(over);
  await client.until(() => client.closed !== null || client.frames.some(({ t }) => t === 'live'), 'an answer');
  return client;
};
const codeFor = async (session: string): Promise<number | undefined> => {
  const client = await arriving({ session });
  const { closed } = client;
  await client.close();
  return closed?.code;
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

  it('S13: a token signed before its person was signed out brings no one in afterwards, and takes nothing of the visitor along', async () => {
    server = await start(shared.open);
    await sendAndWait(await WireClient.join(server.port, { identity: tokenFor('early') }), SECRET);
    const visitors = await Promise.all(Array.from({ length: 6 }, () => WireClient.join(server.port)));
    await Promise.all(visitors.map((visitor, at) => sendAndWait(visitor, `anonymous ${at}`)));
    const unused = visitors.map(() => signedEarlier('early'));
    expect(await server.endSessionsOf('demo', 'early')).toBe(1);

    const upgrades = await Promise.all(
      visitors.map(({ token }, at) =>
        arriving({ session: token, identity: unused[at] as string, instance: `instance-000${at}` }),
      ),
    );
    for (const { closed, frames } of upgrades)
      expect([closed?.code, frames]).toEqual([CLOSE.identityTooEarly.code, []]);
    // The visitors are whom they were, with their own words and no one else's.
    for (const [at, visitor] of visitors.entries()) {
      const back = await WireClient.join(server.port, { session: visitor.token });
      expect(back.conversation).toBe(visitor.conversation);
      expect(JSON.stringify(back.events)).toContain(`anonymous ${at}`);
      expect(JSON.stringify(back.frames)).not.toContain(SECRET);
    }
    // A visitor who signs in after that is let in, and finds what is theirs.
    const later = tokenFor('early', { iat: Math.floor(Date.now() / 1_000) + 1 });
    expect(JSON.stringify((await WireClient.join(server.port, { identity: later })).events)).toContain(SECRET);
  });

  it('S13: one of the very second is refused like one from before; one that is from long before need not be waited for', async () => {
    server = await start(shared.open);
    await sendAndWait(await WireClient.join(server.port, { identity: tokenFor('mia') }), SECRET);
    const at = Date.now();
    await server.store.revokeSessions('demo', 'mia', at);
    const second = Math.floor(at / 1_000);
    const dated = (iat: number) => arriving({ identity: tokenFor('mia', { iat, exp: iat + 300 }) });
    for (const behind of [0, 1, TOKEN_LIMITS.identitySkewS]) {
      const { closed, frames } = await dated(second - behind);
      expect([closed?.code, frames]).toEqual([CLOSE.identityTooEarly.code, []]);
      // A second past the putting out, by the clock that dated the token.
      const waits = closeRetryAfterMs(closed?.reason ?? '') ?? 0;
      expect((second - behind) * 1_000 + waits).toBe(at + 1_000);
    }
    const { closed, frames } = await dated(second - TOKEN_LIMITS.identitySkewS - 2);
    expect([closed, frames]).toEqual([{ code: CLOSE.identityExpired.code, reason: CLOSE.identityExpired.meaning }, []]);
    // By a clock that is behind as far as it may be, just after the wait that it was given.
    const later = await dated(second + 1);
    expect(later.closed).toBeNull();
  });

  it('S12: who is signed out while tabs of theirs are coming in is in none of them a second later, nor by their sessions again', async () => {
    server = await start(shared.open);
    await sendAndWait(await WireClient.join(server.port, { identity: tokenFor('kim') }), SECRET);
    const visitors = await Promise.all(Array.from({ length: 8 }, () => WireClient.join(server.port)));
    const tabs = visitors.map(({ token }, at) =>
      arriving({ session: token, identity: signedEarlier('kim'), instance: `instance-000${at}` }),
    );
    await Promise.all([server.endSessionsOf('demo', 'kim'), ...tabs]);
    for (const tab of await Promise.all(tabs)) {
      expect(OUT).toContain(await tab.end());
      const welcome = tab.frames.find((frame) => frame.t === 'welcome');
      if (welcome?.t === 'welcome') expect(await codeFor(welcome.session)).toBe(CLOSE.sessionExpired.code);
    }
    expect(await server.endSessionsOf('demo', 'kim')).toBe(0);
  });

  it('S12: who was signed out while the store took its time to find their session is out a second after it was found', async () => {
    const slow = late(shared.open, 'findSession');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
    server = await start(slow.open);
    const kim = await WireClient.join(server.port, { identity: tokenFor('slow-kim') });
    await kim.close();
    const held = slow.hold();
    const back = await WireClient.open(server.port);
    back.hello({ session: kim.token });
    await held;
    await server.store.revokeSessions('demo', 'slow-kim', Date.now());
    const lookOn = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 100) {
        vi.advanceTimersByTime(100);
        // What the server asks of its store meanwhile has been answered when this is.
        await server.store.conversation('cnv_none0000000000000');
      }
    };
    // Longer, and the socket would have been closed for saying nothing that counts.
    await lookOn(FRAME_LIMITS.helloTimeoutMs - 1_000);
    slow.letGo();
    await back.until(() => back.closed !== null || back.frames.some(({ t }) => t === 'welcome'), 'an answer');
    await lookOn(1_000);
    expect(await back.end()).toBe(CLOSE.unauthorized.code);
  });

  it('S12: a key that is revoked while the store is at work has signed for no one', async () => {
    const slow = late(shared.open, 'identify');
    const keys: Record<string, string | undefined> = { KEYS: RING };
    server = await start(slow.open, keys);
    await sendAndWait(await WireClient.join(server.port, { identity: tokenFor('robin') }), SECRET);
    const held = slow.hold();
    const thief = await WireClient.open(server.port);
    thief.hello({ identity: tokenFor('robin'), instance: 'instance-0002' });
    await held;
    keys.KEYS = JSON.stringify([{ ...KEY, revokedAt: new Date(Date.now() - 1).toISOString() }]);
    slow.letGo();
    expect([await thief.end(), thief.frames]).toEqual([CLOSE.unauthorized.code, []]);
    // No session of it is left, not even for when the key should be taken back into the ring.
    expect(await server.store.revokeSessions('demo', 'robin', Date.now())).toHaveLength(1);
  });
});

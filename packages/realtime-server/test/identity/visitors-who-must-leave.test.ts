/** Visitors who may not begin, or not stay, by the lines of the list of hostile inputs (S10, T16). */
import { CLOSE } from '@service/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { KeyRing } from '../../dist/identity/key-ring.js';
import { SESSION_LIMITS } from '../../src/conversation/sessions/session-lifetime.js';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';
import { entering, saying, start } from './identified-visitors.js';
import { KEY, RING, tokenFor } from './sign-token.js';

let server: TestServer;
afterEach(async () => {
  vi.useRealTimers();
  await server.dispose();
});

describe('an inbox that requires identity', () => {
  it('gives no one a session without it: not by saying nothing, not by an old token, not while they are connected', async () => {
    let settings = inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS' } });
    server = await serve(undefined, { ...settings, get: (id) => settings.get(id) }, 0, { KEYS: RING });
    const before = await WireClient.join(server.port);
    await saying(before, 'hello');
    settings = inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS', required: true } });
    expect(await before.end()).toBe(CLOSE.identityRequired.code);
    expect(await entering(server.port, {})).toBe(CLOSE.identityRequired.code);
    expect(await entering(server.port, { session: before.token })).toBe(CLOSE.identityRequired.code);
    expect(await entering(server.port, { identity: 'nonsense' })).toBe(CLOSE.unauthorized.code);
    expect(await entering(server.port, { session: before.token, identity: tokenFor('kim') })).toBe('hello');
  });
});

describe('a visitor who may not stay', () => {
  it('T16: with a revoked key is removed from a live connection, and a key that is being replaced lets them stay', async () => {
    const keys: Record<string, string | undefined> = { KEYS: RING };
    server = await start({}, keys);
    const kim = await WireClient.join(server.port, { identity: tokenFor('kim') });
    const retiring: KeyRing = [{ ...KEY, notAfter: new Date(Date.now() - 1).toISOString() }];
    keys.KEYS = JSON.stringify(retiring);
    expect(await entering(server.port, { identity: tokenFor('robin') })).toBe(CLOSE.unauthorized.code);
    expect(await entering(server.port, { session: kim.token })).toBe('');
    keys.KEYS = JSON.stringify([{ ...KEY, revokedAt: new Date(Date.now() - 1).toISOString() }]);
    expect(await kim.end()).toBe(CLOSE.unauthorized.code);
    expect(await entering(server.port, { session: kim.token })).toBe(CLOSE.unauthorized.code);
  });

  it.each<readonly [string, (keys: Record<string, string | undefined>) => unknown]>([
    [
      'their key is revoked',
      (keys) => {
        keys.KEYS = JSON.stringify([{ ...KEY, revokedAt: new Date(Date.now() - 1).toISOString() }]);
      },
    ],
    // As another node does whose word to this one is lost.
    ['their session has ended in the store', () => server.store.revokeSessions('demo', 'kim', Date.now())],
  ])('T16: is out of every tab within a second when %s', async (_why, happens) => {
    const keys: Record<string, string | undefined> = { KEYS: RING };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.now() });
    server = await start({}, keys);
    const tabs = await Promise.all(
      [1, 2].map((n) => WireClient.join(server.port, { identity: tokenFor('kim'), instance: `instance-000${n}` })),
    );
    await happens(keys);
    for (let step = 0; step < 10; step++) {
      vi.advanceTimersByTime(100);
      // What the server asks of its store meanwhile has been answered when this is.
      await server.store.conversation('cnv_none0000000000000');
    }
    // The clock stops from here: what closes them was decided within that second.
    expect(await Promise.all(tabs.map((tab) => tab.end()))).toEqual(Array(2).fill(CLOSE.unauthorized.code));
  });

  it('by the word of the desk is out at once, in every tab, and can’t come back with the old token', async () => {
    server = await start();
    const kim = await WireClient.join(server.port, { identity: tokenFor('kim') });
    const tab = await WireClient.join(server.port, { identity: tokenFor('kim'), instance: 'instance-0002' });
    const robin = await WireClient.join(server.port, { identity: tokenFor('robin') });
    expect(await server.endSessionsOf('demo', 'kim')).toBe(2);
    expect([await kim.end(), await tab.end()]).toEqual(Array(2).fill(CLOSE.unauthorized.code));
    expect(await entering(server.port, { session: kim.token })).toBe(CLOSE.sessionExpired.code);
    await saying(robin, 'still here');
  });

  it('S10: of an inbox that is gone, learns it', async () => {
    let settings = inboxesOf({ id: 'demo' });
    server = await serve(undefined, { ...settings, get: (id) => settings.get(id) });
    const visitor = await WireClient.join(server.port);
    settings = inboxesOf();
    expect(await visitor.end()).toBe(CLOSE.inboxGone.code);
  });

  it('too long: an identified session ends after its time, and is refused when no one was there for half an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    server = await start();
    const kim = await WireClient.join(server.port, { identity: tokenFor('kim') });
    const idle = await WireClient.join(server.port, { identity: tokenFor('robin') });
    await idle.close();
    vi.setSystemTime(Date.now() + SESSION_LIMITS.identifiedIdleMinutes * 60_000 + 1);
    expect(await entering(server.port, { session: idle.token })).toBe(CLOSE.sessionExpired.code);
    vi.setSystemTime(Date.now() + SESSION_LIMITS.identifiedHours * 3_600_000);
    expect(await kim.end()).toBe(CLOSE.sessionExpired.code);
  });
});

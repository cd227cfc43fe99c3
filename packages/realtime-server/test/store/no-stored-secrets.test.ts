/** The database, and a backup of it, hold no token that opens a visitor's chat, and nothing that follows `?` in the address of a page. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { SESSION_LIMITS } from '../../src/conversation/sessions/session-lifetime.js';
import { RING, tokenFor } from '../identity/sign-token.js';
import { inboxesOf, serve } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';
import { SHARED_STORES } from './shared-stores.js';

afterEach(() => {
  vi.useRealTimers();
});

describe.each(SHARED_STORES)('%s', (_name, begin) => {
  it('S1: has no token of any session, the one before it or the one after, and none of the site', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const store = await begin();
    const server = await serve(
      undefined,
      inboxesOf({ id: 'demo', identity: { keysEnv: 'KEYS' } }),
      0,
      { KEYS: RING },
      store.open,
    );
    try {
      const first = await WireClient.join(server.port, { renews: true });
      await first.close();
      vi.setSystemTime(Date.now() + SESSION_LIMITS.sessionRenewHours * 3_600_000 + 1);
      const second = await WireClient.join(server.port, { session: first.token, renews: true });
      const third = await WireClient.join(server.port, { session: second.token, renews: true });
      const identity = tokenFor('kim');
      const page = {
        url: 'http://shop.test/where-they-were?token=reset-link#reset-part',
        title: 'What they looked at',
      };
      const known = await WireClient.join(server.port, { session: third.token, identity, page });
      const tokens = [first.token, second.token, known.token, identity, ...identity.split('.')];
      expect(new Set([first.token, second.token, known.token]).size).toBe(3);
      const stored = JSON.stringify(await store.rows(server.folder));
      for (const token of tokens) {
        expect(stored).not.toContain(token);
        expect(stored).not.toContain(token.replace(/^cws_/, ''));
      }
      for (const words of ['reset-link', 'reset-part']) expect(stored).not.toContain(words);
      for (const words of ['kim', 'http://shop.test/where-they-were', page.title]) expect(stored).toContain(words);
    } finally {
      await server.dispose();
      await store.end();
    }
  }, 60_000);
});

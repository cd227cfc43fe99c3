import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../dist/store/store.js';
import { CNV, type Opened, session } from '../fixtures.js';

export function describeSessions(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: sessions`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    it('finds a session by the hash of its token', async () => {
      await store.touchSession(session(1).session, 9_000);
      expect(await store.findSession('hash-1')).toMatchObject({
        conversation: CNV,
        hostOrigin: 'http://shop.test',
        lastSeenAt: 9_000,
      });
      expect(await store.findSession('hash-2')).toBeNull();
    });

    it('remembers with a session which wording its visitor agreed to last', async () => {
      expect((await store.findSession('hash-1'))?.consent).toBeNull();
      const consent = { version: '2', textHash: 'a'.repeat(64), locale: 'en' };
      await store.createSession(session(2, { consent: { ...consent, version: '1' } }));
      expect((await store.findSession('hash-2'))?.consent).toMatchObject({ version: '1' });
      await store.recordConsent(session(2).session, consent, 3_000);
      expect((await store.findSession('hash-2'))?.consent).toMatchObject(consent);
      expect((await store.findSession('hash-1'))?.consent).toBeNull();
    });

    it('exchanges a token when the next one is used, by however many at once, and knows the old one for ever', async () => {
      expect((await store.findSession('hash-1'))?.token).toEqual({ as: 'current', salt: 'salt-1', since: 1_000 });
      await store.offerToken(session(1).session, 'hash-1', 'hash-next');
      await store.offerToken(session(1).session, 'hash-1', 'hash-another');
      expect((await store.findSession('hash-next'))?.token).toEqual({ as: 'next' });
      expect((await store.findSession('hash-1'))?.token.as).toBe('current');
      expect(await store.findSession('hash-another')).toBeNull();
      const adopt = () => store.rotateToken(session(1).session, 'hash-next', 'salt-next', 2_000, 3_000);
      await Promise.all([adopt(), adopt(), adopt()]);
      expect((await store.findSession('hash-next'))?.token).toEqual({ as: 'current', salt: 'salt-next', since: 2_000 });
      expect((await store.findSession('hash-1'))?.token).toEqual({ as: 'retired', salt: 'salt-1', until: 3_000 });
    });
  });
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewContactBlock, Store } from '../../../dist/store/store.js';
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

  describe(`${name}: blocked contacts`, () => {
    let opened: Opened;
    let store: Store;
    const { contact, session: id } = session(1);
    const block = (over: Partial<NewContactBlock> = {}): NewContactBlock => ({
      ...{
        id: 'blk_1',
        inbox: 'demo',
        contact,
        conversation: CNV,
        name: 'Ingrid',
        reason: 'rude \0',
        at: 5_000,
        addressUntil: 9_000,
      },
      ...over,
    });
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
      await store.createSession(session(2));
    });
    afterEach(() => opened.dispose());

    it('have no session until the block is taken back, and their sessions go on then', async () => {
      expect(await store.blockContact(block(), 10)).toEqual([id]);
      expect((await store.findSession('hash-1'))?.ended).toEqual({ at: 5_000, why: 'blocked' });
      expect((await store.findSession('hash-2'))?.ended).toBeNull();
      expect(await store.endedSince(5_000, 9)).toEqual([{ id, why: 'blocked' }]);
      expect(await store.blockOf(contact)).toEqual({ ...block(), ended: null });
      expect(await store.unblockContact(contact, 'Sven', 6_000)).toBe(true);
      expect((await store.findSession('hash-1'))?.ended).toBeNull();
      expect(await store.blockOf(contact)).toBeNull();
      expect(await store.unblockContact(contact, 'Sven', 7_000)).toBe(false);
      expect(await store.blocks(['demo'], 6_000, 9)).toEqual([{ ...block(), ended: { at: 6_000, name: 'Sven' } }]);
      expect(await store.blocks(['demo'], 5_000, 9)).toEqual([]);
      expect(await store.blocks(['other'], 6_000, 9)).toEqual([]);
      expect(await store.blocks(['demo', 'other'], 6_000, 9)).toHaveLength(1);
    });

    it('do not get a session back that had ended for another reason', async () => {
      await store.endSession(id, 'logout', 4_000);
      expect(await store.blockContact(block(), 10)).toEqual([]);
      await store.unblockContact(contact, 'Sven', 6_000);
      expect((await store.findSession('hash-1'))?.ended).toEqual({ at: 4_000, why: 'logout' });
    });

    it('are blocked once, as they were first, and not more of them than an inbox may have', async () => {
      await store.blockContact(block(), 1);
      const other = block({ id: 'blk_2', contact: session(2).contact });
      expect(await store.blockContact(other, 1)).toBeNull();
      expect((await store.findSession('hash-2'))?.ended).toBeNull();
      await store.blockContact(block({ id: 'blk_3', reason: 'again' }), 2);
      expect(await store.blockOf(contact)).toMatchObject({ id: 'blk_1' });
      expect(await store.blockContact(other, 2)).toEqual([session(2).session]);
    });

    it('have their addresses blocked in their inbox, so many, until the time is over or the block is taken back', async () => {
      const isBlocked = (address: string, inbox = 'demo', now = 8_000) => store.isAddressBlocked(inbox, address, now);
      await store.addBlockedAddress(contact, 'a', 5_000, 2);
      expect(await isBlocked('a')).toBe(false);
      await store.blockContact(block(), 10);
      for (const address of ['a', 'a', 'b', 'c']) await store.addBlockedAddress(contact, address, 6_000, 2);
      expect(await Promise.all(['a', 'b', 'c'].map((address) => isBlocked(address)))).toEqual([true, true, false]);
      expect(await isBlocked('a', 'other')).toBe(false);
      expect(await isBlocked('a', 'demo', 9_000)).toBe(false);
      await store.forgetBlocks(9_000, 0);
      expect(await isBlocked('a', 'demo', 8_000)).toBe(false);
      await store.addBlockedAddress(contact, 'd', 8_000, 2);
      await store.unblockContact(contact, 'Sven', 8_500);
      expect(await isBlocked('d')).toBe(false);
      await store.forgetBlocks(9_000, 9_000);
      expect(await store.blocks(['demo'], 9_000, 9)).toEqual([]);
    });

    it('whose addresses are not blocked have none stored', async () => {
      await store.blockContact(block({ addressUntil: null }), 10);
      await store.addBlockedAddress(contact, 'a', 5_000, 2);
      expect(await store.isAddressBlocked('demo', 'a', 5_000)).toBe(false);
    });

    it('are forgotten with all that is stored of them', async () => {
      await store.blockContact(block(), 10);
      await store.addBlockedAddress(contact, 'a', 6_000, 2);
      await store.eraseInactive('demo', 8_000, 9);
      expect(await store.blocks(['demo'], 9_000, 9)).toEqual([]);
      expect(await store.isAddressBlocked('demo', 'a', 6_000)).toBe(false);
    });
  });
}

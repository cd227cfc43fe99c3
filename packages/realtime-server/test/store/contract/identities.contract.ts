import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Identify, Store } from '../../../dist/store/store.js';
import { append, CNV, file, type Opened, session } from '../fixtures.js';

export function describeIdentities(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: identities`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    const proof = (n: number, over: Partial<Identify> = {}): Identify => ({
      ...session(n + 4),
      identified: { subject: 'kim', kid: 'ik_00000000', until: 9_000 },
      profile: { name: 'Kim', email: 'kim@example.com', emailVerified: true },
      jti: `jti-${n}`,
      issuedAt: 1_000,
      usedUntil: 9_000,
      page: `page-${n}`,
      before: null,
      merge: true,
      ...over,
    });
    const identify = async (input: Identify) => {
      const result = await store.identify(input);
      if (result.kind !== 'identified') throw new Error(result.kind);
      return result;
    };

    it('knows a contact that has been here for a while, or whom the site has signed', async () => {
      const { contact, at } = session(1);
      expect(await store.isKnownContact(contact, at)).toBe(false);
      expect(await store.isKnownContact(contact, at + 1)).toBe(true);
      expect(await store.isKnownContact('ctc_unknown', at + 1)).toBe(false);
      const identified = await identify(proof(1));
      expect(await store.isKnownContact(identified.contact, 0)).toBe(true);
    });

    it('makes the anonymous contact the person, with what it has written, and ends the session of before', async () => {
      await store.append(append('client-1'));
      const result = await identify(proof(1, { before: 'hash-1' }));
      expect(result).toEqual({
        kind: 'identified',
        contact: session(1).contact,
        conversation: CNV,
        ended: session(1).session,
      });
      expect(await store.findSession('hash-1')).toMatchObject({ ended: { at: 1_000, why: 'identified' } });
      expect(await store.findSession('hash-5')).toMatchObject({
        conversation: CNV,
        ended: null,
        identified: { subject: 'kim', kid: 'ik_00000000', until: 9_000 },
      });
      const { verified } = await store.visitorFacts(session(1).contact);
      expect(verified).toMatchObject({ subject: 'kim', profile: { name: 'Kim' } });
      expect(await store.endedSince(1_000, 10)).toEqual([{ id: session(1).session, why: 'identified' }]);
    });

    it('gives the conversations of the session to the person that is known already, under the name they were written', async () => {
      const known = await identify(proof(1));
      await store.append(append('client-1'));
      const moved = await identify(proof(2, { before: 'hash-1' }));
      expect(moved).toMatchObject({ contact: known.contact, conversation: CNV });
      expect(await store.conversation(CNV)).toMatchObject({ contact: known.contact, writer: session(1).contact });
      expect(await store.append(append('client-1'))).toMatchObject({ kind: 'duplicate' });
    });

    it('gives the person the files that were uploaded before', async () => {
      const known = await identify(proof(1));
      await store.append(append('client-1'));
      await store.addAttachment(file(1, { contact: session(1).contact }));
      await identify(proof(2, { before: 'hash-1' }));
      expect(await store.attachments([file(1).attachment.id])).toMatchObject([{ contact: known.contact }]);
    });

    it('identifies one person once, however many try at the same moment', async () => {
      await store.append(append('client-1'));
      const results = await Promise.all([1, 2, 3, 4].map((n) => identify(proof(n, { before: 'hash-1' }))));
      expect(new Set(results.map(({ contact }) => contact)).size).toBe(1);
      expect(new Set(results.map(({ conversation }) => conversation))).toEqual(new Set([CNV]));
      expect(results.filter(({ ended }) => ended !== null)).toHaveLength(1);
    });

    it('gives one session to one of two persons who try at the same moment', async () => {
      await store.append(append('client-1'));
      const results = await Promise.all([
        identify(proof(1, { before: 'hash-1' })),
        identify(proof(2, { before: 'hash-1', identified: { subject: 'robin', kid: 'ik_00000000', until: 9_000 } })),
      ]);
      expect(results.filter(({ conversation }) => conversation === CNV)).toHaveLength(1);
      expect(new Set(results.map(({ contact }) => contact)).size).toBe(2);
    });

    it('has what the site has signed, what the page says and where the visitor is apart, each as it was reported last', async () => {
      const { contact, conversation } = session(1);
      const nothing = { verified: null, claimed: null, page: null };
      expect(await store.visitorFacts(contact)).toEqual(nothing);
      expect(await store.visitorFacts('ctc_unknown')).toEqual(nothing);
      const user = { name: 'Kim', customAttributes: { plan: 'pro' } };
      await store.setVisitorContext(contact, { conversation, user });
      await store.setVisitorContext(contact, { conversation, page: { title: 'Shoes' } });
      await store.setVisitorContext(contact, { conversation, page: { title: 'Boots' } });
      expect(await store.visitorFacts(contact)).toEqual({ verified: null, claimed: user, page: { title: 'Boots' } });
      await identify(proof(1, { before: 'hash-1' }));
      await store.setVisitorContext(contact, { conversation, user: {} });
      store = await opened.reopen();
      expect(await store.visitorFacts(contact)).toEqual({
        verified: { subject: 'kim', profile: { name: 'Kim', email: 'kim@example.com', emailVerified: true } },
        claimed: {},
        page: { title: 'Boots' },
      });
    });

    it('lets no one report for another visitor', async () => {
      const { contact, conversation } = session(1);
      await store.createSession(session(2));
      await store.setVisitorContext(session(2).contact, { conversation, user: { name: 'Robin' } });
      expect((await store.visitorFacts(contact)).claimed).toBeNull();
      expect((await store.visitorFacts(session(2).contact)).claimed).toBeNull();
    });

    it('takes a proof from one page, and from it again', async () => {
      const first = await identify(proof(1));
      expect(await store.identify(proof(2, { jti: 'jti-1' }))).toEqual({ kind: 'replayed' });
      const again = await identify(proof(3, { jti: 'jti-1', page: 'page-1' }));
      expect(again.contact).toBe(first.contact);
    });

    it('takes it from no one any more once its person has left, also from a session that took its place', async () => {
      await identify(proof(1));
      await identify(proof(2, { before: 'hash-5', at: 1_100 }));
      await store.endSession(session(6).session, 'logout', 1_200);
      for (const n of [1, 2]) {
        const again = proof(n, { ...session(7), jti: `jti-${n}`, page: `page-${n}`, at: 1_300 });
        expect(await store.identify(again)).toEqual({ kind: 'replayed' });
      }
      await identify(proof(4, { at: 1_400 }));
    });

    it('carries nothing of one person to another', async () => {
      const kim = await identify(proof(1));
      await store.append(append('client-1', 'hello', { conversation: kim.conversation }));
      const robin = await identify(
        proof(2, { before: 'hash-5', identified: { subject: 'robin', kid: 'ik_00000000', until: 9_000 } }),
      );
      expect(robin).toMatchObject({ ended: session(5).session });
      expect([robin.contact === kim.contact, robin.conversation === kim.conversation]).toEqual([false, false]);
    });

    it('ends sessions, once, and all of a person', async () => {
      expect(await store.endSession(session(1).session, 'logout', 2_000)).toBe(true);
      expect(await store.endSession(session(1).session, 'revoked', 3_000)).toBe(false);
      await identify(proof(1));
      await identify(proof(2));
      expect((await store.revokeSessions('demo', 'kim', 4_000)).length).toBe(2);
      expect(await store.revokeSessions('demo', 'kim', 5_000)).toEqual([]);
      expect((await store.endedSince(4_000, 10)).map(({ why }) => why)).toEqual(['revoked', 'revoked']);
    });

    it('takes no proof that was signed before its person was signed out, also one that no one has used yet', async () => {
      // No one has been here as this person, so there is no session that could say it.
      expect(await store.revokeSessions('demo', 'kim', 4_500)).toEqual([]);
      // A clock that is behind takes nothing back.
      expect(await store.revokeSessions('demo', 'kim', 4_400)).toEqual([]);
      store = await opened.reopen();
      const out = { kind: 'revoked', at: 4_500 };
      // One of the same second may be from before.
      for (const issuedAt of [1_000, 3_000, 4_000])
        expect(await store.identify(proof(1, { issuedAt, at: 4_600 }))).toEqual(out);
      expect(await store.findSession('hash-5')).toBeNull();
      // What was written anonymously stays whose it was.
      expect(await store.identify(proof(1, { before: 'hash-1', at: 4_600 }))).toEqual(out);
      expect(await store.findSession('hash-1')).toMatchObject({ ended: null, contact: session(1).contact });
      await identify(proof(2, { issuedAt: 5_000, at: 5_100 }));
      // That the person has come in since makes nothing good of what was signed before.
      expect(await store.identify(proof(1, { issuedAt: 4_000, at: 5_200 }))).toEqual(out);
      await identify(proof(3, { identified: { subject: 'robin', kid: 'ik_00000000', until: 9_000 } }));
      await identify(proof(4, { inbox: 'other' }));
    });

    it('knows who was signed out until the revocation may be forgotten', async () => {
      await store.revokeSessions('demo', 'kim', 4_500);
      await store.forgetRevocations(4_500);
      expect(await store.identify(proof(1))).toEqual({ kind: 'revoked', at: 4_500 });
      await store.forgetRevocations(4_501);
      await identify(proof(1));
    });

    it('lets no one stay who is identified at the very moment of being signed out', async () => {
      await Promise.all([
        ...[1, 2, 3].map((n) => store.identify(proof(n, { before: n === 1 ? 'hash-1' : null }))),
        store.revokeSessions('demo', 'kim', 4_000),
        ...[4, 5].map((n) => store.identify(proof(n))),
      ]);
      for (const n of [1, 2, 3, 4, 5]) {
        const found = await store.findSession(`hash-${n + 4}`);
        if (found) expect(found.ended).toMatchObject({ why: 'revoked' });
      }
      expect(await store.revokeSessions('demo', 'kim', 4_001)).toEqual([]);
    });

    it.each(['reused', 'withdrawn', 'logout'] as const)(
      'gives a session that ends (%s) while its visitor is identified to the person whole, or not at all',
      async (why) => {
        await store.append(append('client-1'));
        const ending =
          why === 'withdrawn'
            ? store.withdrawConsent(session(1).session, 1_500)
            : store.endSession(session(1).session, why, 1_500);
        const [known] = await Promise.all([identify(proof(1, { before: 'hash-1' })), ending]);
        const old = await store.findSession('hash-1');
        const log = await store.conversation(CNV);
        if (old?.ended?.why === 'identified') expect([log?.contact, known.conversation]).toEqual([known.contact, CNV]);
        else {
          expect(old).toMatchObject({ ended: { why }, contact: session(1).contact });
          expect(log?.contact).toBe(session(1).contact);
          expect(known.conversation).not.toBe(CNV);
        }
      },
    );

    it('gives everybody who asks one shared key, also those who ask together, and keeps it', async () => {
      const asked = await Promise.all(['a', 'b', 'c'].map((fresh) => store.sharedKey('bus', fresh)));
      expect(['a', 'b', 'c']).toContain(asked[0]);
      expect(new Set(asked).size).toBe(1);
      expect(await store.sharedKey('other', 'd')).toBe('d');
      store = await opened.reopen();
      expect(await store.sharedKey('bus', 'e')).toBe(asked[0]);
    });

    it.each([
      ['goes along as long as the old one is good', 2_500, true],
      ['stays where it is after that', 3_500, false],
    ])('what belongs to a token that was just exchanged in another tab %s', async (_what, at, goesAlong) => {
      await store.offerToken(session(1).session, 'hash-1', 'hash-next');
      await store.rotateToken(session(1).session, 'hash-next', 'salt-next', 2_000, 3_000);
      const known = await identify(proof(1, { before: 'hash-1', at }));
      expect((await store.conversation(CNV))?.contact === known.contact).toBe(goesAlong);
      expect((await store.findSession('hash-next'))?.ended?.why).toBe(goesAlong ? 'identified' : undefined);
    });
  });
}

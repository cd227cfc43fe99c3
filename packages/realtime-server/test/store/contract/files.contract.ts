import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../dist/store/store.js';
import { CNV, file, type Opened, session, VISITOR, withFiles } from '../fixtures.js';

export function describeFiles(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: files`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    it('keeps what is known of a file, also over a restart', async () => {
      expect(await store.addAttachment(file(1))).toBe('added');
      store = await opened.reopen();
      expect(await store.attachments([file(1).attachment.id, file(2).attachment.id])).toEqual([
        { attachment: file(1).attachment, inbox: 'demo', contact: VISITOR.id, conversation: null },
      ]);
    });

    it('takes files in up to the quota of the visitor and of the inbox, however many end at once', async () => {
      const together = await Promise.all(Array.from({ length: 15 }, (_, i) => store.addAttachment(file(i))));
      expect(together.filter((each) => each === 'added')).toHaveLength(10);
      expect(await store.uploadedSince('demo', VISITOR.id, 1_000)).toEqual({ contact: 10_000, inbox: 10_000 });
      const other = { contact: 'ctc_other0000000000001' };
      const room = { since: 1_000, contactBytes: 10_000, inboxBytes: 10_500 };
      expect(await store.addAttachment(file(20, { ...other, quota: room }))).toBe('over-quota');
      expect(await store.addAttachment(file(20, { ...other, quota: room }, 500))).toBe('added');
      // What lies longer back is not counted.
      expect(await store.addAttachment(file(21, { quota: { ...file(1).quota, since: 5_001 } }))).toBe('added');
      expect(await store.uploadedSince('demo', VISITOR.id, 5_001)).toEqual({ contact: 0, inbox: 0 });
    });

    it('gives a file to one message, and that message keeps it when it is sent again', async () => {
      const [one, two] = [file(1), file(2)];
      await store.addAttachment(one);
      await store.addAttachment(two);
      const sent = await store.append(withFiles('client-1', one.attachment));
      expect(sent).toMatchObject({ kind: 'appended', event: { seq: 1, body: { attachments: [one.attachment] } } });
      expect(await store.append(withFiles('client-1', one.attachment))).toMatchObject({ kind: 'duplicate' });
      expect(await store.attachments([one.attachment.id])).toMatchObject([{ conversation: CNV }]);
      // All or nothing: the second file stays free, and the log without a trace of the refused message.
      expect(await store.append(withFiles('client-2', two.attachment, one.attachment))).toEqual({ kind: 'file-gone' });
      expect(await store.append(withFiles('client-3', file(9).attachment))).toEqual({ kind: 'file-gone' });
      expect((await store.conversation(CNV))?.head).toBe(1);
      expect(await store.append(withFiles('client-2', two.attachment))).toMatchObject({ event: { seq: 2 } });
      expect(await store.eventsAfter(CNV, 1, 1)).toMatchObject([{ body: { attachments: [two.attachment] } }]);
    });

    it('forgets the files that no message has named in time, and no others', async () => {
      for (const n of [1, 2, 3]) await store.addAttachment(file(n, { at: n * 1_000 }));
      await store.append(withFiles('client-1', file(1).attachment));
      const [two, three] = [file(2).attachment, file(3).attachment];
      expect(await store.discardAttachments(3_000, 20_000, 10)).toEqual([two.id]);
      expect(await store.append(withFiles('client-2', two))).toEqual({ kind: 'file-gone' });
      expect(await store.attachments([two.id])).toEqual([]);
      // A caller that stopped in the middle gets it again, until it is forgotten.
      expect(await store.discardAttachments(3_000, 20_001, 10)).toEqual([two.id]);
      await store.deleteAttachments([two.id, three.id]);
      expect(await store.discardAttachments(3_000, 20_002, 10)).toEqual([]);
      expect(await store.attachments([three.id])).toHaveLength(1);
      expect(await store.discardAttachments(9_000, 20_003, 10)).toEqual([three.id]);
      expect(await store.attachments([file(1).attachment.id])).toHaveLength(1);
    });

    it('takes in nothing for a session that has ended, or for a conversation that was erased or never was', async () => {
      const owner = { session: session(1).session, conversation: CNV };
      const add = (n: number, over = owner) => store.addAttachment(file(n, { owner: over }));
      expect(await store.isOwnerActive(owner)).toBe(true);
      expect(await add(1)).toBe('added');
      const unknown = { ...owner, conversation: session(9).conversation };
      expect([await store.isOwnerActive(unknown), await add(2, unknown)]).toEqual([false, 'owner-gone']);
      await store.endSession(owner.session, 'logout', 6_000);
      expect([await store.isOwnerActive(owner), await add(3)]).toEqual([false, 'owner-gone']);
      const team = { session: null, conversation: CNV };
      expect(await store.addAttachment(file(4, { owner: team }))).toBe('added');
      const next = { conversation: session(3).conversation, epoch: session(3).epoch };
      await store.eraseConversation({ conversation: CNV, at: 9_000, next });
      expect([await store.isOwnerActive(team), await store.addAttachment(file(5, { owner: team }))]).toEqual([
        false,
        'owner-gone',
      ]);
      expect((await store.uploadedSince('demo', VISITOR.id, 0)).contact).toBe(2_000);
    });

    it.each([
      ['withdraws consent', () => store.withdrawConsent(session(1).session, 9_000)],
      [
        'erases a conversation',
        () =>
          store.eraseConversation({
            conversation: CNV,
            at: 9_000,
            next: { conversation: session(3).conversation, epoch: session(3).epoch },
          }),
      ],
    ] as const)(
      'discards what a visitor had not sent who %s, whichever comes first, and nothing of others',
      async (_, end) => {
        const { contact } = session(1);
        const owner = { session: session(1).session, conversation: CNV };
        await store.createSession(session(2));
        await store.addAttachment(file(50, { contact: session(2).contact, owner: { ...owner, session: null } }));
        const uploads = Array.from({ length: 8 }, (_each, n) => store.addAttachment(file(n, { contact, owner })));
        const [added] = await Promise.all([Promise.all(uploads), end()]);
        const ids = Array.from({ length: 8 }, (_each, n) => file(n).attachment.id);
        expect(await store.attachments(ids)).toEqual([]);
        expect(await store.attachments([file(50).attachment.id])).toHaveLength(1);
        const discarded = await store.discardAttachments(0, 50_000, 20);
        expect([...discarded].sort()).toEqual(ids.filter((_id, n) => added[n] === 'added').sort());
      },
    );

    it('gives up the files of a conversation that is erased, and no others', async () => {
      const other = session(2);
      await store.createSession(other);
      for (const n of [1, 2]) await store.addAttachment(file(n));
      await store.append(withFiles('client-1', file(1).attachment));
      await store.append({ ...withFiles('client-2', file(2).attachment), conversation: other.conversation });
      const next = { conversation: session(3).conversation, epoch: session(3).epoch };
      expect(await store.eraseConversation({ conversation: CNV, at: 9_000, next })).toBe(true);
      expect(await store.attachments([file(1).attachment.id])).toEqual([]);
      expect(await store.attachments([file(2).attachment.id])).toHaveLength(1);
      expect(await store.discardAttachments(0, 50_000, 10)).toEqual([file(1).attachment.id]);
    });

    it('gives up what a forgotten visitor had sent and had not, and no one else’s', async () => {
      const other = session(2);
      await store.createSession(other);
      for (const n of [1, 2]) await store.addAttachment(file(n, { contact: session(1).contact }));
      await store.addAttachment(file(3, { contact: other.contact }));
      await store.append(withFiles('client-1', file(1).attachment));
      await store.touchSession(other.session, 40_000);
      expect(await store.eraseInactive('demo', 30_000, 10)).toBe(1);
      const ids = [1, 2, 3].map((n) => file(n).attachment.id);
      expect((await store.attachments(ids)).map(({ attachment }) => attachment.id)).toEqual([ids[2]]);
      // Their bytes are still to be removed: the rows say which.
      expect([...(await store.discardAttachments(0, 50_000, 10))].sort()).toEqual([ids[0], ids[1]]);
    });
  });
}

import { isFinishedMessage, type LogBody } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listConversations } from '../../../dist/conversation/visitor-conversations.js';
import type { Store } from '../../../dist/store/store.js';
import { AGENT, append, CNV, type Opened, run, say, session } from '../fixtures.js';

export function describeConversations(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: a visitor's conversations`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    const start = (n: number, key = `start-000${n}`) => ({
      session: session(1).session,
      key,
      conversation: `cnv_00000000000000001${n}`,
      epoch: `epoch-001${n}`,
      at: 5_000 + n,
    });

    it('begins further conversations of a session, once for each key, and has the session in the latest', async () => {
      const begun = await store.startConversation(start(1));
      expect(begun).toMatchObject({
        id: start(1).conversation,
        contact: session(1).contact,
        head: 0,
        handler: 'agent',
      });
      expect(await store.findSession('hash-1')).toMatchObject({ conversation: start(1).conversation });
      await store.startConversation(start(2));
      const again = await Promise.all([1, 2, 3].map(() => store.startConversation({ ...start(3), key: start(1).key })));
      expect(again.map((each) => each?.id)).toEqual(Array(3).fill(start(1).conversation));
      expect(await store.findSession('hash-1')).toMatchObject({ conversation: start(1).conversation });
    });

    it('lists those that have begun, however many others there are', async () => {
      for (const n of [1, 2, 3]) await store.startConversation(start(n));
      const { contact } = session(1);
      expect(await store.conversationsOf(contact, 10)).toEqual([]);
      await store.append(append('client-1'));
      await store.append(append('client-2', 'later', { conversation: start(1).conversation, at: 6_000 }));
      const listed = async (limit: number) => (await store.conversationsOf(contact, limit)).map(({ id }) => id);
      expect(await listed(10)).toEqual([start(1).conversation, CNV]);
      expect(await listed(1)).toEqual([start(1).conversation]);
    });

    it('says whether an inbox has visitors and messages, until they are erased', async () => {
      const { inbox } = session(1);
      expect(await store.inboxUse('another')).toEqual({ hasVisitors: false, hasMessages: false });
      expect(await store.inboxUse(inbox)).toEqual({ hasVisitors: true, hasMessages: false });
      await store.append(append('client-1', 'first', { at: 2_000 }));
      expect(await store.inboxUse(inbox)).toEqual({ hasVisitors: true, hasMessages: true });
      const next = { conversation: start(1).conversation, epoch: start(1).epoch };
      await store.eraseConversation({ conversation: CNV, at: 3_000, next });
      expect(await store.inboxUse(inbox)).toEqual({ hasVisitors: true, hasMessages: false });
    });

    it('lists conversations with the latest message first, whatever else has happened in another one since', async () => {
      const second = start(1).conversation;
      const listed = async () =>
        (await listConversations(store, session(1).contact)).map(({ conversation, text, at }) => [
          conversation,
          text,
          at,
        ]);
      await store.append(append('client-1', 'first', { at: 2_000 }));
      await store.startConversation(start(1));
      await store.append(append('client-1', 'second', { conversation: second, at: 3_000 }));
      const { id, message } = run(1);
      const begins: LogBody = { kind: 'answer.started', message, run: id, attempt: 1 };
      await store.append({ ...append('run-1-start'), by: AGENT, body: begins, at: 4_000 });
      await store.append({ ...append('client-2'), body: { kind: 'handoff.requested' }, at: 5_000 });
      expect(await listed()).toEqual([
        [second, 'second', 3_000],
        [CNV, 'first', 2_000],
      ]);
      const yes = { text: 'Yes.', outcome: 'answered', citations: [], offerPerson: false } as const;
      const ends: LogBody = { kind: 'answer.completed', message, run: id, ...yes };
      await store.append({ ...append('run-1-end'), by: AGENT, body: ends, at: 6_000 });
      expect(await listed()).toEqual([
        [CNV, 'Yes.', 6_000],
        [second, 'second', 3_000],
      ]);
    });

    it('keeps of many conversations those with the latest words, whenever they were begun', async () => {
      const [second, third] = [start(1).conversation, start(2).conversation];
      const latest = async (limit: number) =>
        (await store.conversationsOf(session(1).contact, limit)).map(({ id }) => id);
      await store.append(append('client-1', 'first', { at: 2_000 }));
      await store.startConversation(start(1));
      await store.append(append('client-1', 'second', { conversation: second, at: 6_000 }));
      // Without a message yet: it counts from when it was begun.
      await store.startConversation(start(2));
      const handoff = { conversation: third, body: { kind: 'handoff.requested' }, at: 9_000 } as const;
      await store.append(append('client-3', '', handoff));
      expect(await latest(3)).toEqual([second, third, CNV]);
      await store.append(append('client-2', 'again', { at: 7_000 }));
      expect(await latest(2)).toEqual([CNV, second]);
    });

    it('counts as a message what protocol counts as a message, whatever the words are', async () => {
      const second = start(1).conversation;
      await store.startConversation(start(1));
      const { id, message } = run(1);
      const ofRun = { message, run: id };
      const completed = { ...ofRun, kind: 'answer.completed', outcome: 'answered', offerPerson: false } as const;
      const citations = [{ number: 1, documentId: 'd', title: '"text":"', quote: '"kind":"message"' }];
      const bodies: readonly LogBody[] = [
        say('"text":""'),
        { ...ofRun, kind: 'answer.started', attempt: 1 },
        { ...completed, text: '', citations },
        { kind: 'handoff.requested', reason: '"kind":"message"' },
        say(''),
        { kind: 'handoff.accepted' },
        { ...completed, text: '\u0000 \ud800 % "text":"" \\', citations },
        { kind: 'feedback', message, value: 'up' },
        { ...ofRun, kind: 'answer.interrupted', text: 'half', reason: 'stopped' },
        { ...ofRun, kind: 'answer.interrupted', text: '', reason: 'failed' },
        { kind: 'conversation.closed' },
      ];
      for (const [nth, body] of bodies.entries()) {
        const at = 10_000 + 10 * nth;
        await store.append(append(`client-${nth}`, 'hello', { at }));
        const appended = await store.append({ ...append(`other-${nth}`), conversation: second, body, at: at + 1 });
        const [first] = await store.conversationsOf(session(1).contact, 1);
        if (appended.kind !== 'appended') throw new Error(appended.kind);
        expect([body, first?.id]).toEqual([body, isFinishedMessage(appended.event) ? second : CNV]);
      }
    });

    it('reads for that list only the end of a log, and what was not read of it', async () => {
      for (let n = 0; n < 40; n++) await store.append(append(`client-${n}`));
      await store.markRead(CNV, 40);
      let read = 0;
      const counting: Store = {
        ...store,
        async eventsBefore(...place) {
          const events = await store.eventsBefore(...place);
          read += events.length;
          return events;
        },
      };
      expect(await listConversations(counting, session(1).contact)).toMatchObject([{ text: 'client-39', unread: 0 }]);
      expect(read).toBeLessThan(10);
      // The latest words lie further back than that.
      for (let n = 40; n < 50; n++)
        await store.append({ ...append(`client-${n}`), body: { kind: 'handoff.requested' } });
      expect(await listConversations(counting, session(1).contact)).toMatchObject([{ text: 'client-39' }]);
    });

    it('goes back into an older conversation', async () => {
      await store.startConversation(start(1));
      await store.enterConversation(session(1).session, CNV);
      expect(await store.findSession('hash-1')).toMatchObject({ conversation: CNV });
    });

    it('lets two visitors begin with the same key, each a conversation of their own', async () => {
      await store.createSession(session(2));
      await store.startConversation(start(1));
      const other = { ...start(2), session: session(2).session, key: start(1).key };
      expect(await store.startConversation(other)).toMatchObject({ id: start(2).conversation });
      expect(await store.conversation(start(2).conversation)).toMatchObject({ contact: session(2).contact });
      expect(await store.conversation(start(1).conversation)).toMatchObject({ contact: session(1).contact });
    });

    it('erases a conversation for good: nothing is left, and nothing that comes late brings it back', async () => {
      const context = { conversation: CNV, user: { name: 'Kim' }, page: { title: 'Shoes' } };
      await store.setVisitorContext(session(1).contact, context);
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.claimJobs('me', 10, 1_000, 10);
      await store.markRead(CNV, 1);
      await store.markSeen(CNV, 1);
      const next = { conversation: 'cnv_000000000000000099', epoch: 'epoch-0099' };
      const erasure = { conversation: CNV, at: 6_000, next };
      expect(await store.eraseConversation(erasure)).toBe(true);
      expect(await store.eventsAfter(CNV, 0, 10)).toEqual([]);
      const gone = { head: 0, read: 0, seen: 0, erased: true };
      expect(await store.conversation(CNV)).toMatchObject({ ...gone, handler: 'closed' });
      expect(await store.heads([CNV])).toEqual(new Map([[CNV, gone]]));
      expect(await store.handoffs(10, ['demo', 'other', 'calm'])).toEqual([]);

      // The same message once more, the running answer, its lease, the read mark: all of them come too late.
      expect(await store.append(append('client-1', 'hello', { run: run(2) }))).toEqual({ kind: 'closed' });
      const end: LogBody = {
        kind: 'answer.interrupted',
        message: run(1).message,
        run: run(1).id,
        text: 'late',
        reason: 'stopped',
      };
      const writes = { run: run(1).id, attempt: 1, ends: 'stopped' } as const;
      expect(await store.append({ ...append('run-1-end'), by: AGENT, body: end, writes })).toEqual({
        kind: 'run-over',
      });
      expect(await store.renewJob(run(1).id, 'me', 2_000, 'late')).toBeNull();
      expect(await store.claimJobs('other', 5_000, 6_000, 10)).toEqual([]);
      expect(await store.markRead(CNV, 1)).toBe(0);
      await store.setVisitorContext(session(1).contact, context);
      expect(await store.visitorFacts(session(1).contact)).toEqual({ verified: null, claimed: null, page: null });

      // The visitor goes on in an empty one; erasing twice makes no second.
      expect(await store.findSession('hash-1')).toMatchObject({ conversation: next.conversation });
      expect(await store.eraseConversation({ ...erasure, next: { ...next, conversation: CNV } })).toBe(true);
      expect(await store.conversationsOf(session(1).contact, 10)).toEqual([]);
      store = await opened.reopen();
      expect(await store.conversation(CNV)).toMatchObject(gone);
      expect(await store.eraseConversation({ ...erasure, conversation: 'cnv_unknown000000000000' })).toBe(false);
    });

    it('erases one conversation and leaves the others, and makes none when no one is in it', async () => {
      await store.append(append('client-1'));
      await store.startConversation(start(1));
      const next = { conversation: 'cnv_000000000000000099', epoch: 'epoch-0099' };
      await store.append(append('client-1', 'left', { conversation: start(1).conversation }));
      await store.eraseConversation({ conversation: CNV, at: 6_000, next });
      expect(await store.findSession('hash-1')).toMatchObject({ conversation: start(1).conversation });
      expect(await store.conversation(next.conversation)).toBeNull();
      expect((await store.eventsAfter(start(1).conversation, 0, 10)).map(({ body }) => body)).toEqual([say('left')]);
    });

    it('erases what the site has signed with the last conversation that has messages', async () => {
      const signed = {
        ...session(5),
        identified: { subject: 'kim', kid: 'ik_00000000', until: 9_000 },
        profile: { name: 'Kim' },
        jti: 'jti-1',
        issuedAt: 1_000,
        usedUntil: 9_000,
        page: 'page-1',
        before: 'hash-1',
        merge: true,
      };
      await store.append(append('client-1'));
      const known = await store.identify(signed);
      const contact = known.kind === 'identified' ? known.contact : '';
      const other = { ...start(1), session: session(5).session };
      await store.startConversation(other);
      await store.append(append('client-1', 'left', { conversation: other.conversation }));
      await store.setVisitorContext(contact, { conversation: CNV, user: { name: 'K' }, page: { title: 'Shoes' } });
      const next = (n: number) => ({ conversation: `cnv_0000000000000009${n}`, epoch: `epoch-009${n}` });
      await store.eraseConversation({ conversation: CNV, at: 6_000, next: next(1) });
      const kim = { subject: 'kim', profile: { name: 'Kim' } };
      expect(await store.visitorFacts(contact)).toEqual({ verified: kim, claimed: null, page: null });
      await store.eraseConversation({ conversation: other.conversation, at: 6_000, next: next(2) });
      expect((await store.visitorFacts(contact)).verified).toEqual({ subject: 'kim', profile: {} });
    });

    it('forgets what the page has claimed of a visitor who withdraws', async () => {
      const context = { conversation: CNV, user: { name: 'Kim' }, page: { title: 'Shoes' } };
      await store.setVisitorContext(session(1).contact, context);
      await store.withdrawConsent(session(1).session, 7_000);
      expect(await store.visitorFacts(session(1).contact)).toEqual({ verified: null, claimed: null, page: null });
    });

    it('ends every session of a visitor who withdraws, and closes every conversation that is theirs, with its duties', async () => {
      await store.createSession(session(2));
      await store.startConversation(start(1));
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.append(append('client-2', 'a person, please', { body: { kind: 'handoff.requested' } }));
      const other = session(2).conversation;
      await store.append(append('client-3', 'hello', { conversation: other, run: run(2) }));
      const { sessions, closed } = await store.withdrawConsent(session(1).session, 7_000);
      expect(sessions).toEqual([session(1).session]);
      expect(closed.map(({ conversation }) => conversation).sort()).toEqual([CNV, start(1).conversation].sort());
      for (const { conversation, epoch, event } of closed) {
        expect(await store.conversation(conversation)).toMatchObject({ handler: 'closed', epoch, head: event.seq });
        expect((await store.eventsAfter(conversation, 0, 10)).at(-1)).toEqual(event);
        expect(event).toMatchObject({ at: 7_000, by: { kind: 'system' }, body: { kind: 'conversation.closed' } });
      }
      expect(await store.handoffs(10, ['demo', 'other', 'calm'])).toEqual([]);
      expect(await store.append(append('client-4'))).toEqual({ kind: 'closed' });
      expect((await store.claimJobs('me', 10, 20, 10)).map(({ conversation }) => conversation)).toEqual([other]);
      expect(await store.findSession('hash-1')).toMatchObject({ ended: { at: 7_000, why: 'withdrawn' } });
      expect(await store.startConversation(start(2))).toBeNull();
      expect(await store.withdrawConsent(session(1).session, 8_000)).toEqual({ sessions: [], closed: [] });
      expect(await store.findSession('hash-2')).toMatchObject({ ended: null });
    });
  });
}

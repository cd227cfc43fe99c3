/** What every store must do. Run it with `describeStore(name, open)`. */
import { type Attachment, type Author, isFinishedMessage, type LogBody } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listConversations } from '../../../dist/conversation/visitor-conversations.js';
import type { Append, Identify, NewAttachment, NewSession, Store } from '../../../dist/store/store.js';
import { describeToolCalls } from './tool-calls.contract.js';

export interface Opened {
  readonly store: Store;
  /** Closes it and opens it again on the same data. */
  reopen(): Promise<Store>;
  dispose(): Promise<void>;
}

const VISITOR: Author = { kind: 'visitor', id: 'ctc_visitor000000000001' };
const AGENT: Author = { kind: 'ai', id: 'agent', name: 'Assistant' };
const say = (text: string): LogBody => ({ kind: 'message', text });

export const session = (n: number, over: Partial<NewSession> = {}): NewSession => ({
  tokenHash: `hash-${n}`,
  tokenSalt: `salt-${n}`,
  session: `ses_00000000000000000${n}`,
  inbox: 'demo',
  contact: `ctc_00000000000000000${n}`,
  conversation: `cnv_00000000000000000${n}`,
  epoch: `epoch-000${n}`,
  hostOrigin: 'http://shop.test',
  consent: null,
  at: 1_000,
  ...over,
});
const CNV = session(1).conversation;
export const append = (clientId: string, text = clientId, over: Partial<Append> = {}): Append => ({
  conversation: CNV,
  by: VISITOR,
  clientId,
  body: say(text),
  at: 2_000,
  ...over,
});
const file = (n: number, over: Partial<NewAttachment> = {}, size = 1_000): NewAttachment => ({
  attachment: { id: `att_${String(n).padStart(32, '0')}`, name: `Überblick ${n}.png`, type: 'image/png', size },
  inbox: 'demo',
  contact: VISITOR.id,
  at: 5_000,
  quota: { since: 1_000, contactBytes: 10_000, inboxBytes: 100_000 },
  ...over,
});
const withFiles = (clientId: string, ...files: readonly Attachment[]): Append => ({
  ...append(clientId),
  body: { kind: 'message', text: '', attachments: files },
  attaches: files.map(({ id }) => id),
});
const run = (n: number) => ({ id: `run_00000000000000000${n}`, message: `msg_00000000000000000${n}` });

/** A session, and a first message in it that waits for an answer. */
export const SESSION = session(1);
export const ASKED = append('client-1', 'hello', { run: run(1) });

export function describeStore(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: a store`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    it('forgets who was neither seen nor written to since, with all they said, and nobody else', async () => {
      for (const [n, over] of [
        [2, { at: 9_000 }],
        [3, { inbox: 'other' }],
        [4, {}],
        [5, {}],
      ] as const)
        await store.createSession(session(n, over));
      await store.append(append('client-old', 'my old words', { run: run(1) }));
      // Somebody who was written to yesterday, and somebody who came back.
      await store.append(append('client-new', 'hello', { conversation: session(4).conversation, at: 8_000 }));
      await store.touchSession(session(5).session, 8_500);

      expect(await store.eraseInactive('demo', 5_000, 10)).toBe(1);
      expect(await store.eraseInactive('demo', 5_000, 10)).toBe(0);
      expect(await store.findSession(session(1).tokenHash)).toBeNull();
      expect(await store.conversation(CNV)).toBeNull();
      expect(await store.eventsAfter(CNV, 0, 10)).toEqual([]);
      expect(await store.claimJobs('node', 10_000, 20_000, 10)).toEqual([]);
      for (const n of [2, 3, 4, 5]) expect(await store.findSession(session(n).tokenHash)).not.toBeNull();
    });

    it('takes one answer to each form, whoever is first, and the same one again as the same', async () => {
      await store.createSession(session(2));
      await store.append(append('desk-0001', 'form', { by: AGENT }));
      const both = ['client-1', 'client-2'].map((id) => append(id, id, { fills: 1 }));
      const taken = await Promise.all(both.map((each) => store.append(each)));
      expect(taken.map(({ kind }) => kind).sort()).toEqual(['appended', 'form-answered']);
      expect((await store.conversation(CNV))?.head).toBe(2);
      const first = taken.findIndex(({ kind }) => kind === 'appended');
      expect(await store.append(both[first] as Append)).toMatchObject({ kind: 'duplicate', event: { seq: 2 } });
      expect(await store.append(both[1 - first] as Append)).toEqual({ kind: 'form-answered' });
      // Another form, and one of the same number in another conversation, have answers of their own.
      expect((await store.append(append('client-3', 'other', { fills: 7 }))).kind).toBe('appended');
      const elsewhere = { conversation: session(2).conversation, fills: 1 };
      expect((await store.append(append('client-4', 'elsewhere', elsewhere))).kind).toBe('appended');
      const again = await opened.reopen();
      expect(await again.append(append('client-5', 'late', { fills: 1 }))).toEqual({ kind: 'form-answered' });
    });

    describe('the index of what was said', () => {
      const said = (conversation: string, ...texts: readonly string[]) => ({
        conversation,
        to: texts.length,
        messages: texts.map((text, i) => ({ seq: i + 1, at: 2_000 + i, terms: text.split(' ') })),
      });
      const word = (term: string) => ({ terms: [term], prefix: true });
      const OTHER = session(2).conversation;
      beforeEach(async () => {
        await store.createSession(session(2));
        await store.indexMessages(said(CNV, 'the red boots', 'the blue boots', 'red and blue'));
        await store.indexMessages(said(OTHER, 'red boots of somebody else'));
      });

      it('finds what has all the words, or begins so, the latest first, and only where it was told to look', async () => {
        const found = async (...terms: string[]) =>
          (await store.findMessages([CNV], terms.map(word), 10)).map(({ seq }) => seq);
        expect(await found('boots')).toEqual([2, 1]);
        expect(await found('red', 'boo')).toEqual([1]);
        expect(await found('re', 'bl')).toEqual([3]);
        expect(await found('oots')).toEqual([]);
        expect(await store.findMessages([CNV, OTHER], [word('red')], 2)).toHaveLength(2);
        expect(await store.findMessages([OTHER], [word('red')], 10)).toEqual([{ conversation: OTHER, seq: 1 }]);
        expect(await store.findMessages([], [word('red')], 10)).toEqual([]);
        expect(await store.findMessages([CNV], [], 10)).toEqual([]);
      });

      it('finds what stands together only where it does', async () => {
        await store.indexMessages({
          conversation: CNV,
          to: 5,
          messages: [
            { seq: 4, at: 3_000, terms: ['靴', 'を', '返', '品'] },
            { seq: 5, at: 3_001, terms: ['品', '返'] },
          ],
        });
        expect(await store.findMessages([CNV], [{ terms: ['返', '品'], prefix: false }], 10)).toEqual([
          { conversation: CNV, seq: 4 },
        ]);
      });

      it('knows how far each log is in it, and takes the same twice as once', async () => {
        await store.indexMessages(said(CNV, 'the red boots', 'the blue boots'));
        const again = await opened.reopen();
        expect(await again.indexedTo([CNV, OTHER, 'cnv_99999999999999999999'])).toEqual(
          new Map([
            [CNV, 3],
            [OTHER, 1],
          ]),
        );
        expect(await again.findMessages([CNV], [word('boots')], 10)).toHaveLength(2);
      });

      it('has nothing of what was erased, nor of who was forgotten, and takes nothing of it any more', async () => {
        const next = { conversation: 'cnv_000000000000000009', epoch: 'epoch-0009' };
        await store.eraseConversation({ conversation: CNV, at: 5_000, next });
        expect(await store.findMessages([CNV], [word('red')], 10)).toEqual([]);
        await store.indexMessages(said(CNV, 'the red boots'));
        expect(await store.findMessages([CNV], [word('red')], 10)).toEqual([]);
        expect(await store.indexedTo([CNV])).toEqual(new Map());
        expect(await store.findMessages([OTHER], [word('red')], 10)).toHaveLength(1);
        expect(await store.eraseInactive('demo', 9_000, 10)).toBe(2);
        expect(await store.findMessages([OTHER], [word('red')], 10)).toEqual([]);
      });
    });

    it('has nothing left to take a late word of somebody who was forgotten', async () => {
      const { event } = (await store.append(append('client-1', 'hello', { run: run(1) }))) as {
        event: { seq: number };
      };
      expect(event.seq).toBe(1);
      const [claimed] = await store.claimJobs('node', 3_000, 4_000, 1);
      expect(await store.eraseInactive('demo', 5_000, 10)).toBe(1);
      const late = { run: claimed?.id ?? '', attempt: claimed?.attempt ?? 0, ends: 'done' } as const;
      expect(await store.append(append('client-late', 'too late', { by: AGENT, writes: late }))).toEqual({
        kind: 'not-found',
      });
      expect(await store.renewJob(late.run, 'node', 9_000, 'too late')).toBe(false);
      expect(await store.conversation(CNV)).toBeNull();
    });

    it('forgets no more at a time than it was told to', async () => {
      for (const n of [2, 3, 4]) await store.createSession(session(n));
      expect(await store.eraseInactive('demo', 5_000, 3)).toBe(3);
      expect(await store.eraseInactive('demo', 5_000, 3)).toBe(1);
    });

    it('numbers events 1, 2, 3 without gaps, also when many are appended at once', async () => {
      const results = await Promise.all(Array.from({ length: 300 }, (_, i) => store.append(append(`client-${i}`))));
      const numbers = results.map((result) => (result.kind === 'appended' ? result.event.seq : -1));
      expect(numbers).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
      expect((await store.conversation(CNV))?.head).toBe(300);
      const log = await store.eventsAfter(CNV, 0, 1_000);
      expect(log.map((event) => event.clientId)).toEqual(Array.from({ length: 300 }, (_, i) => `client-${i}`));
    });

    it('stores a message once, however often and however concurrently it is sent', async () => {
      const results = await Promise.all(Array.from({ length: 20 }, () => store.append(append('client-once'))));
      expect(results.filter((result) => result.kind === 'appended')).toHaveLength(1);
      expect(results.filter((result) => result.kind === 'duplicate')).toHaveLength(19);
      expect(new Set(results.map((result) => ('event' in result ? result.event.seq : 0)))).toEqual(new Set([1]));
    });

    it('lets one command fail without those that were written together with it', async () => {
      const results = await Promise.allSettled([
        store.append(append('client-before')),
        store.createSession(session(1)),
        store.append(append('client-after')),
      ]);
      expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect((results[1] as PromiseRejectedResult).reason).toMatchObject({ name: 'StoreUnavailable' });
      expect((await store.eventsAfter(CNV, 0, 10)).map((event) => event.clientId)).toEqual([
        'client-before',
        'client-after',
      ]);
    });

    it('remembers an id for ever, also over a restart', async () => {
      await store.append(append('client-keep'));
      store = await opened.reopen();
      expect((await store.append(append('client-keep'))).kind).toBe('duplicate');
    });

    it('refuses another message under a used id, and burns no number for it', async () => {
      await store.append(append('client-same', 'one'));
      expect(await store.append(append('client-same', 'two'))).toEqual({ kind: 'conflict' });
      expect(await store.append(append('client-next'))).toMatchObject({ kind: 'appended', event: { seq: 2 } });
    });

    it('lets two authors use the same id', async () => {
      await store.append(append('client-same', 'one'));
      expect((await store.append(append('client-same', 'two', { by: { kind: 'human', id: 'opr_1' } }))).kind).toBe(
        'appended',
      );
    });

    it('keeps conversations apart', async () => {
      await store.createSession(session(2));
      await store.append(append('client-a'));
      await store.append(append('client-a', 'other', { conversation: session(2).conversation }));
      expect((await store.eventsAfter(CNV, 0, 10)).map((event) => event.body)).toEqual([say('client-a')]);
      expect((await store.append(append('client-b', 'x', { conversation: 'cnv_unknown000000000000' }))).kind).toBe(
        'not-found',
      );
    });

    it('gives back what was written: authors, times, texts in every script', async () => {
      const body = say('Größe 38½ — ありがとう 👟 \u0000 "quoted" \u2028');
      await store.append({ ...append('client-x'), by: { ...VISITOR, name: 'Kim' }, body });
      expect(await store.eventsAfter(CNV, 0, 1)).toEqual([
        { seq: 1, at: 2_000, by: { ...VISITOR, name: 'Kim' }, clientId: 'client-x', body },
      ]);
    });

    it('pages forward and backward', async () => {
      for (let i = 1; i <= 12; i++) await store.append(append(`client-${i}`));
      expect((await store.eventsAfter(CNV, 4, 3)).map((event) => event.seq)).toEqual([5, 6, 7]);
      expect((await store.eventsBefore(CNV, 5, 3)).map((event) => event.seq)).toEqual([2, 3, 4]);
      expect(await store.eventsAfter(CNV, 12, 3)).toEqual([]);
      expect(await store.heads([CNV, 'cnv_unknown000000000000'])).toEqual(
        new Map([[CNV, { head: 12, read: 0, seen: 0, erased: false }]]),
      );
    });

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

    it('only ever raises the read mark, and never beyond the log', async () => {
      await store.append(append('client-1'));
      await store.append(append('client-2'));
      expect(await store.markRead(CNV, 2)).toBe(2);
      expect(await store.markRead(CNV, 1)).toBe(2);
      expect(await store.markRead(CNV, 99)).toBe(2);
    });

    it('keeps apart what the visitor has read and what people have seen', async () => {
      await store.append(append('client-1'));
      await store.append(append('client-2'));
      expect(await store.markSeen(CNV, 1)).toBe(1);
      expect(await store.markSeen(CNV, 99)).toBe(2);
      expect(await store.markSeen(CNV, 1)).toBe(2);
      expect(await store.conversation(CNV)).toMatchObject({ read: 0, seen: 2 });
    });

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
      expect((await store.conversationsOf(session(1).contact, 10)).map(({ id }) => id)).toEqual([
        start(2).conversation,
        start(1).conversation,
        CNV,
      ]);
      expect(await store.conversationsOf(session(1).contact, 1)).toHaveLength(1);
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
      // In which nothing is said yet: it counts from when it was begun.
      await store.startConversation(start(2));
      expect(await latest(3)).toEqual([second, third, CNV]);
      await store.append(append('client-2', 'again', { at: 7_000 }));
      expect(await latest(2)).toEqual([CNV, second]);
    });

    it('takes for said in a conversation what protocol takes for said, whatever the words are', async () => {
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
        const kept = await store.append({ ...append(`other-${nth}`), conversation: second, body, at: at + 1 });
        const [first] = await store.conversationsOf(session(1).contact, 1);
        if (kept.kind !== 'appended') throw new Error(kept.kind);
        expect([body, first?.id]).toEqual([body, isFinishedMessage(kept.event) ? second : CNV]);
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
      expect(await store.conversationsOf(session(2).contact, 10)).toHaveLength(2);
    });

    it('erases a conversation for good: nothing is left, and nothing that comes late brings it back', async () => {
      await store.setContact(session(1).contact, { name: 'Kim' });
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
      expect(await store.handoffs(10)).toEqual([]);

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
      expect(await store.renewJob(run(1).id, 'me', 2_000, 'late')).toBe(false);
      expect(await store.claimJobs('other', 5_000, 6_000, 10)).toEqual([]);
      expect(await store.markRead(CNV, 1)).toBe(0);

      // The visitor goes on in an empty one; erasing twice makes no second.
      expect(await store.findSession('hash-1')).toMatchObject({ conversation: next.conversation });
      expect(await store.eraseConversation({ ...erasure, next: { ...next, conversation: CNV } })).toBe(true);
      expect((await store.conversationsOf(session(1).contact, 10)).map(({ id }) => id)).toEqual([next.conversation]);
      store = await opened.reopen();
      expect(await store.conversation(CNV)).toMatchObject(gone);
      expect(await store.eraseConversation({ ...erasure, conversation: 'cnv_unknown000000000000' })).toBe(false);
    });

    it('erases one conversation and leaves the others, and makes none when nobody is in it', async () => {
      await store.append(append('client-1'));
      await store.startConversation(start(1));
      const next = { conversation: 'cnv_000000000000000099', epoch: 'epoch-0099' };
      await store.append(append('client-1', 'kept', { conversation: start(1).conversation }));
      await store.eraseConversation({ conversation: CNV, at: 6_000, next });
      expect(await store.findSession('hash-1')).toMatchObject({ conversation: start(1).conversation });
      expect(await store.conversation(next.conversation)).toBeNull();
      expect((await store.eventsAfter(start(1).conversation, 0, 10)).map(({ body }) => body)).toEqual([say('kept')]);
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
      expect(await store.handoffs(10)).toEqual([]);
      expect(await store.append(append('client-4'))).toEqual({ kind: 'closed' });
      expect((await store.claimJobs('me', 10, 20, 10)).map(({ conversation }) => conversation)).toEqual([other]);
      expect(await store.findSession('hash-1')).toMatchObject({ ended: { at: 7_000, why: 'withdrawn' } });
      expect(await store.startConversation(start(2))).toBeNull();
      expect(await store.withdrawConsent(session(1).session, 8_000)).toEqual({ sessions: [], closed: [] });
      expect(await store.findSession('hash-2')).toMatchObject({ ended: null });
    });

    it('commits a question together with the duty to answer it, once', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.append(append('client-1', 'hello', { run: run(2) }));
      const claimed = await store.claimJobs('me', 10, 20, 10);
      expect(claimed).toEqual([
        { ...run(1), conversation: CNV, inbox: 'demo', question: 1, attempt: 1, written: '', checkpoint: null },
      ]);
      expect(await store.claimJobs('me', 10, 20, 10)).toEqual([]);
    });

    it('hands a duty to another when the lease has run out, with a higher attempt', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.claimJobs('dead', 10, 20, 10);
      expect(await store.renewJob(run(1).id, 'dead', 30, 'You can')).toBe(true);
      expect(await store.claimJobs('living', 25, 40, 10)).toEqual([]);
      expect(await store.claimJobs('living', 31, 40, 10)).toMatchObject([{ attempt: 2, written: 'You can' }]);
      expect(await store.renewJob(run(1).id, 'dead', 50, 'You can ret')).toBe(false);
      expect(await store.claimJobs('third', 41, 50, 10)).toMatchObject([{ attempt: 3, written: 'You can' }]);
    });

    it('lets a holder give its lease back, so that the next one need not wait for it to run out', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      expect(await store.claimJobs('leaving', 10, 1_000, 10)).toMatchObject([{ attempt: 1, written: '' }]);
      expect(await store.renewJob(run(1).id, 'leaving', 0, 'Half a sen')).toBe(true);
      expect(await store.claimJobs('staying', 11, 1_000, 10)).toMatchObject([{ attempt: 2, written: 'Half a sen' }]);
    });

    it('answers the questions of one conversation one after the other', async () => {
      await store.append(append('client-1', 'first', { run: run(1) }));
      await store.append(append('client-2', 'second', { run: run(2) }));
      expect((await store.claimJobs('me', 10, 20, 10)).map((each) => each.question)).toEqual([1]);
      const end: LogBody = {
        kind: 'answer.interrupted',
        message: run(1).message,
        run: run(1).id,
        text: '',
        reason: 'stopped',
      };
      await store.append({
        ...append('run-1-end'),
        by: AGENT,
        body: end,
        writes: { run: run(1).id, attempt: 1, ends: 'stopped' },
      });
      expect((await store.claimJobs('me', 10, 20, 10)).map((each) => each.question)).toEqual([2]);
    });

    it('lets an answer end once, whoever else still tries', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      const end = (clientId: string, state: 'done' | 'stopped'): Append => ({
        ...append(clientId),
        by: AGENT,
        body: {
          kind: 'answer.interrupted',
          message: run(1).message,
          run: run(1).id,
          text: clientId,
          reason: 'stopped',
        },
        writes: { run: run(1).id, attempt: 0, ends: state },
      });
      expect((await store.append(end('client-end-1', 'done'))).kind).toBe('appended');
      expect((await store.append(end('client-end-2', 'stopped'))).kind).toBe('run-over');
      expect((await store.conversation(CNV))?.head).toBe(2);
    });

    it('takes nothing of an answer from an attempt that another one has taken over from', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      const part = (clientId: string, attempt: number, ends?: 'done'): Append => ({
        ...append(clientId),
        by: AGENT,
        body: { kind: 'answer.started', message: run(1).message, run: run(1).id, attempt },
        writes: { run: run(1).id, attempt, ...(ends && { ends }) },
      });
      await store.claimJobs('slow', 10, 20, 10);
      expect((await store.append(part('client-2', 1))).kind).toBe('appended');
      await store.claimJobs('quick', 30, 40, 10);
      expect((await store.append(part('client-3', 1))).kind).toBe('run-over');
      expect((await store.append(part('client-4', 1, 'done'))).kind).toBe('run-over');
      expect((await store.append(part('client-5', 2))).kind).toBe('appended');
      expect((await store.append(part('client-6', 2, 'done'))).kind).toBe('appended');
      expect((await store.append(part('client-7', 2))).kind).toBe('run-over');
      // Sent again after its end was stored: the number stands.
      expect(await store.append(part('client-6', 2, 'done'))).toMatchObject({ kind: 'duplicate', event: { seq: 4 } });
    });

    it('lets a running answer end after the conversation was closed, and takes nothing else', async () => {
      const person: Author = { kind: 'human', id: 'desk' };
      const end = (clientId: string): Append => ({
        ...append(clientId),
        by: AGENT,
        body: { kind: 'answer.interrupted', message: run(1).message, run: run(1).id, text: '', reason: 'handoff' },
      });
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.claimJobs('me', 10, 20, 10);
      await store.append({ ...append('client-2'), by: person, body: { kind: 'conversation.closed' } });
      expect(await store.append(append('client-3'))).toEqual({ kind: 'closed' });
      expect(await store.append(end('client-4'))).toEqual({ kind: 'closed' });
      const writes = { run: run(1).id, attempt: 1, ends: 'stopped' } as const;
      expect((await store.append({ ...end('client-5'), writes })).kind).toBe('appended');
      expect((await store.append({ ...end('client-6'), writes })).kind).toBe('run-over');
      expect(await store.claimJobs('me', 30, 40, 10)).toEqual([]);
      expect((await store.conversation(CNV))?.handler).toBe('closed');
    });

    it('keeps what an attempt wants to find again for the next one, and forgets it with the end', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      const [first] = await store.claimJobs('slow', 10, 20, 10);
      expect(first?.checkpoint).toBeNull();
      const state = JSON.stringify({ said: 'half \u0000 \ud83d' });
      expect(await store.saveCheckpoint(run(1).id, 1, state)).toBe(true);
      store = await opened.reopen();
      const [second] = await store.claimJobs('quick', 30, 40, 10);
      expect(second).toMatchObject({ attempt: 2, checkpoint: state });
      expect(await store.saveCheckpoint(run(1).id, 1, 'late')).toBe(false);
      expect(await store.saveCheckpoint(run(1).id, 2, 'in time')).toBe(true);
      const end: LogBody = {
        kind: 'answer.interrupted',
        message: run(1).message,
        run: run(1).id,
        text: '',
        reason: 'stopped',
      };
      const writes = { run: run(1).id, attempt: 2, ends: 'stopped' } as const;
      await store.append({ ...append('client-2'), by: AGENT, body: end, writes });
      expect(await store.saveCheckpoint(run(1).id, 2, 'too late')).toBe(false);
    });

    it('adds up what was spent, by key and day, however many spend at once', async () => {
      await Promise.all(
        Array.from({ length: 40 }, () => store.addTokensUsed(['inbox:demo', 'contact:kim'], 20_000, 5)),
      );
      await store.addTokensUsed(['inbox:demo'], 20_000, 3_000_000_000);
      expect(await store.tokensUsed(['inbox:demo', 'contact:kim', 'contact:lee'], 20_000)).toEqual(
        new Map([
          ['inbox:demo', 3_000_000_200],
          ['contact:kim', 200],
        ]),
      );
      store = await opened.reopen();
      expect((await store.tokensUsed(['contact:kim'], 20_000)).get('contact:kim')).toBe(200);
      expect(await store.tokensUsed(['contact:kim'], 20_001)).toEqual(new Map());
      await store.addTokensUsed(['contact:kim'], 20_002, 1);
      expect(await store.tokensUsed(['contact:kim'], 20_000)).toEqual(new Map());
    });

    it('drops waiting duties when the visitor asks for a person, and takes none until the agent is back', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.append({ ...append('client-2'), body: { kind: 'handoff.requested' } });
      await store.append(append('client-3', 'anyone?', { run: run(2) }));
      expect(await store.claimJobs('me', 10, 20, 10)).toEqual([]);
      expect((await store.conversation(CNV))?.handler).toBe('queued');
      expect(await store.handoffs(10)).toMatchObject([{ id: CNV, handler: 'queued' }]);
      await store.append({ ...append('client-4'), body: { kind: 'handoff.ended' } });
      await store.append(append('client-5', 'and now?', { run: run(3) }));
      expect(await store.claimJobs('me', 10, 20, 10)).toMatchObject([{ question: 5 }]);
    });

    it('lets those who wait for a person stand in the order in which they asked, each inbox in a line of its own', async () => {
      const ids = [1, 2, 3, 4].map((n) => session(n).conversation);
      const [first, second, third, other] = ids as [string, string, string, string];
      for (const n of [2, 3]) await store.createSession(session(n));
      await store.createSession(session(4, { inbox: 'other' }));
      let deeds = 0;
      const does = (conversation: string, kind: 'handoff.requested' | 'handoff.ended' | 'conversation.closed') =>
        store.append({ ...append(`deed-${++deeds}`), conversation, by: { kind: 'human', id: 'desk' }, body: { kind } });
      const line = async (inbox = 'demo', limit = 10) => (await store.queue(inbox, limit)).conversations;

      // Not in the order in which they came to the site.
      for (const id of [third, other, first, second]) await does(id, 'handoff.requested');
      expect(await line()).toEqual([third, first, second]);
      expect(await line('demo', 2)).toEqual([third, first]);
      expect(await line('other')).toEqual([other]);
      expect(await line('nobody')).toEqual([]);
      // Asking again changes nothing; giving up and coming back does.
      await does(third, 'handoff.requested');
      expect(await line()).toEqual([third, first, second]);
      await does(third, 'handoff.ended');
      await does(third, 'handoff.requested');
      expect(await line()).toEqual([first, second, third]);
      expect((await store.handoffs(10)).map(({ id }) => id)).toEqual([other, first, second, third]);
      // Those with a person are behind all who wait.
      await store.append({ ...append('take-1'), conversation: first, body: { kind: 'handoff.accepted' } });
      expect((await store.handoffs(10)).map(({ id }) => id)).toEqual([other, second, third, first]);
      await does(second, 'conversation.closed');
      const next = { conversation: 'cnv_000000000000000097', epoch: 'epoch-0097' };
      expect(await line()).toEqual([third]);
      await store.eraseConversation({ conversation: third, at: 6_000, next });
      expect(await line()).toEqual([]);
    });

    it('knows when somebody last sat at the desk', async () => {
      expect((await store.queue('demo', 1)).staffSeenAt).toBe(0);
      await store.recordStaffSeen(5_000);
      // A node whose clock is behind takes nothing back.
      await store.recordStaffSeen(4_000);
      expect((await (await opened.reopen()).queue('demo', 1)).staffSeenAt).toBe(5_000);
    });

    it('knows who answers by one name each, and keeps their picture as it came until it is taken away', async () => {
      const picture = Uint8Array.from({ length: 9_000 }, (_, i) => (i * 31) % 256);
      const odd = 'Zoë "Z\u0000" O’Hara \u{1f984}';
      expect(await store.operators()).toEqual([]);
      const ingrid = await store.ensureOperator('opr_00000000000000000001', 'Ingrid', 1_000);
      expect(ingrid).toEqual({ id: 'opr_00000000000000000001', name: 'Ingrid', picturedAt: null });
      expect(await store.ensureOperator('opr_00000000000000000002', odd, 2_000)).toMatchObject({ name: odd });
      // The same name is the same person, with the id of the first time.
      expect(await store.ensureOperator('opr_00000000000000000003', 'Ingrid', 3_000)).toEqual(ingrid);
      expect((await store.operators()).map(({ name }) => name)).toEqual(['Ingrid', odd]);
      expect(await store.picture(ingrid.id)).toBeNull();
      expect(await store.setPicture(ingrid.id, picture, 4_000)).toBe(true);
      store = await opened.reopen();
      expect(await store.operator(ingrid.id)).toEqual({ ...ingrid, picturedAt: 4_000 });
      expect(Buffer.from((await store.picture(ingrid.id)) ?? []).equals(picture)).toBe(true);
      expect(await store.picture('opr_00000000000000000002')).toBeNull();
      expect(await store.setPicture(ingrid.id, null, 5_000)).toBe(true);
      expect([await store.picture(ingrid.id), await store.operator(ingrid.id)]).toEqual([null, ingrid]);
      expect(await store.setPicture('opr_00000000000000000009', picture, 5_000)).toBe(false);
      await store.setPicture(ingrid.id, picture, 6_000);
      expect([await store.removeOperator(ingrid.id), await store.removeOperator(ingrid.id)]).toEqual([true, false]);
      expect([await store.operator(ingrid.id), await store.picture(ingrid.id)]).toEqual([null, null]);
      expect((await store.operators()).map(({ name }) => name)).toEqual([odd]);
    });

    describeToolCalls(async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.claimJobs('me', 10, 20, 1);
      return { store, reopen: () => opened.reopen(), conversation: CNV };
    });

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

    it('makes the anonymous contact the person, with what it has said, and ends the session of before', async () => {
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
      expect(await store.profile(session(1).contact)).toMatchObject({ subject: 'kim', profile: { name: 'Kim' } });
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

    it('takes a proof from one page, and from it again', async () => {
      const first = await identify(proof(1));
      expect(await store.identify(proof(2, { jti: 'jti-1' }))).toEqual({ kind: 'replayed' });
      const again = await identify(proof(3, { jti: 'jti-1', page: 'page-1' }));
      expect(again.contact).toBe(first.contact);
    });

    it('takes it from nobody any more once its person has left, also from a session that took its place', async () => {
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

    it('takes no proof that was signed before its person was put out, also one that nobody has used yet', async () => {
      // Nobody has been here as this person, so there is no session that could say it.
      expect(await store.revokeSessions('demo', 'kim', 4_500)).toEqual([]);
      // A clock that is behind takes nothing back.
      expect(await store.revokeSessions('demo', 'kim', 4_400)).toEqual([]);
      store = await opened.reopen();
      const out = { kind: 'revoked', at: 4_500 };
      // One of the same second may be from before.
      for (const issuedAt of [1_000, 3_000, 4_000])
        expect(await store.identify(proof(1, { issuedAt, at: 4_600 }))).toEqual(out);
      expect(await store.findSession('hash-5')).toBeNull();
      // What was said anonymously stays whose it was.
      expect(await store.identify(proof(1, { before: 'hash-1', at: 4_600 }))).toEqual(out);
      expect(await store.findSession('hash-1')).toMatchObject({ ended: null, contact: session(1).contact });
      await identify(proof(2, { issuedAt: 5_000, at: 5_100 }));
      // That the person has come in since makes nothing good of what was signed before.
      expect(await store.identify(proof(1, { issuedAt: 4_000, at: 5_200 }))).toEqual(out);
      await identify(proof(3, { identified: { subject: 'robin', kid: 'ik_00000000', until: 9_000 } }));
      await identify(proof(4, { inbox: 'other' }));
    });

    it('knows who was put out until it is told that nobody needs to know any more', async () => {
      await store.revokeSessions('demo', 'kim', 4_500);
      await store.forgetRevocations(4_500);
      expect(await store.identify(proof(1))).toEqual({ kind: 'revoked', at: 4_500 });
      await store.forgetRevocations(4_501);
      await identify(proof(1));
    });

    it('lets nobody stay who is identified at the very moment of being put out', async () => {
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

    it('keeps what is known of a file, also over a restart', async () => {
      expect(await store.addAttachment(file(1))).toBe(true);
      store = await opened.reopen();
      expect(await store.attachments([file(1).attachment.id, file(2).attachment.id])).toEqual([
        { attachment: file(1).attachment, inbox: 'demo', contact: VISITOR.id, conversation: null },
      ]);
    });

    it('takes files in up to the quota of the visitor and of the inbox, however many end at once', async () => {
      const together = await Promise.all(Array.from({ length: 15 }, (_, i) => store.addAttachment(file(i))));
      expect(together.filter(Boolean)).toHaveLength(10);
      expect(await store.uploadedSince('demo', VISITOR.id, 1_000)).toEqual({ contact: 10_000, inbox: 10_000 });
      const other = { contact: 'ctc_other0000000000001' };
      const room = { since: 1_000, contactBytes: 10_000, inboxBytes: 10_500 };
      expect(await store.addAttachment(file(20, { ...other, quota: room }))).toBe(false);
      expect(await store.addAttachment(file(20, { ...other, quota: room }, 500))).toBe(true);
      // What lies longer back is not counted.
      expect(await store.addAttachment(file(21, { quota: { ...file(1).quota, since: 5_001 } }))).toBe(true);
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
      // Whoever stopped in the middle is told of it again, until it is forgotten.
      expect(await store.discardAttachments(3_000, 20_001, 10)).toEqual([two.id]);
      await store.deleteAttachments([two.id, three.id]);
      expect(await store.discardAttachments(3_000, 20_002, 10)).toEqual([]);
      expect(await store.attachments([three.id])).toHaveLength(1);
      expect(await store.discardAttachments(9_000, 20_003, 10)).toEqual([three.id]);
      expect(await store.attachments([file(1).attachment.id])).toHaveLength(1);
    });

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

    it('gives up what a forgotten visitor had sent and had not, and nobody else’s', async () => {
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

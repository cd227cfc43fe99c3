import type { Author, LogBody } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimShare } from '../../../dist/store/port/answer-jobs.js';
import type { Append, Store } from '../../../dist/store/store.js';
import { AGENT, append, CNV, type Opened, run, session, VISITOR } from '../fixtures.js';

export function describeAnswerJobs(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: answer jobs`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    it('commits a question together with the duty to answer it, once', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.append(append('client-1', 'hello', { run: run(2) }));
      const claimed = await store.claimJobs('me', 10, 20, 10);
      expect(claimed).toEqual([
        {
          ...run(1),
          conversation: CNV,
          inbox: 'demo',
          contact: session(1).contact,
          question: 1,
          attempt: 1,
          written: '',
          checkpoint: null,
        },
      ]);
      expect(await store.claimJobs('me', 10, 20, 10)).toEqual([]);
    });

    it('hands a duty to another when the lease has run out, with a higher attempt', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.claimJobs('dead', 10, 20, 10);
      expect(await store.renewJob(run(1).id, 'dead', 30, 'You can')).toBe('agent');
      expect(await store.claimJobs('living', 25, 40, 10)).toEqual([]);
      expect(await store.claimJobs('living', 31, 40, 10)).toMatchObject([{ attempt: 2, written: 'You can' }]);
      expect(await store.renewJob(run(1).id, 'dead', 50, 'You can ret')).toBeNull();
      expect(await store.claimJobs('third', 41, 50, 10)).toMatchObject([{ attempt: 3, written: 'You can' }]);
    });

    it('says, when a lease is renewed, who answers now', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      await store.claimJobs('me', 10, 20, 10);
      await store.append(
        append('client-2', '', {
          by: { kind: 'human', id: 'opr_1', name: 'Ingrid' },
          body: { kind: 'handoff.accepted' },
        }),
      );
      expect(await store.renewJob(run(1).id, 'me', 30, 'You can')).toBe('human');
    });

    it('lets a holder give its lease back, so that the next one need not wait for it to run out', async () => {
      await store.append(append('client-1', 'hello', { run: run(1) }));
      expect(await store.claimJobs('leaving', 10, 1_000, 10)).toMatchObject([{ attempt: 1, written: '' }]);
      expect(await store.renewJob(run(1).id, 'leaving', 0, 'Half a sen')).toBe('agent');
      expect(await store.claimJobs('staying', 11, 1_000, 10)).toMatchObject([{ attempt: 2, written: 'Half a sen' }]);
    });

    it('gives turns to inboxes and contacts, and leaves out whom it is asked to leave out', async () => {
      // Three conversations of one contact come first, then two of others in the same inbox, then one in another inbox.
      const of = (n: number) => ({ conversation: session(n).conversation, run: run(n) });
      for (const n of [4, 5]) await store.createSession(session(n));
      await store.createSession(session(6, { inbox: 'calm' }));
      for (const n of [2, 3])
        await store.startConversation({
          session: session(1).session,
          key: `key-${n}`,
          conversation: session(n).conversation,
          epoch: 'epoch',
          at: 1_000,
        });
      for (const n of [1, 2, 3, 4, 5, 6]) await store.append(append(`client-${n}`, 'hello', of(n)));
      const claim = async (at: number, limit: number, share: Partial<ClaimShare> = {}) => {
        const all = { perInbox: 100, perContact: 100, withoutInboxes: [], withoutContacts: [] };
        const claimed = await store.claimJobs('me', at, at + 10, limit, { ...all, ...share });
        return claimed.map(({ id }) => id);
      };
      const ids = (...numbers: number[]) => numbers.map((n) => run(n).id);
      expect(await claim(10, 2)).toEqual(ids(1, 6));
      expect(await claim(30, 4)).toEqual(ids(1, 4, 5, 6));
      expect(await claim(50, 10, { perInbox: 2 })).toEqual(ids(1, 4, 6));
      expect(await claim(70, 10, { perContact: 1 })).toEqual(ids(1, 4, 5, 6));
      expect(await claim(90, 10, { withoutInboxes: ['demo'] })).toEqual(ids(6));
      expect(await claim(110, 10, { withoutContacts: [session(1).contact, session(5).contact] })).toEqual(ids(4, 6));
      expect(await claim(130, 10)).toEqual(ids(1, 2, 3, 4, 5, 6));
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

    it('lets an answer end once, whichever attempt still tries', async () => {
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
      // Sent again after its end was stored: the number stays.
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
      const state = JSON.stringify({ text: 'half \u0000 \ud83d' });
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
      expect(await store.handoffs(10, ['demo', 'other', 'calm'])).toMatchObject([{ id: CNV, handler: 'queued' }]);
      await store.append({ ...append('client-4'), body: { kind: 'handoff.ended' } });
      await store.append(append('client-5', 'and now?', { run: run(3) }));
      expect(await store.claimJobs('me', 10, 20, 10)).toMatchObject([{ question: 5 }]);
    });

    it('finds the questions that an agent has answered, the newest first, of its inboxes and of the last days', async () => {
      await store.createSession(session(2, { inbox: 'calm' }));
      const answerTo = async (
        n: number,
        of: { conversation: string; by: Author },
        at: number,
        agent: string | null,
      ) => {
        await store.append({ ...append(`client-${n}`, `question ${n}`, { run: run(n) }), ...of, at });
        await store.claimJobs('me', 10, 20, 10);
        const { id, message } = run(n);
        const body: LogBody = {
          ...{ kind: 'answer.completed', message, run: id, text: 'Yes.', outcome: 'answered', citations: [] },
          ...{ offerPerson: false, ...(agent && { agent: { id: agent, version: 1 } }) },
        };
        const end = { ...append(`${id}:1:end`), ...of, by: AGENT, body, writes: { run: id, attempt: 1, ends: 'done' } };
        expect((await store.append(end as Append)).kind).toBe('appended');
      };
      const demo = { conversation: CNV, by: VISITOR };
      const calm = { conversation: session(2).conversation, by: { kind: 'visitor', id: session(2).contact } as Author };
      await answerTo(1, demo, 1_000, 'agt_1');
      await answerTo(2, demo, 2_000, null);
      await answerTo(3, demo, 3_000, 'agt_2');
      await answerTo(4, calm, 4_000, 'agt_1');
      await answerTo(5, demo, 5_000, 'agt_1');
      const found = async (inboxes: readonly string[], since: number) => {
        const { answered, before } = await store.answeredBy('agt_1', inboxes, since, null);
        return [answered.map(({ text }) => text), before];
      };
      expect(await found(['demo', 'calm'], 0)).toEqual([['question 5', 'question 4', 'question 1'], null]);
      expect(await found(['demo'], 1_500)).toEqual([['question 5'], null]);
      expect(await found([], 0)).toEqual([[], null]);
      const [newest] = (await store.answeredBy('agt_1', ['demo'], 0, null)).answered;
      expect(newest).toEqual({ conversation: CNV, question: 7, text: 'question 5' });
      // Older ones than a place.
      expect((await store.answeredBy('agt_1', ['demo'], 0, 2)).answered.map(({ text }) => text)).toEqual([
        'question 1',
      ]);
    });
  });
}

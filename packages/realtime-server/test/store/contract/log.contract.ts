import type { LogEvent } from '@service/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Append, Store } from '../../../dist/store/store.js';
import { AGENT, append, CNV, type Opened, say, session, VISITOR } from '../fixtures.js';

export function describeLog(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: the log`, () => {
    let opened: Opened;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.createSession(session(1));
    });
    afterEach(() => opened.dispose());

    it('takes one answer to each form, whichever is first, and the same one again as the same', async () => {
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
      expect((await store.eventsBefore(CNV, 1_000_000, 3)).map((event) => event.seq)).toEqual([10, 11, 12]);
      expect(await store.eventsAfter(CNV, 12, 3)).toEqual([]);
      expect(await store.heads([CNV, 'cnv_unknown000000000000'])).toEqual(
        new Map([[CNV, { head: 12, read: 0, seen: 0, erased: false }]]),
      );
    });

    it.each([
      ['short and long ones', [10, 30_000, 10, 10, 2_000, 2_000, 30_000, 10]],
      ['many that are neither', Array<number>(12).fill(3_000)],
    ])(
      'gives as many events as fit, next to the number that was asked for, and one in any case: %s',
      async (_, lengths) => {
        for (const [i, length] of lengths.entries()) await store.append(append(`client-${i}`, 'ä'.repeat(length / 2)));
        const seqs = (events: readonly LogEvent[]): readonly number[] => events.map(({ seq }) => seq);
        const size = (page: readonly LogEvent[]): number => Buffer.byteLength(JSON.stringify(page));
        const all = JSON.stringify(await store.eventsAfter(CNV, 0, 100));
        for (let from = 0; from <= lengths.length + 1; from++)
          for (const bytes of [1, 3_000, 20_000, 33_000, 40_000, 100_000]) {
            const after = await store.eventsAfter(CNV, from, 100, bytes);
            const before = await store.eventsBefore(CNV, from, 100, bytes);
            for (const page of [after, before]) {
              if (page.length > 1) expect(size(page)).toBeLessThanOrEqual(bytes);
              for (const event of page) expect(all).toContain(JSON.stringify(event));
            }
            expect(seqs(after)).toEqual(seqs(after).map((_, i) => from + 1 + i));
            expect(seqs(before)).toEqual(seqs(before).map((_, i) => from - before.length + i));
            if (from < lengths.length) expect(after.length).toBeGreaterThan(0);
            if (from > 1) expect(before.length).toBeGreaterThan(0);
            // Nothing is left out that surely fits: an event is counted as at most 128 bytes longer than it is.
            const [next] = await store.eventsAfter(CNV, from + after.length, 1);
            if (next) expect(size([...after, next]) + 128 * (after.length + 1)).toBeGreaterThan(bytes);
          }
      },
    );

    it('gives pages as JSON that say the same as the events, whatever people have written', async () => {
      const odd = 'NUL \u0000, half a pair \ud83d, "quoted", back\\slash, \u2028, \n, 👟';
      const names = [odd.replace(/[\u0000\ud83d]/gu, ''), 'Kim', undefined];
      for (const [i, name] of names.entries())
        await store.append(
          append(`client-${i}`, odd, { by: { kind: 'human', id: `opr_${i}`, ...(name !== undefined && { name }) } }),
        );
      const events = await store.eventsAfter(CNV, 0, 10);
      expect(events).toMatchObject(
        names.map((name) => ({ by: name === undefined ? {} : { name }, body: { text: odd } })),
      );
      const page = await store.pageBefore(CNV, 4, 10, 10_000);
      expect(page).toMatchObject({ first: 1, last: 3 });
      expect(JSON.parse(`[${page.json}]`)).toEqual(events);
      expect(await store.pageAfter(CNV, 1, 1, 10_000)).toMatchObject({ first: 2, last: 2 });
      expect(await store.pageAfter(CNV, 3, 10, 10_000)).toEqual({ json: '', first: null, last: null });
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
  });
}

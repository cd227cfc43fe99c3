/** Slots for answers: no inbox, address or visitor takes them all, and an answer that waits for a page takes none. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localBus } from '../../../dist/bus/local.js';
import { AnswerSlots } from '../../../dist/conversation/answering/answer-slots.js';
import { AnswerWorker } from '../../../dist/conversation/answering/answer-worker.js';
import { appendTo } from '../../../dist/conversation/log/append.js';
import { VisitorAddresses } from '../../../dist/conversation/sessions/visitor-addresses.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import type { OpenStore } from '../../../dist/store/store.js';
import { ANSWER_LIMITS } from '../../../src/runtime/limits.js';
import { turnedClock } from '../../support/manual-clock.js';
import { DONE } from '../../support/serve.js';

const { running, waitingForPage, perVisitor, begunAtAddress, begunHalfLifeMs } = ANSWER_LIMITS;
/** Jobs of one claim. */
const CLAIM = 7;
const random = (count: number): Uint8Array => randomBytes(count);
const id = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(20, '0')}`;

describe('answers that never end in one inbox', () => {
  let store: OpenStore;
  let folder: string;
  const addresses = new VisitorAddresses();
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'service-shares-'));
    store = await openSqliteStore(folder);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Visitor n asks something. */
  async function ask(n: number, inbox: string, address: string | null): Promise<void> {
    addresses.note(id('ctc', n), address);
    await store.createSession({
      ...{ tokenHash: `hash-${n}`, tokenSalt: 'salt', session: id('ses', n), inbox, contact: id('ctc', n) },
      ...{ conversation: id('cnv', n), epoch: 'epoch-0001', hostOrigin: 'http://shop.test', consent: null, at: 0 },
    });
    await store.append({
      conversation: id('cnv', n),
      by: { kind: 'visitor', id: id('ctc', n) },
      clientId: `client-${n}`,
      body: { kind: 'message', text: 'hello' },
      at: 0,
      run: { id: id('run', n), message: id('msg', n) },
    });
  }
  function answering(jobs: OpenStore = store) {
    const begun: string[] = [];
    const bus = localBus();
    const worker = new AnswerWorker({
      ...{ store: jobs, bus, clock: systemClock, random, addresses, failureText: () => '', deltaEveryMs: () => 0 },
      append: appendTo({ store, bus, clock: systemClock, random, onQuestion: () => undefined }),
      answerer: {
        authorName: () => 'Assistant',
        async *answer({ inbox, conversation }, signal) {
          begun.push(conversation);
          if (inbox === 'attacked') await new Promise((resolve) => signal.addEventListener('abort', resolve));
          yield DONE;
        },
      },
      locales: { of: () => null },
      onFailure: () => undefined,
    });
    return { worker, begun };
  }
  const all = (count: number, of: (n: number) => Promise<void>) =>
    Promise.all(Array.from({ length: count }, (_, n) => of(n)));

  it('leave slots for another inbox', async () => {
    await all(running + 8, (n) => ask(n, 'attacked', null));
    const { worker, begun } = answering();
    worker.start();
    await expect.poll(() => begun.length).toBe(running / 2);
    await ask(9_999, 'calm', null);
    worker.claimSoon();
    await expect.poll(() => begun).toContain(id('cnv', 9_999));
    expect(begun).toHaveLength(running / 2 + 1);
    await worker.close();
  });

  it('are not begun, nor any others, before who answers is there', async () => {
    let claims = 0;
    const claimJobs: OpenStore['claimJobs'] = (...given) => {
      claims += 1;
      return store.claimJobs(...given);
    };
    const { worker, begun } = answering({ ...store, claimJobs });
    await ask(1, 'calm', null);
    worker.claimSoon();
    expect(claims).toBe(0);
    worker.start();
    await expect.poll(() => begun).toEqual([id('cnv', 1)]);
    await worker.close();
  });

  it('leave slots for another address in the same inbox', async () => {
    await all(running, (n) => ask(n, 'attacked', '192.0.2.66'));
    const { worker, begun } = answering();
    worker.start();
    await expect.poll(() => begun.length).toBeGreaterThanOrEqual(begunAtAddress);
    await ask(9_999, 'attacked', '192.0.2.1');
    worker.claimSoon();
    await expect.poll(() => begun).toContain(id('cnv', 9_999));
    expect(begun.length).toBeLessThan(running / 2);
    await worker.close();
  });
});

describe('slots', () => {
  const job = (n: number, inbox = 'demo', contact = id('ctc', n)) => ({ id: id('run', n), inbox, contact });
  const slotsOf = (addresses = new VisitorAddresses()) => {
    let freed = 0;
    const clock = turnedClock();
    const slots = new AnswerSlots(clock, addresses, () => {
      freed += 1;
    });
    return { slots, clock, freed: () => freed };
  };
  /** Holds what there is room for, as the worker does: one claim after another. */
  function fill(slots: AnswerSlots, from: number, inbox: string, contactOf = (n: number) => id('ctc', n)): number {
    let taken = 0;
    for (;;) {
      const { limit, perInbox, withoutInboxes, withoutContacts } = slots.room();
      const count = withoutInboxes.includes(inbox) ? 0 : Math.min(limit, perInbox, CLAIM);
      let claimed = 0;
      for (let n = 0; n < count; n++) {
        const next = job(from + taken, inbox, contactOf(from + taken));
        if (withoutContacts.includes(next.contact)) continue;
        slots.begin(next);
        taken += 1;
        claimed += 1;
      }
      if (claimed === 0) return taken;
    }
  }

  it('of one inbox are at most half, and another still finds some', () => {
    const { slots } = slotsOf();
    expect(fill(slots, 0, 'attacked')).toBe(running / 2);
    expect(slots.room().withoutInboxes).toEqual(['attacked']);
    expect(fill(slots, 5_000, 'calm')).toBeGreaterThan(running / 5);
  });

  it('of one address are about a third, and visitors elsewhere in the inbox still find some', () => {
    const addresses = new VisitorAddresses();
    for (let n = 0; n < 1_000; n++) addresses.note(id('ctc', n), '192.0.2.66');
    addresses.note(id('ctc', 5_000), '192.0.2.1');
    const { slots, clock } = slotsOf(addresses);
    let taken = 0;
    for (let minute = 0; minute < 20; minute++) {
      taken += fill(slots, taken, 'demo');
      clock.turn(60_000);
    }
    expect(taken).toBeLessThanOrEqual(Math.ceil(running / 3) + CLAIM);
    const { limit, withoutInboxes, withoutContacts } = slots.room();
    expect(limit).toBeGreaterThan(0);
    expect(withoutInboxes).toEqual([]);
    expect(withoutContacts).toContain(id('ctc', 999));
    expect(withoutContacts).not.toContain(id('ctc', 5_000));
  });

  it('are begun by one address few at once and few a second, however soon its answers end; by others at any time', () => {
    const addresses = new VisitorAddresses();
    for (let n = 0; n < 10_000; n++) addresses.note(id('ctc', n), '192.0.2.66');
    addresses.note(id('ctc', 20_000), '192.0.2.1');
    const { slots, clock } = slotsOf(addresses);
    let begun = 0;
    const beginAll = (): number => {
      const count = fill(slots, begun, 'demo');
      for (let n = begun; n < begun + count; n++) slots.end(id('run', n));
      begun += count;
      return count;
    };
    const atOnce = beginAll();
    expect(atOnce).toBeGreaterThanOrEqual(begunAtAddress);
    expect(atOnce).toBeLessThanOrEqual(begunAtAddress + CLAIM);
    expect(slots.room().withoutContacts).not.toContain(id('ctc', 20_000));
    for (let second = 0; second < 60; second++) {
      clock.turn(1_000);
      beginAll();
    }
    const perSecond = (begunAtAddress * Math.LN2 * 1_000) / begunHalfLifeMs;
    expect((begun - atOnce) / 60).toBeGreaterThan(perSecond / 2);
    expect((begun - atOnce) / 60).toBeLessThan(perSecond * 1.5);
    clock.turn(600_000);
    expect(slots.room().withoutContacts).toEqual([]);
  });

  it('of one visitor are few', () => {
    const { slots } = slotsOf();
    expect(fill(slots, 0, 'demo', () => 'ctc_one')).toBeLessThan(perVisitor + 7);
    expect(slots.room().perContact).toBe(perVisitor);
  });

  it('are free while their answers wait for a page, and are taken again in turn', async () => {
    const { slots } = slotsOf();
    const before = slots.room().limit;
    const clicks: (() => void)[] = [];
    const waiting = Array.from({ length: 600 }, (_, n) => {
      slots.begin(job(n, 'attacked'));
      return slots.whileWaiting(id('run', n), () => new Promise<void>((resolve) => clicks.push(resolve)));
    });
    expect(slots.room().limit).toBe(before);
    let resumed = 0;
    for (const each of waiting)
      void each.then(() => {
        resumed += 1;
      });
    for (const click of clicks) click();
    await expect.poll(() => resumed).toBe(running / 2);
    // The others of this inbox wait for their turn; nothing new begins before them, and another inbox's answer does not wait.
    slots.begin(job(5_000, 'calm'));
    const other = slots.whileWaiting(id('run', 5_000), async () => 'clicked');
    expect(await other).toBe('clicked');
    for (let n = 0; n < 600; n++) slots.end(id('run', n));
    await expect.poll(() => resumed).toBe(600);
    slots.end(id('run', 5_000));
    expect(slots.room().limit).toBe(before);
  });

  it('stay held by answers beyond those that may wait', () => {
    const { slots } = slotsOf();
    for (let n = 0; n < waitingForPage + 10; n++) {
      slots.begin(job(n, 'attacked'));
      void slots.whileWaiting(id('run', n), () => new Promise(() => undefined));
    }
    const limit = slots.room().limit;
    expect(limit).toBeLessThan(running);
    slots.begin(job(9_000, 'calm'));
    void slots.whileWaiting(id('run', 9_000), () => new Promise(() => undefined));
    expect(slots.room().limit).toBe(limit);
  });

  it('are all free again after any mix of beginnings, pages and ends', async () => {
    const step = fc.record({
      n: fc.integer({ min: 0, max: 5 }),
      does: fc.constantFrom('begin', 'wait', 'click', 'end'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { slots } = slotsOf();
        const clicks = new Map<number, (() => void)[]>();
        const begun = new Set<number>();
        const click = (n: number): void => {
          for (const each of clicks.get(n) ?? []) each();
          clicks.delete(n);
        };
        for (const { n, does } of steps) {
          if (does === 'begin' && !begun.has(n)) {
            begun.add(n);
            slots.begin(job(n));
          }
          if (does === 'wait' && begun.has(n) && !clicks.has(n))
            void slots.whileWaiting(id('run', n), () => {
              return new Promise<void>((resolve) => clicks.set(n, [...(clicks.get(n) ?? []), resolve]));
            });
          if (does === 'click') click(n);
          if (does === 'end') {
            begun.delete(n);
            slots.end(id('run', n));
          }
          if (steps.length % 2) await Promise.resolve();
        }
        for (const n of [0, 1, 2, 3, 4, 5]) {
          slots.end(id('run', n));
          click(n);
        }
        await new Promise((done) => setImmediate(done));
        expect(slots.room().limit).toBe(running);
      }),
    );
  });
});

/** Slots for answers in one process: no inbox, address or visitor holds them all, and all are free again in the end. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerSlots } from '../../../dist/conversation/answering/answer-slots.js';
import { VisitorAddresses } from '../../../dist/conversation/sessions/visitor-addresses.js';
import { ANSWER_LIMITS } from '../../../src/runtime/limits.js';
import { turnedClock } from '../../support/manual-clock.js';

const { running, waitingForPage, perVisitor, begunAtAddress, begunHalfLifeMs, stepEveryMs, stepAfterPageEveryMs } =
  ANSWER_LIMITS;
/** Jobs of one claim. */
const CLAIM = 7;
const id = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(20, '0')}`;

describe('slots', () => {
  const job = (n: number, inbox = 'demo', contact = id('ctc', n)) => ({ id: id('run', n), inbox, contact });
  /** So many visitors at one address, and one elsewhere. */
  const addressesOf = (count: number, elsewhere: number): VisitorAddresses => {
    const addresses = new VisitorAddresses();
    for (let n = 0; n < count; n++) addresses.note(id('ctc', n), '192.0.2.66');
    addresses.note(id('ctc', elsewhere), '192.0.2.1');
    return addresses;
  };
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
    const { slots, clock } = slotsOf(addressesOf(1_000, 5_000));
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

  it('have their steps one after the other at one address, after a page has answered too, and at others at any time', async () => {
    const { slots, clock } = slotsOf(addressesOf(4, 4));
    const steps: string[] = [];
    const pass = async (ms: number): Promise<readonly string[]> => {
      clock.turn(ms);
      await setImmediate();
      return steps;
    };
    for (const n of [1, 2, 4]) void slots.begin(job(n)).then(() => steps.push(`answer ${n}`));
    expect(await pass(0)).toEqual(['answer 1', 'answer 4']);
    void slots.whileWaiting(job(1).id, async () => undefined).then(() => steps.push('page of 1'));
    await pass(0);
    void slots.begin(job(3)).then(() => steps.push('answer 3'));
    expect(await pass(stepEveryMs)).toEqual(['answer 1', 'answer 4', 'answer 2']);
    expect(await pass(stepEveryMs)).toEqual(['answer 1', 'answer 4', 'answer 2', 'page of 1']);
    expect(await pass(stepAfterPageEveryMs)).toContain('answer 3');
  });

  it('are given back at once by a process that ends, however many steps wait for their turn', async () => {
    const { slots, clock } = slotsOf(addressesOf(20, 20));
    const all = Array.from({ length: 20 }, (_, n) => slots.begin(job(n)));
    slots.endPace();
    await Promise.all([...all, slots.begin(job(99, 'demo', id('ctc', 1)))]);
    expect(clock.waiting).toBe(0);
  });

  it('are begun by one address few at once and few a second, however soon its answers end; by others at any time', () => {
    const { slots, clock } = slotsOf(addressesOf(10_000, 20_000));
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
        await setImmediate();
        expect(slots.room().limit).toBe(running);
      }),
    );
  });
});

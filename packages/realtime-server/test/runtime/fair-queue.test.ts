/** Shared places: who takes what it can leaves room for the others, and turns go to who has used little. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairPlaces, FairQueue, type Release, type Share } from '../../dist/runtime/shares/fair-queue.js';
import { RecentUse } from '../../dist/runtime/shares/recent-use.js';
import { turnedClock } from '../support/manual-clock.js';

const from = (inbox: string, address: string | null, peer: string): Share => ({ inbox, address, peer });
/** Takes places for shares as long as there are any; how many it got. */
function takeAll(places: FairPlaces, share: (n: number) => Share): number {
  let taken = 0;
  for (let n = 0; n < 1_000; n++) {
    if (places.fullFor(share(n)) !== null) continue;
    places.hold(share(n));
    taken += 1;
  }
  return taken;
}

describe('shared places', () => {
  it('are at most half for one inbox, a third for one address, and a fixed number for one peer', () => {
    const limits = { places: 64, perPeer: 4 };
    expect(takeAll(new FairPlaces(limits), (n) => from('demo', null, `visitor ${n}`))).toBe(32);
    expect(takeAll(new FairPlaces(limits), (n) => from('demo', '192.0.2.1', `visitor ${n}`))).toBe(22);
    expect(takeAll(new FairPlaces(limits), () => from('demo', '192.0.2.1', 'visitor'))).toBe(4);
    expect(takeAll(new FairPlaces(limits), (n) => from(`inbox ${n % 3}`, '192.0.2.1', `visitor ${n}`))).toBe(22);
  });

  it('say which limit is full', () => {
    const places = new FairPlaces({ places: 4, perPeer: 1 });
    const release = places.hold(from('demo', '192.0.2.1', 'one'));
    expect(places.fullFor(from('demo', '192.0.2.1', 'one'))).toBe('peer');
    places.hold(from('demo', '192.0.2.1', 'two'));
    expect(places.fullFor(from('other', '192.0.2.1', 'three'))).toBe('address');
    expect(places.fullFor(from('demo', '192.0.2.9', 'three'))).toBe('inbox');
    expect(places.fullFor(from('other', '192.0.2.9', 'three'))).toBeNull();
    places.hold(from('other', null, 'three'));
    places.hold(from('third', null, 'four'));
    expect(places.fullFor(from('other', null, 'five'))).toBe('all');
    release();
    release();
    expect(places.free).toBe(1);
  });

  it('leave one for a visitor of an inbox that has none, whatever others took and gave back', () => {
    const step = fc.record({
      gives: fc.boolean(),
      inbox: fc.integer({ min: 0, max: 2 }),
      address: fc.option(fc.integer({ min: 0, max: 9 })),
      peer: fc.integer({ min: 0, max: 99 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), fc.integer({ min: 8, max: 64 }), (steps, count) => {
        const places = new FairPlaces({ places: count, perPeer: 4 });
        const held: { readonly key: string; readonly release: Release }[] = [];
        for (const { gives, inbox, address, peer } of steps) {
          const share = from(`${inbox}`, address === null ? null : `${address}`, `${inbox}/${peer}`);
          if (gives) held.shift()?.release();
          else if (places.fullFor(share) === null) held.push({ key: share.inbox, release: places.hold(share) });
          for (const id of ['0', '1', '2']) {
            const own = held.filter(({ key }) => key === id).length;
            expect(places.heldBy(id)).toBe(own);
            expect(own).toBeLessThanOrEqual(Math.ceil(count / 2));
          }
          expect(places.fullFor(from('new', 'new', 'new'))).toBeNull();
        }
        for (const { release } of held) release();
        expect(places.free).toBe(count);
      }),
    );
  });
});

describe('a queue of shared places', () => {
  const limits = { running: { places: 1, perPeer: 1 }, waiting: { places: 64, perPeer: 20 } };
  /** Enters, and writes down who began, in order. */
  function queueOf(log: string[], clock = turnedClock()) {
    const queue = new FairQueue(clock, limits);
    const places: Release[] = [];
    const enter = (share: Share, name: string): void => {
      const place = queue.enter(share);
      if (typeof place === 'string') log.push(`${name} ${place}`);
      else
        void place.then((release) => {
          log.push(name);
          places.push(release);
        });
    };
    /** The one that runs takes so long. */
    const finish = async (ms: number): Promise<void> => {
      await Promise.resolve();
      clock.turn(ms);
      places.shift()?.();
      await Promise.resolve();
    };
    return { enter, finish, queue };
  }

  it('takes turns between inboxes, then addresses, then visitors, by the time each has used', async () => {
    const log: string[] = [];
    const { enter, finish } = queueOf(log);
    for (let n = 0; n < 6; n++) enter(from('attacked', '192.0.2.1', `bot ${n}`), `bot ${n}`);
    enter(from('attacked', '192.0.2.7', 'visitor'), 'own visitor');
    enter(from('calm', '192.0.2.8', 'other'), 'other visitor');
    await finish(5_000);
    await finish(50);
    await finish(50);
    await finish(5_000);
    expect(log).toEqual(['bot 0', 'other visitor', 'own visitor', 'bot 1', 'bot 2']);
  });

  it('makes a peer that takes long wait for all who take little, as often as they come', async () => {
    const log: string[] = [];
    const { enter, finish } = queueOf(log);
    for (let n = 0; n < 3; n++) enter(from('demo', null, 'bot'), 'bot');
    for (let n = 0; n < 10; n++) enter(from('demo', null, 'visitor'), 'visitor');
    await finish(5_000);
    for (let n = 0; n < 10; n++) await finish(50);
    expect(log).toEqual(['bot', ...Array<string>(10).fill('visitor'), 'bot']);
  });

  it('refuses who waits too often, and no one else', async () => {
    const log: string[] = [];
    const { enter, queue } = queueOf(log);
    for (let n = 0; n < 60; n++) enter(from('demo', '192.0.2.1', `bot ${n}`), 'bot');
    expect(log.filter((each) => each === 'bot address').length).toBeGreaterThan(30);
    log.length = 0;
    enter(from('demo', '192.0.2.2', 'visitor'), 'visitor');
    enter(from('calm', '192.0.2.3', 'other'), 'other');
    expect(log).not.toContain('visitor address');
    expect(queue.waitingCount).toBeGreaterThan(20);
  });

  it('begins everything that waits, in any mix, and leaves no place behind', async () => {
    const draw = fc.array(
      fc.record({ inbox: fc.constantFrom('a', 'b', 'c'), peer: fc.integer({ min: 0, max: 5 }), ms: fc.nat(3_000) }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(draw, fc.integer({ min: 1, max: 5 }), async (arrivals, places) => {
        const clock = turnedClock();
        const queue = new FairQueue(clock, { ...limits, running: { places, perPeer: 1 } });
        let [begun, refused] = [0, 0];
        for (const { inbox, peer, ms } of arrivals) {
          const place = queue.enter(from(inbox, null, `${inbox}/${peer}`));
          if (typeof place === 'string') refused += 1;
          else
            void place.then((release) => {
              begun += 1;
              clock.after(ms, release);
            });
        }
        while (queue.waitingCount > 0 || queue.running.free < places) {
          await Promise.resolve();
          clock.turn(1_000);
        }
        expect(begun + refused).toBe(arrivals.length);
      }),
    );
  });
});

describe('recent use', () => {
  it('counts half after each half-life, can be taken back, and is forgotten', () => {
    const clock = turnedClock();
    const use = new RecentUse(clock, 1_000);
    use.add('visitor', 80);
    clock.turn(1_000);
    expect(use.of('visitor')).toBeCloseTo(40);
    use.add('visitor', 10);
    use.add('visitor', -200);
    expect(use.of('visitor')).toBe(0);
    for (let n = 0; n < 1_000; n++) use.add(`once ${n}`, 1);
    clock.turn(30_000);
    for (let n = 0; n < 100; n++) use.add(`later ${n}`, 1);
    expect(use.size).toBeLessThan(200);
  });
});

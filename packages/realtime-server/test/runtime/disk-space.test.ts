/** What the free space of a disk means, and how it is watched. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiskRoom, type DiskSpace, roomOf, watchDisk } from '../../dist/runtime/disk-space.js';
import { DISK_LIMITS } from '../../src/runtime/limits.js';
import { turnedClock } from '../support/manual-clock.js';

const MIB = 2 ** 20;
const ORDER: readonly DiskRoom[] = ['enough', 'low', 'no-uploads', 'no-sessions', 'no-messages'];
const room = fc.constantFrom(...ORDER);
const space = fc.record({
  total: fc.integer({ min: MIB, max: 2 ** 40 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
});
const spaceOf = ({ total, part }: { total: number; part: number }): DiskSpace => ({
  total,
  free: Math.floor(total * part),
});

describe('the room on a disk', () => {
  it.each([
    [600, 'enough'],
    [500, 'low'],
    [257, 'low'],
    [255, 'no-uploads'],
    [129, 'no-uploads'],
    [127, 'no-sessions'],
    [63, 'no-messages'],
    [0, 'no-messages'],
  ] as const)('of a large one with %i MiB free is %s', (free, found) => {
    expect(roomOf({ free: free * MIB, total: 2 ** 40 }, 'enough')).toBe(found);
  });

  it.each([
    [21, 'enough'],
    [19, 'low'],
    [9, 'no-uploads'],
    [4, 'no-sessions'],
    [2, 'no-messages'],
  ] as const)('of a volume of 100 MiB with %i MiB free is %s: it is not full from its first day', (free, found) => {
    expect(roomOf({ free: free * MIB, total: 100 * MIB }, 'enough')).toBe(found);
  });

  it('is never more with less free, and stays as it is while nothing changes', () => {
    fc.assert(
      fc.property(space, room, fc.double({ min: 0, max: 1, noNaN: true }), (drawn, before, less) => {
        const now = spaceOf(drawn);
        const first = roomOf(now, before);
        expect(roomOf(now, first)).toBe(first);
        const fuller = roomOf({ ...now, free: Math.floor(now.free * less) }, before);
        expect(ORDER.indexOf(fuller)).toBeGreaterThanOrEqual(ORDER.indexOf(first));
      }),
    );
  });

  it('does not come and go with a few bytes around a bar', () => {
    let now: DiskRoom = 'enough';
    let changes = 0;
    for (let at = 0; at < 100; at++) {
      const next = roomOf({ free: DISK_LIMITS.sessions.bytes + (at % 2 === 0 ? -4_096 : 4_096), total: 2 ** 40 }, now);
      if (next !== now) changes += 1;
      now = next;
    }
    expect(changes).toBe(1);
  });
});

describe('the watch over a disk', () => {
  it('reports each step once, goes by what was last known while it can’t look, and ends', async () => {
    const clock = turnedClock();
    const seen: DiskRoom[] = [];
    let free: number | null = 700 * MIB;
    const watch = watchDisk(
      '/data',
      clock,
      (each) => void seen.push(each),
      async () => {
        if (free === null) throw new Error('EMFILE');
        return { free, total: 2 ** 40 };
      },
    );
    const look = async (next: number | null): Promise<DiskRoom> => {
      free = next;
      await expect.poll(() => clock.waiting, { timeout: 60_000 }).toBe(1);
      clock.turn(DISK_LIMITS.lookEveryMs);
      await expect.poll(() => clock.waiting, { timeout: 60_000 }).toBe(1);
      return watch.room();
    };
    expect(await look(300 * MIB)).toBe('low');
    expect(await look(290 * MIB)).toBe('low');
    expect(await look(200 * MIB)).toBe('no-uploads');
    expect(await look(100 * MIB)).toBe('no-sessions');
    expect(await look(null)).toBe('no-sessions');
    expect(await look(10 * MIB)).toBe('no-messages');
    expect(await look(900 * MIB)).toBe('enough');
    expect(seen).toEqual(['low', 'no-uploads', 'no-sessions', 'no-messages', 'enough']);
    watch.stop();
    expect(clock.waiting).toBe(0);
  });

  it('reads a real disk', async () => {
    const clock = turnedClock();
    const watch = watchDisk('.', clock, () => undefined);
    await expect.poll(() => clock.waiting, { timeout: 60_000 }).toBe(1);
    expect(ORDER).toContain(watch.room());
    watch.stop();
  });
});

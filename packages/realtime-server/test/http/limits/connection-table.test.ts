/** The files of the server are shared: whatever comes, in whatever order, they never run out, and none loses its share. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectionTable, connectionFiles, shareOfAddress } from '../../../dist/http/limits/connection-table.js';
import { HTTP_LIMITS } from '../../../src/runtime/limits.js';

interface Made {
  readonly group: string | null;
  busy: boolean;
}

const step = fc.record({
  what: fc.constantFrom('open', 'open', 'open', 'close', 'upgrade', 'begin', 'end'),
  who: fc.constantFrom('a', 'a', 'a', 'a', 'b', 'c', null),
  which: fc.nat(1_000),
});

describe('the connections of a server', () => {
  it('never hold more files than they may, and one is closed only of who holds the most or more than may', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.array(step, { maxLength: 300 }), (most, steps) => {
        const table = new ConnectionTable<Made>(most, ({ busy }) => busy);
        const plain = new Set<Made>();
        const sockets = new Set<Made>();
        const held = (group: string | null): number => [...plain].filter((made) => made.group === group).length;
        for (const { what, who, which } of steps) {
          const all = [...plain];
          const some = all[which % Math.max(1, all.length)];
          if (what === 'open') {
            const made: Made = { group: who, busy: false };
            plain.add(made);
            const before = new Map(['a', 'b', 'c', null].map((group) => [group, held(group)]));
            const surplus = table.add(made, who);
            if (surplus) {
              plain.delete(surplus);
              const isLargest = before.get(surplus.group) === Math.max(...before.values());
              const isOver = who !== null && (before.get(who) ?? 0) > shareOfAddress(HTTP_LIMITS.connections, most);
              expect(isOver ? surplus.group === who : isLargest).toBe(true);
              // Of the same holder, none that works is closed while another one is quiet.
              const quiet = [...plain].some(({ group, busy }) => group === surplus.group && !busy);
              expect(surplus.busy && quiet).toBe(false);
            }
          } else if (some && what === 'close') {
            plain.delete(some);
            table.closed(some);
          } else if (some && what === 'upgrade') {
            plain.delete(some);
            sockets.add(some);
            table.upgraded(some);
          } else if (some) {
            some.busy = what === 'begin';
            table.touch(some);
          }
          expect(table.files).toBe(plain.size * 2 + sockets.size);
          if (plain.size > 0) expect(table.files).toBeLessThanOrEqual(Math.max(most, sockets.size + 1));
        }
        for (const made of [...plain, ...sockets]) table.closed(made);
        expect(table.files).toBe(0);
      }),
    );
  });

  it('leave files for the server itself, however few there are', () => {
    expect(connectionFiles(null)).toBe(Number.POSITIVE_INFINITY);
    for (const open of [20, 64, 256, 400, 1_024, 65_536, 1_048_576]) {
      expect(connectionFiles(open)).toBeLessThanOrEqual(open - Math.min(HTTP_LIMITS.reservedFiles, open / 2));
      expect(connectionFiles(open)).toBeGreaterThanOrEqual(open / 2 - 1);
    }
  });
});

import type { Clock } from '../../runtime/clock.js';

const WRITE_AFTER_MS = 1_000;
const WRITE_EVERY_MS = 10_000;
/** Kinds in one line; what comes beyond is counted together. */
const MOST_KINDS = 50;

/** Counts what is refused and hands the counts over now and then: a line for each would be a second attack, on the disk. */
export function countRefusals<Kind extends string>(
  clock: Clock,
  write: (counts: Readonly<Record<string, number>>) => void,
): (kind: Kind) => void {
  const counts = new Map<string, number>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  return (kind) => {
    if (counts.size === 0)
      clock.after(Math.max(WRITE_AFTER_MS, Math.min(WRITE_EVERY_MS, writtenAt + WRITE_EVERY_MS - clock.now())), () => {
        writtenAt = clock.now();
        write(Object.fromEntries(counts));
        counts.clear();
      });
    const name = counts.has(kind) || counts.size < MOST_KINDS ? kind : 'others';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
}

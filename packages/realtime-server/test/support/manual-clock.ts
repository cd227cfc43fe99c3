import type { Clock } from '../../dist/runtime/clock.js';

export interface TurnedClock extends Clock {
  /** Lets time pass, and calls in order what has become due. */
  turn(ms: number): void;
  /** How many are waiting. */
  readonly waiting: number;
}

export function turnedClock(start = 1_700_000_000_000): TurnedClock {
  let now = start;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const entry = { at: now + ms, run };
      due.add(entry);
      return () => due.delete(entry);
    },
    turn(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        due.delete(next);
        now = next.at;
        next.run();
      }
      now = end;
    },
    get waiting() {
      return due.size;
    },
  };
}

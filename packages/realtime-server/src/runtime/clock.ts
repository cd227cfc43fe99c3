/** Time, handed in: what is late, due or run out is decided by a clock that a test can turn. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls `run` once after `ms`; returns the way to cancel it. */
  after(ms: number, run: () => void): () => void;
  /** The milliseconds from now to the first mark that is at least `ms` away, as {@link afterAbout} says. Absent: `ms`. */
  untilMark?(ms: number): number;
}

/**
 * Whether `ms` have passed since `since`. They have when the clock was set back meanwhile, or what waits for them would wait for as
 * long as the step.
 */
export function havePassed(ms: number, since: number, now: number): boolean {
  return now - since >= ms || now < since;
}

/** Resolves after `ms`. */
export function delay(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

/**
 * As `after`, for what is looked at again and again. All such looks end on marks of the process, so that they wake it together; each
 * is at most one mark late.
 */
export function afterAbout(clock: Clock, ms: number, run: () => void): () => void {
  return clock.after(clock.untilMark?.(ms) ?? ms, run);
}

/** A little more than half a second, so that a look of each second takes two marks: one that begins a moment late would take three. */
const MARK_MS = 512;

export const systemClock: Required<Clock> = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  // From the start of the process: the nodes of one store must not all look in the same moment.
  untilMark: (ms) => Math.ceil((performance.now() + ms) / MARK_MS) * MARK_MS - performance.now(),
};

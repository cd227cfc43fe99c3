/** Time, handed in: what is late, due or run out is decided by a clock that a test can turn. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls `run` once after `ms`; returns the way to cancel it. */
  after(ms: number, run: () => void): () => void;
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

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

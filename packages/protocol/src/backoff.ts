export interface BackoffPolicy {
  /** The longest pause before the first retry, in milliseconds. It doubles with each attempt. */
  readonly baseMs: number;
  /** Pauses stop growing here. */
  readonly maxMs: number;
  /** No pause is shorter. Default 0. */
  readonly minMs?: number;
  /** Share of the pause that is random, from 0 to 1. Default 1, "full jitter": clients cut off together don't return together. */
  readonly jitter?: number;
}

/** Beyond this many doublings every policy has reached its `maxMs`. */
const MAX_DOUBLINGS = 16;

/**
 * Milliseconds to wait before the next try. `attempt` counts from 0; `random` is a number in [0, 1) from the caller, so that
 * tests can choose it.
 */
export function backoff(attempt: number, random: number, policy: BackoffPolicy): number {
  const { baseMs, maxMs, minMs = 0, jitter = 1 } = policy;
  const longest = Math.min(maxMs, baseMs * 2 ** Math.min(attempt, MAX_DOUBLINGS));
  return Math.max(minMs, longest * (1 - jitter + jitter * random));
}

/** So many times within so long, and then no more: what ends a loop between two programs that never tire. */

/** Returns a function that says whether one more time is allowed. `now` in milliseconds, any monotonic clock. */
export function createAttemptLimit(times: number, perMs: number, now: () => number): () => boolean {
  let spent: number[] = [];
  return () => {
    const at = now();
    spent = spent.filter((then) => at - then < perMs);
    if (spent.length >= times) return false;
    spent.push(at);
    return true;
  };
}

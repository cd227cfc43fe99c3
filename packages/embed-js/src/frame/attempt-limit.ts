/**
 * Ends loops between page and frame. Returns a function that returns whether one more attempt is allowed: at most `times`
 * within `perMs`. `now`: milliseconds of any monotonic clock.
 */
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

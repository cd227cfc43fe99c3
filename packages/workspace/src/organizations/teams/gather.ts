/** All seconds of each first. */
export function gather(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const gathered = new Map<string, string[]>();
  for (const [first, second] of pairs) {
    const its = gathered.get(first);
    if (its) its.push(second);
    else gathered.set(first, [second]);
  }
  return gathered;
}

/** True when both say the same: plain data, compared by value, whatever the order of the keys. */
export function isSameConfig(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b || a instanceof Node) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSameConfig(a[key as keyof typeof a], b[key as keyof typeof b]))
  );
}

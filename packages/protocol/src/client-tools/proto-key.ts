/**
 * Whether an object in `value`, which was parsed from JSON, has a key `__proto__` of its own. It is harmless until code copies
 * the object with `Object.assign` or by key: then it becomes a prototype. Not recursive, because nesting may be as deep as the
 * parser takes it.
 */
export function hasProtoKey(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) return true;
    for (const child of Object.values(next)) left.push(child);
  }
  return false;
}

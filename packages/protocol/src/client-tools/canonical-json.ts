/**
 * JSON with one spelling: sorted keys, no spaces. Equal values have equal texts and equal hashes; a visitor's consent to a tool
 * call is bound to that hash. Own code, because `canonicalize` throws on lone surrogates, which stored arguments may contain.
 */

/**
 * Values that JSON can't hold are treated as `JSON.stringify` does: `undefined` is left out of objects and null in lists.
 * @throws TypeError on a circular value or a BigInt, as `JSON.stringify` does.
 */
export function canonicalJson(value: unknown): string {
  // JSON.stringify first resolves toJSON, dates and undefined; the rest is plain data.
  return write(JSON.parse(JSON.stringify(value) ?? 'null'));
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  const keys = Object.keys(fields).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${write(fields[key])}`).join(',')}}`;
}

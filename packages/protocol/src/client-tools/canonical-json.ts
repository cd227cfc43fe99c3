/**
 * JSON with one spelling: keys in order, no spaces. Two values that mean the same have the same text and so the same
 * hash, which is what a person's consent is bound to.
 */

/**
 * `value` as canonical JSON text. What JSON can't say becomes what JSON makes of it: `undefined` in an object is left
 * out, in a list it is null.
 * @throws TypeError on a circular value or a BigInt, as `JSON.stringify` does.
 */
export function canonicalJson(value: unknown): string {
  // First as JSON has it (toJSON, dates, undefined); what is left is plain, so ordering it is easy.
  return write(JSON.parse(JSON.stringify(value) ?? 'null'));
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  const keys = Object.keys(fields).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${write(fields[key])}`).join(',')}}`;
}

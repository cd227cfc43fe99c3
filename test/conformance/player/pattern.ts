/**
 * Matching by example. In a pattern, an object requires only the fields it names, a list requires exactly its items, and a
 * text `$name` is a variable: a known value must be equal, an unknown one is remembered under the name.
 */

export type Names = Map<string, unknown>;

const isName = (value: unknown): value is string => typeof value === 'string' && /^\$[A-Za-z]\w*$/.test(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces the names with their values. Throws when a name has no value: the script would prove nothing. */
export function filled<T>(pattern: T, names: Names): T {
  if (isName(pattern)) {
    const name = pattern.slice(1);
    if (!names.has(name)) throw new Error(`The script uses $${name} before anything was remembered under it.`);
    return filled(names.get(name) as T, names);
  }
  if (Array.isArray(pattern)) return pattern.map((each) => filled(each, names)) as T;
  if (isObject(pattern))
    return Object.fromEntries(Object.entries(pattern).map(([key, each]) => [key, filled(each, names)])) as T;
  return pattern;
}

/** Null when `value` matches; else where and how it differs. New names are remembered only after a full match. */
export function mismatch(pattern: unknown, value: unknown, names: Names): string | null {
  const found: Names = new Map();
  const problem = differs(pattern, value, names, found, '');
  if (problem === null) for (const [name, each] of found) names.set(name, each);
  return problem;
}

function differs(pattern: unknown, value: unknown, names: Names, found: Names, at: string): string | null {
  if (isName(pattern)) {
    const name = pattern.slice(1);
    if (names.has(name)) return differs(names.get(name), value, names, found, at);
    if (found.has(name)) return differs(found.get(name), value, names, found, at);
    if (value === undefined) return `${at || 'it'} is missing`;
    found.set(name, value);
    return null;
  }
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value)) return `${at || 'it'} is ${brief(value)}, not a list`;
    if (value.length !== pattern.length) return `${at || 'it'} has ${value.length} items, not ${pattern.length}`;
    return first(pattern.map((each, i) => () => differs(each, value[i], names, found, `${at}[${i}]`)));
  }
  if (isObject(pattern)) {
    if (!isObject(value)) return `${at || 'it'} is ${brief(value)}, not an object`;
    return first(
      Object.entries(pattern).map(
        ([key, each]) =>
          () =>
            differs(each, value[key], names, found, at ? `${at}.${key}` : key),
      ),
    );
  }
  return Object.is(pattern, value) ? null : `${at || 'it'} is ${brief(value)}, not ${brief(pattern)}`;
}

function first(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const problem = check();
    if (problem !== null) return problem;
  }
  return null;
}

function brief(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 120);
}

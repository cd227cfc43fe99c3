/**
 * JSON in which no object has a key twice. `JSON.parse` takes the last value and other languages the first, so two programs
 * could read one token in two ways.
 */

/** The value, or undefined: not JSON, or some object has a name twice. Nesting deeper than a claim needs is refused too. */
export function parseJsonWithUniqueKeys(text: string, maxDepth = 4): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return hasUniqueKeys(text, maxDepth) ? value : undefined;
}

/** One pass over a text that is known to be JSON. */
function hasUniqueKeys(text: string, maxDepth: number): boolean {
  const open: (Set<string> | null)[] = [];
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null);
      if (open.length > maxDepth) return false;
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"') {
      const start = i;
      for (i++; text[i] !== '"'; i++) if (text[i] === '\\') i++;
      const names = open[open.length - 1];
      if (!names || !/^\s*:/.test(text.slice(i + 1))) continue;
      const name = JSON.parse(text.slice(start, i + 1)) as string;
      if (names.has(name)) return false;
      names.add(name);
    }
  }
  return true;
}

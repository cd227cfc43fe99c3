/**
 * Patterns of addresses: `*` is any run of characters, everything else is itself. The time is that of looking for each part once, in
 * order: the earliest place of a part leaves the most for those behind it, so none is looked for again.
 */

/** Whether the whole text fits the pattern. */
export function fitsPattern(text: string, pattern: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  if (!text.startsWith(first)) return false;
  if (parts.length === 0) return text === pattern;
  const last = parts.pop() as string;
  let from = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

export interface Choice {
  /** None: every page. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** `keys`: spellings of the path and query of one page. A pattern that fits one of them fits the page. */
export function isChosen(keys: readonly string[], { include, exclude }: Choice): boolean {
  const fits = (pattern: string): boolean => keys.some((key) => fitsPattern(key, pattern));
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits);
}

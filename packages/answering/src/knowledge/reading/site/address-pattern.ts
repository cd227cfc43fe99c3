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

/** `key`: path and query of a page. */
export const isChosen = (key: string, { include, exclude }: Choice): boolean =>
  (include.length === 0 || include.some((pattern) => fitsPattern(key, pattern))) &&
  !exclude.some((pattern) => fitsPattern(key, pattern));

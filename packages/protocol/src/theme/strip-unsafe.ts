/** The first thing done to every value of a theme that CSS will see; the grammar of each value comes after it. */

/** Longer than any value a theme can use. */
const LONGEST = 2_048;
const FORBIDDEN = /url\([^)]*\)?|[{};]/gi;

/**
 * `value` without `url(…)`, braces and semicolons. Repeated until nothing changes, because what one pass leaves of
 * `ururl(l(//x)` is another `url(`. This alone makes nothing safe (CSS escapes pass it): never use a value that has not
 * been read by its grammar afterwards. Empty when longer than any usable value.
 */
export function stripUnsafe(value: string): string {
  let rest = value.length > LONGEST ? '' : value;
  for (let before = ''; before !== rest; ) [before, rest] = [rest, rest.replace(FORBIDDEN, '')];
  return rest.trim();
}

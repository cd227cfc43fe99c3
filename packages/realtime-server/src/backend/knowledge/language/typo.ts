/** Whether one word is another one with a typing error in it. */

/**
 * True when one letter was left out, added, changed or swapped with its neighbour. For words of five letters or more: of
 * short ones, too many differ in one letter and mean something else.
 */
export function isTypo(a: string, b: string): boolean {
  if (
    a === b ||
    Math.min(a.length, b.length) < 4 ||
    Math.max(a.length, b.length) < 5 ||
    Math.abs(a.length - b.length) > 1
  )
    return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const [x, y] = [a.slice(i), b.slice(i)];
  if (x.length === y.length)
    return x.slice(1) === y.slice(1) || (x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2));
  return x.length > y.length ? x.slice(1) === y : x === y.slice(1);
}

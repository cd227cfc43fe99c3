/** How far one word is from another in typing errors: letters left out, added, changed, or swapped with their neighbour. */

/** Of short words, too many differ in one letter and mean something else. */
const ONE_FROM = 4;
const TWO_FROM = 8;

/** How many errors a word of this length may have in it and still be taken for another one. */
export function errorsAllowed(word: string): number {
  if (word.length < ONE_FROM) return 0;
  return word.length < TWO_FROM ? 1 : 2;
}

/** The number of errors between two words; `most + 1` when there are more than `most`. */
export function typingErrors(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] as number) + 1 : changed;
      const cost = Math.min(changed, swapped, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return Math.min(last[b.length] as number, most + 1);
}

/** True for one error, in words of five letters or more. */
export function isTypo(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 4 && Math.max(a.length, b.length) >= 5 && typingErrors(a, b, 1) === 1;
}

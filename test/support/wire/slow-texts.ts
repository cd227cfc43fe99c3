/**
 * Texts of any length that make a careless regular expression backtrack or a careless layout overflow, and a measure of the
 * CPU time of processing one, which does not depend on other load.
 */

/** Each piece is repeated up to the requested length; the end makes a pattern fail late. */
const MADE_OF: readonly (readonly [piece: string, end: string])[] = [
  ['a@', ''],
  ['*', 'x'],
  ['(', ''],
  ['[', ''],
  ['http://a.', ''],
  [' ', 'x'],
  ['\n', 'x'],
  ['-', ''],
  ['- ', ''],
  ['a', '!'],
  ['1', 'x'],
  ['a.', '@'],
  ['"', ''],
  ['<', ''],
  ['&#', ''],
  ['_*', ''],
  ['\u0301', ''],
  ['👨‍👩‍👧‍👦', ''],
  ['\u202e', 'x'],
  ['長', ''],
  ['/', '\\'],
  ['%', ''],
  ['`a', ''],
  ['[](', ''],
  ['![a](', ''],
  ['[a](b', ' '],
  ['a [', '\n\nx'],
  ['.', 'x'],
  ['//a.', ' '],
  ['<a:', ''],
  ['a ', '退'],
  ['https://a.b/(', ''],
  ['https://a.b', '@'],
  ['www.a.b,', ''],
  ['a.b@c.d', '@'],
  ['あhttps://a.b/い', ''],
  ['<br', '>'],
  ['**「', ''],
  ['&a', ';'],
  ['\\_', ''],
  ['🇩', ''],
];

/** The pieces alone, to be mixed. */
export const PIECES: readonly string[] = MADE_OF.map(([piece]) => piece);

/** The pieces in turn, up to exactly this length. */
export function textOf(pieces: readonly string[], length: number): string {
  const all = pieces.join('');
  return all.repeat(Math.ceil(Math.max(0, length) / all.length)).slice(0, Math.max(0, length));
}

/** All of them, each of exactly this length in UTF-16 units. */
export const slowTexts = (length: number): readonly string[] =>
  MADE_OF.map(([piece, end]) => {
    const room = Math.max(0, length - end.length);
    return (piece.repeat(Math.ceil(room / piece.length)).slice(0, room) + end).slice(0, length);
  });

/** Lengths to try when a field's limit is unknown: the longest limit of any field first. */
export const LENGTHS = [32_000, 8_000, 4_000, 2_000, 1_000, 500, 256, 200, 120, 100, 80, 60, 40, 20] as const;

/** CPU milliseconds that `run` took in this process. */
export async function workOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  return process.cpuUsage(before).user / 1_000;
}

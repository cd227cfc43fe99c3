/**
 * Texts that make a careless pattern backtrack and a careless screen burst, as long as a field may take them; and what it
 * costs to do something with one, in work and not in time, so that a busy machine changes nothing.
 */

/** Each is repeated up to the length that is asked for; the end is what a pattern finds out too late. */
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
];

/** All of them, each of exactly this length in UTF-16 units. */
export const slowTexts = (length: number): readonly string[] =>
  MADE_OF.map(([piece, end]) => {
    const room = Math.max(0, length - end.length);
    return (piece.repeat(Math.ceil(room / piece.length)).slice(0, room) + end).slice(0, length);
  });

/** Lengths to try where it isn't known what is taken: as long as anything is anywhere, and then shorter ones. */
export const LENGTHS = [32_000, 8_000, 4_000, 2_000, 1_000, 500, 256, 200, 120, 100, 80, 60, 40, 20] as const;

/** Milliseconds of work that `run` cost this process. */
export async function workOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  return process.cpuUsage(before).user / 1_000;
}

/**
 * Cuts texts between characters as people see them: an emoji of several parts, a flag, a letter with its marks and a Korean
 * syllable are one each. Limits stay what they are, in UTF-16 units.
 */

let segmenter: Intl.Segmenter | undefined;

/** In UTF-16 units. No written character is longer; a heap of marks or joined emoji that is gets cut between two of its parts. */
const LONGEST = 64;

/** Each unit of it is a character: marks and joiners begin at U+0300, and two line breaks can be one character. */
const LATIN = /^[ -\u02ff]+$/;

/** Where the character begins and ends that has the UTF-16 unit at `index`, which must be in `text`. */
export function characterAt(text: string, index: number): readonly [from: number, to: number] {
  // A browser takes about 16 ms for its first segmenter, which the letter in a panel's header would wait for.
  if (LATIN.test(text.slice(Math.max(0, index - 1), index + 2))) return [index, index + 1];
  // Firefox before version 125 has no segmenter: there, only pairs of units stay whole.
  segmenter ??= Intl.Segmenter && new Intl.Segmenter();
  const found = segmenter?.segment(text.slice(0, index + LONGEST)).containing(index);
  if (found && found.segment.length <= LONGEST) return [found.index, found.index + found.segment.length];
  const from = index - lengthAt(text, index - 1) + 1;
  return [from, from + lengthAt(text, from)];
}

/** Units of the code point that begins at `index`. */
const lengthAt = (text: string, index: number): number => ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);

/** The beginning of `text`: at most `length` UTF-16 units, and no character in part. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, characterAt(text, length)[0]);
}

/** The first character of `text`; empty where there is none. */
export function firstCharacter(text: string): string {
  return text && text.slice(0, characterAt(text, 0)[1]);
}

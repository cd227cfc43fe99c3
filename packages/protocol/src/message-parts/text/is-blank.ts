/** Signs for numbers are formats by category, and seen. As a part of a character class. */
export const NUMBER_SIGNS = '\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}';

/**
 * Controls, formats, what a font leaves out by default (selectors, fillers, tags), characters that are none, the empty Braille
 * pattern and the note without a head. As a part of a character class.
 */
export const HIDDEN_CHARACTERS = '\\p{Cc}\\p{Cf}\\p{DI}\\p{NChar}\u2800\u{1d159}';

/** On its own, so that the field to write in doesn't carry all of `cleanText`. */
const VISIBLE = new RegExp(`[^\\p{Z}${HIDDEN_CHARACTERS}]|[${NUMBER_SIGNS}]`, 'u');

/** Whether `text` has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

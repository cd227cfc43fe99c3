/** Signs for numbers are formats by category, and seen. As a part of a character class. */
export const NUMBER_SIGNS = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';

/** On its own, so that the field to write in doesn't carry all of `cleanText`. */
const VISIBLE = new RegExp(`[^\\p{Cc}\\p{Cf}\\p{DI}\\p{Z}\\u2800]|[${NUMBER_SIGNS}]`, 'u');

/** Whether `text` has no visible character. */
export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}

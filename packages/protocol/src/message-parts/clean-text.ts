/**
 * Takes out what can't be seen but changes what is read: direction switches that turn an address around, characters of
 * no width that hide words, and tag characters that smuggle whole sentences past the eye.
 */
const INVISIBLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu;

/** `text` as it may be shown: line breaks are `\n`, letters are composed. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(INVISIBLE, '').normalize('NFC');
}

/** Cleaning takes none of these away. */
const SEEN_ANYWHERE = /[!-~]/;

/** Whether `text` has no visible character. */
export function isBlank(text: string): boolean {
  return !SEEN_ANYWHERE.test(text) && cleanText(text).trim() === '';
}

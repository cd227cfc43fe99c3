/**
 * The bytes of `text` in UTF-8, as `TextEncoder` makes them: half a character becomes U+FFFD. Own code, because the document that
 * Jest tests in has no `TextEncoder`.
 */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const given = character.codePointAt(0) as number;
    const code = given >= 0xd800 && given < 0xe000 ? 0xfffd : given;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), tail(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), tail(code >> 6), tail(code));
    else bytes.push(0xf0 | (code >> 18), tail(code >> 12), tail(code >> 6), tail(code));
  }
  return Uint8Array.from(bytes);
}

const tail = (bits: number): number => 0x80 | (bits & 0x3f);

/**
 * Finds web and e-mail addresses in a text, of any script. Each character is looked at a bounded number of times, whatever
 * the text is.
 */
import type { Address } from './address.js';
import { readMailAddress } from './mail-address.js';
import { readWebAddress } from './web-address.js';

/** What web addresses begin with, and e-mail addresses have in them. */
const SIGNS = /https?:\/\/|www\.|@/gi;

/**
 * The addresses that the link policy allows, in their order. `isMarkdown`: `\_` is `_`, `&amp;` is `&`, and `[1]` at the end of
 * an address is the number of a source. Default: plain text.
 */
export function findAddresses(text: string, isMarkdown = false): readonly Address[] {
  const found: Address[] = [];
  let at = 0;
  for (;;) {
    SIGNS.lastIndex = at;
    const sign = SIGNS.exec(text);
    if (!sign) return found;
    const read =
      sign[0] === '@'
        ? readMailAddress(text, sign.index, at)
        : readWebAddress(text, sign.index, sign[0].length, isMarkdown);
    if (read.link) found.push({ ...read, link: read.link });
    at = read.to;
  }
}

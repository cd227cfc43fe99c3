/**
 * Reads a web address up to where a reader sees it end. A bracket ends it whose partner is outside, a quote that is before
 * it, punctuation of any script, a space, and in scripts without spaces the next word.
 */
import { safeLink } from '../link-policy.js';
import { noAddress, type ReadAddress } from './address.js';
import { characterBefore, characterFrom, continuesWord, isUnspaced } from './scripts.js';

/** Beyond ASCII an address has letters, marks, digits, and the dashes and dots that titles have. */
const BEYOND_ASCII = /[\p{L}\p{M}\p{N}\u2010-\u2013\u00b7\u30fb]/u;
const ENDS = ' "<>\\^`*';
const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const CLOSING = ')]}';
/** What a sentence, emphasis or a table puts behind an address. */
const BEHIND = ".,;:!?'_~|&([{\u2010\u2011\u2012\u2013\u00b7\u30fb";
/** Behind these a word of an unspaced script belongs to the address; behind a letter or digit it is the sentence that goes on. */
const JOINS = '=_-#&?%+~([{';
/** One address ends where the next begins. */
const SEPARATORS = ',;|';
const NEXT = /.https?:\/\//iy;
const PORT = /:\d{1,5}(?!\d)/y;
/** What a browser would take for the name of a user, and the rest for the host. */
const USER = /[\w\-.~%!$&'()*+,;=:]{0,256}@/y;
const WITH_DOTS = /^www\.[^./]+\.[^./]/i;
/** In Markdown. */
const ESCAPED = /\\[_~\-&#=+%.]/y;
const ENTITY = /&(?!amp;)#?[a-z0-9]{1,31};/iy;
const SOURCE_OR_LINK = /(?<![=/&?])\[\d{1,2}\](?![\w=&[])|\[[^\]\n]{0,99}\]\(/y;

/** `from`: where `https://`, `http://` or `www.` begins, of `length`. */
export function readWebAddress(text: string, from: number, length: number, isMarkdown: boolean): ReadAddress {
  const hasScheme = text.charAt(from + length - 1) === '/';
  const before = characterBefore(text, from);
  if (!hasScheme && (continuesWord(before) || '.-/@:_\\'.includes(before || ' ')))
    return noAddress(from, from + length);
  const host = hostEnd(text, from + length);
  if (matchesAt(USER, text, host)) return noAddress(from, USER.lastIndex);
  const port = matchesAt(PORT, text, host) ? PORT.lastIndex : host;
  const end = '/?#'.includes(text.charAt(port) || ' ') ? pathEnd(text, port, before, isMarkdown) : port;
  const to = withoutBehind(text, from, end);
  const written = text.slice(from, to);
  const label = isMarkdown ? written.replace(/\\(?=[_~\-&#=+%.])/g, '').replace(/&amp;/g, '&') : written;
  const isWhole = hasScheme || WITH_DOTS.test(label);
  const link = isWhole ? safeLink(hasScheme ? label : `https://${label}`) : null;
  return link ? { from, to, label, link } : noAddress(from, Math.max(end, from + length));
}

function hostEnd(text: string, from: number): number {
  let hasDot = false;
  let at = from;
  for (let before = ''; at < text.length; ) {
    const here = characterFrom(text, at);
    if (!/[\p{L}\p{M}\p{N}._-]/u.test(here)) break;
    if (hasDot && isUnspaced(here) && /[a-z0-9]/i.test(before)) break;
    hasDot ||= here === '.';
    before = here;
    at += here.length;
  }
  return at;
}

/** `from`: the `/`, `?` or `#` behind the host. `around`: the character before the address. */
function pathEnd(text: string, from: number, around: string, isMarkdown: boolean): number {
  const open: string[] = [];
  let before = '';
  let at = from;
  while (at < text.length) {
    const isEscaped = isMarkdown && text.charAt(at) === '\\' && matchesAt(ESCAPED, text, at);
    const here = characterFrom(text, isEscaped ? at + 1 : at);
    if (!isEscaped && (ENDS.includes(here) || here < ' ' || (here === "'" && around === "'"))) break;
    if (here > '~' && !BEYOND_ASCII.test(here)) break;
    if (CLOSING.includes(here) && open.pop() !== here) break;
    if (SEPARATORS.includes(here) && matchesAt(NEXT, text, at)) break;
    if (isMarkdown && '&['.includes(here) && (matchesAt(ENTITY, text, at) || matchesAt(SOURCE_OR_LINK, text, at)))
      break;
    if (isUnspaced(here) && isNextWord(here, before, at === from + 1)) break;
    const closing = BRACKETS[here];
    if (closing) open.push(closing);
    before = here;
    at += here.length + Number(isEscaped);
  }
  return at;
}

/** Whether the sentence goes on with this letter of an unspaced script. `isFirst`: right behind the host and its `/`. */
function isNextWord(here: string, before: string, isFirst: boolean): boolean {
  // Most addresses with a `/` at their end are homes or folders, and in Japanese a particle follows them.
  if (before === '/') return isFirst || /\p{sc=Hira}/u.test(here);
  return !(JOINS.includes(before) || isUnspaced(before));
}

function withoutBehind(text: string, from: number, end: number): number {
  let to = end;
  while (to > from && BEHIND.includes(text.charAt(to - 1))) to -= 1;
  return to;
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

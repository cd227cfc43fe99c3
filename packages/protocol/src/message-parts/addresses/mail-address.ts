import { safeLink } from '../link-policy.js';
import { noAddress, type ReadAddress } from './address.js';
import { characterBefore, characterFrom, continuesWord } from './scripts.js';

const OF_NAME = /[a-z0-9._%+-]/i;
const LONGEST_NAME = 64;
const OF_HOST = /[a-z0-9.-]{1,255}/iy;
/** German and others join words to an address: `shop.example-Adresse`. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z]{2,24}(?=$|-)/i;
const SCHEME = 'mailto:';

/** Reads the e-mail address around the `@` at `at`. Its name begins at `start` at the earliest. */
export function readMailAddress(text: string, at: number, start: number): ReadAddress {
  const none = noAddress(at, at + 1);
  let from = at;
  while (from > start && at - from <= LONGEST_NAME && OF_NAME.test(text.charAt(from - 1))) from -= 1;
  if (isInside(text, from)) return none;
  // An ellipsis, a list's dash and a mark of emphasis are before the address.
  while (from < at && '._-'.includes(text.charAt(from))) from += 1;
  OF_HOST.lastIndex = at + 1;
  const run = withoutEnd(OF_HOST.exec(text)?.[0] ?? '');
  const host = HOST.exec(run)?.[0] ?? '';
  const to = at + 1 + host.length;
  const after = characterFrom(text, to);
  if (host === '' || after === '@' || (host === run && continuesWord(after))) return none;
  const link = safeLink(SCHEME + text.slice(from, to));
  const begin = Math.max(start, from - SCHEME.length);
  if (text.slice(begin, from).toLowerCase() === SCHEME) from = begin;
  return { from, to, label: text.slice(from, to), link };
}

/** Whether what begins at `from` is a part of something longer, which may not be cut to an address of someone else. */
function isInside(text: string, from: number): boolean {
  const before = characterBefore(text, from);
  if (before === "'" || before === '’') return continuesWord(characterBefore(text, from - 1));
  return before === '@' || continuesWord(before) || text.slice(Math.max(0, from - 2), from) === '//';
}

function withoutEnd(run: string): string {
  let end = run.length;
  while (end > 0 && '.-'.includes(run.charAt(end - 1))) end -= 1;
  return run.slice(0, end);
}

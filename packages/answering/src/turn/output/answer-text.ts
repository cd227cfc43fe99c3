/**
 * Cleans a model's text while it is streamed: numbers of supplied passages become citations, other numbers are dropped, pictures become
 * their description, and addresses that the link policy does not allow become plain text.
 *
 * Hold back text whose meaning a later character could change: an open bracket, an address that may continue, a space before a possible
 * number. All other text is shown at once.
 */

import type { AnswerLinks } from './answer-links.js';
import { cleanLinks } from './clean-links.js';

export interface AnswerText {
  /** Takes what the model wrote next; returns what may be shown now. */
  add(text: string): string;
  /** The rest, at the end of a step. */
  end(): string;
  /** Numbers as the model wrote them, in the order they were first used: the first is shown as 1. */
  readonly cited: readonly number[];
}

/** An open bracket with more text after it can't become a link: it is shown as text. */
const LONGEST_BRACKET = 2_400;
/** The marks of code that begin where `lastIndex` is. */
const CODE = /`+/y;
/** An address that is open is never longer than this: the pattern below counts. */
const OPEN_ADDRESS_LENGTH = 2_100;
const OPEN_ADDRESS = new RegExp(
  [
    /<(?:[a-z][a-z0-9+.-]{0,20}(?::[^\s<>]{0,2048})?)?/,
    // As far as screens may see an address go on: through brackets and letters of any script, not through their punctuation.
    /(?:(?:[a-z][a-z0-9+.-]{0,20}:)?\/|\bwww\.)[!#-;=?-_a-~\p{L}\p{M}\p{N}\u2010-\u2013\u00b7\u30fb]{0,2048}/u,
    /\b[a-z][a-z0-9+.-]{0,20}:/,
    /\b(?:h(?:t(?:tps?|t)?)?|ww?|www)/,
  ]
    .map(({ source }) => `(?:${source})$`)
    .join('|'),
  'iu',
);

/**
 * @param supplied true for the numbers that the model was given; null when it has sources of its own, whose numbers stay.
 * @param before the numbers cited in earlier steps of the same answer.
 */
export function answerText(
  supplied: ((number: number) => boolean) | null,
  links: AnswerLinks,
  before: readonly number[] = [],
): AnswerText {
  const cited = [...before];
  let held = '';
  /** The backticks of the code that is open at this point; empty outside code. */
  let fence = '';

  const clean = (text: string, isCode: boolean): string =>
    cleanLinks(isCode || !supplied ? text : numberCitations(text, supplied, cited), links);

  const release = (text: string): string => {
    let out = '';
    let rest = text;
    for (;;) {
      const at = rest.indexOf(fence || '`');
      const mark = at < 0 ? '' : fence || marksAt(rest, at);
      const part = at < 0 ? rest : rest.slice(0, at);
      out += clean(part, fence !== '') + mark;
      if (at < 0) return out;
      rest = rest.slice(at + mark.length);
      fence = fence === '' ? mark : '';
    }
  };

  return {
    cited,
    add(text) {
      held += text.replace(/[\uE000-\uE002]/g, '');
      const safe = settledLength(held);
      const ready = held.slice(0, safe);
      held = held.slice(safe);
      return ready === '' ? '' : release(ready);
    },
    end() {
      const rest = held;
      held = '';
      return release(rest);
    },
  };
}

/** Replaces the model's numbers by those the visitor sees and drops numbers that it was not given. Adds to `cited`. */
function numberCitations(text: string, supplied: (number: number) => boolean, cited: number[]): string {
  const shown = (number: number): number => {
    const known = cited.indexOf(number);
    return known >= 0 ? known + 1 : cited.push(number);
  };
  return text.replace(
    /([ \u00a0]?)\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()/g,
    (_all, _space: string, list: string) => {
      const numbers = list.split(/[,;]/).map(Number).filter(supplied);
      return numbers.map((number) => `\u00a0[${shown(number)}]`).join('');
    },
  );
}

/** How much of the text no later character can change the meaning of. */
function settledLength(text: string): number {
  const { open, linksEnd } = bracketsIn(text);
  const settled = Math.min(open, beforeOpenAddress(text, linksEnd));
  // The space before a number belongs to the number; backticks may have a companion coming.
  const unsettled = /(?:[ \u00a0]|(?<!`)`+|!)$/.exec(text.slice(0, settled));
  return unsettled ? unsettled.index : settled;
}

function marksAt(text: string, at: number): string {
  CODE.lastIndex = at;
  return CODE.exec(text)?.[0] ?? '';
}

/**
 * Where an address begins that may go on, from `start` on; also the one letter that `https` or `www` may begin with, and a `<`
 * before a scheme.
 */
function beforeOpenAddress(text: string, start: number): number {
  const from = Math.max(start, text.length - OPEN_ADDRESS_LENGTH);
  const at = text.slice(from).search(OPEN_ADDRESS);
  return at < 0 ? text.length : from + at;
}

/**
 * `open`: where a bracket begins that may still become a link, a picture or a number. `linksEnd`: where the last whole link ends,
 * whose address is closed by its bracket.
 */
function bracketsIn(text: string): { readonly open: number; readonly linksEnd: number } {
  let linksEnd = 0;
  // One that is open for longer is passed over below.
  let at = text.indexOf('[', text.length - LONGEST_BRACKET);
  while (at >= 0) {
    const end = endOfBracket(text, at);
    if (end === null) {
      const start = text[at - 1] === '!' ? at - 1 : at;
      const open = text.slice(start);
      if (open.length > LONGEST_BRACKET || /\n\s*\n/.test(open)) {
        at = text.indexOf('[', at + 1);
        continue;
      }
      return { open: /[ \u00a0]/.test(text[start - 1] ?? '') ? start - 1 : start, linksEnd };
    }
    if (text[end - 1] === ')') linksEnd = end;
    at = text.indexOf('[', end);
  }
  return { open: text.length, linksEnd };
}

/** The index after the bracket and what belongs to it; null while more text is needed to find it. */
function endOfBracket(text: string, from: number): number | null {
  let depth = 0;
  let at = from;
  for (; at < text.length; at++) {
    if (text[at] === '[') depth += 1;
    else if (text[at] === ']' && --depth === 0) break;
  }
  if (at + 1 >= text.length) return null;
  const next = text[at + 1];
  if (next !== '(' && next !== '[') return at + 1;
  const [open, close] = next === '(' ? '()' : '[]';
  for (at += 1, depth = 0; at < text.length; at++) {
    if (text[at] === open) depth += 1;
    else if (text[at] === close && --depth === 0) return at + 1;
  }
  return null;
}

/**
 * What a model writes, made fit to be shown while it is still being written: numbers of passages that it was given become
 * citations, other numbers vanish, pictures become their description, and addresses that the link policy does not allow
 * become plain words.
 *
 * Nothing may be shown that a later character could turn into something else, so a bracket that is open, an address that
 * is not at its end and a space before a possible number are held back; everything else goes out at once.
 */
import { hostOf, type LinkPolicy } from './link-policy.js';

export interface AnswerText {
  /** Takes what the model wrote next; returns what may be shown now. */
  add(text: string): string;
  /** The rest, at the end of a step. */
  end(): string;
  /** Numbers as the model wrote them, in the order they were first used: the first is shown as 1. */
  readonly cited: readonly number[];
}

/** A bracket that is open for longer than this is a bracket and nothing else. */
const HELD = 2_400;
const CODE = /`+/g;
const OPEN_ADDRESS =
  /(?:<(?:[a-z][a-z0-9+.-]{0,20}(?::[^\s<>]{0,2048})?)?|(?:[a-z][a-z0-9+.-]{0,20}:)?\/[^\s<>"'`()[\]]{0,2048}|\b[a-z][a-z0-9+.-]{0,20}:|\bh(?:t(?:tps?|t)?)?)$/i;

/**
 * @param supplied true for the numbers that the model was given; null when it has sources of its own, whose numbers stay.
 * @param before what was cited in earlier steps of the same answer.
 */
export function answerText(
  supplied: ((number: number) => boolean) | null,
  links: LinkPolicy,
  before: readonly number[] = [],
): AnswerText {
  const cited = [...before];
  let held = '';
  /** The backticks that opened the code which what follows is part of. */
  let fence = '';

  const shown = (number: number): number => {
    const known = cited.indexOf(number);
    return known >= 0 ? known + 1 : cited.push(number);
  };

  const citations = (text: string): string => {
    if (!supplied) return text;
    return text.replace(
      /([ \u00a0]?)\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?!\()/g,
      (_all, _space: string, list: string) => {
        const numbers = list.split(/[,;]/).map(Number).filter(supplied);
        return numbers.map((number) => `\u00a0[${shown(number)}]`).join('');
      },
    );
  };

  /** From the inside out, because a picture may be the text of a link. */
  const brackets = (text: string): string => {
    let clean = text;
    for (let depth = 0; depth < 4; depth++) {
      const before = clean;
      clean = clean
        .replace(/!\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])?/g, '$1')
        .replace(
          /(^|[^!])\[([^[\]]*)\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?[^()]*\)/g,
          (_all, first: string, label: string, to: string) =>
            // The marks keep an allowed link from being looked at again.
            links.allows(to) ? `${first}\uE000${label}\uE001${to}\uE002` : `${first}${label}`,
        );
      if (clean === before) break;
    }
    return clean;
  };

  const addresses = (text: string): string =>
    text.replace(
      /(\uE001?)((?:[a-z][a-z0-9+.-]{1,20}:)?\/\/[^\s<>"'`()[\]\uE000-\uE002]+)/gi,
      (all, mark: string, address: string) => {
        if (mark !== '') return all;
        const trailing = /[.,;:!?*_]+$/.exec(address)?.[0] ?? '';
        const bare = address.slice(0, address.length - trailing.length);
        if (links.allows(bare)) return all;
        // `//` without a single dot behind it is a comment in somebody's code.
        return /^\/\/[^.]*$/.test(bare) ? all : hostOf(bare) + trailing;
      },
    );

  /** `<mailto:…>` is a link too. */
  const autolinks = (text: string): string =>
    text.replace(/<([a-z][a-z0-9+.-]{1,30}:[^\s<>]*)>/gi, (all, address: string) => {
      if (links.allows(address)) return all;
      return hostOf(address) || address.replace(/^[^:]*:|[?#].*$/g, '');
    });

  const clean = (text: string, code: boolean): string => {
    const linked = addresses(autolinks(brackets(code ? text : citations(text))));
    return linked
      .replace(/\uE000([^\uE000-\uE002]*)\uE001([^\uE002]*)\uE002/g, '[$1]($2)')
      .replace(/[\uE000-\uE002]/g, '');
  };

  const release = (text: string): string => {
    let out = '';
    let rest = text;
    for (;;) {
      const at = fence === '' ? rest.search(/`/) : rest.indexOf(fence);
      const mark = at < 0 ? '' : fence === '' ? ((rest.slice(at).match(CODE) ?? [''])[0] as string) : fence;
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

/** How much of the text no later character can change the meaning of. */
function settledLength(text: string): number {
  const settled = Math.min(beforeOpenBracket(text), beforeOpenAddress(text));
  // The space before a number belongs to the number; backticks may have a companion coming.
  const kept = /(?:[ \u00a0]|`+|!)$/.exec(text.slice(0, settled));
  return kept ? kept.index : settled;
}

/** Where an address begins that may go on; also the one letter that `https` may begin with, and a `<` before a scheme. */
function beforeOpenAddress(text: string): number {
  const at = text.search(OPEN_ADDRESS);
  return at < 0 ? text.length : at;
}

/** Where a bracket begins that may still become a link, a picture or a number. */
function beforeOpenBracket(text: string): number {
  let at = text.indexOf('[');
  while (at >= 0) {
    const end = endOfBracket(text, at);
    if (end === null) {
      const start = text[at - 1] === '!' ? at - 1 : at;
      const open = text.slice(start);
      if (open.length > HELD || /\n\s*\n/.test(open)) {
        at = text.indexOf('[', at + 1);
        continue;
      }
      return /[ \u00a0]/.test(text[start - 1] ?? '') ? start - 1 : start;
    }
    at = text.indexOf('[', end);
  }
  return text.length;
}

/** The index after the bracket and what belongs to it; null while that can't be told yet. */
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

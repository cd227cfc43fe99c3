/** What Markdown in a chat has beyond the standard. */
import {
  type Address,
  characterBefore,
  characterFrom,
  findAddresses,
  isFullWidth,
  mayTouchForeignWord,
  withoutHidden,
} from '@service/protocol';
import type { MarkdownIt, StateInline } from 'markdown-it';

export function addChatRules(parser: MarkdownIt): void {
  addAddresses(parser);
  parser.inline.ruler.before('autolink', 'line_break', lineBreak);
  parser.inline.State = emphasisBeside(parser.inline.State);
  parser.core.ruler.before('text_join', 'hidden_entities', (state) => {
    for (const { children } of state.tokens)
      for (const token of children ?? []) if (token.info === 'entity') token.content = withoutHidden(token.content);
  });
}

/** `<br>` is a line break: in a table Markdown has no other. Other HTML stays text. */
const LINE_BREAK = /<br[ \t]*\/?>[ \t]*\n?[ \t]*/iy;

function lineBreak(state: StateInline, silent: boolean): boolean {
  LINE_BREAK.lastIndex = state.pos;
  if (!LINE_BREAK.test(state.src) || LINE_BREAK.lastIndex > state.posMax) return false;
  if (!silent) state.push('hardbreak', 'br', 0);
  state.pos = LINE_BREAK.lastIndex;
  return true;
}

/** Addresses as they are written become links before anything in them is read as emphasis. */
function addAddresses(parser: MarkdownIt): void {
  const found = new WeakMap<StateInline, ReadonlyMap<number, Address>>();
  const addressesIn = (state: StateInline): ReadonlyMap<number, Address> => {
    const known = found.get(state);
    if (known) return known;
    const addresses = new Map(findAddresses(state.src, true).map((address) => [address.from, address]));
    found.set(state, addresses);
    return addresses;
  };
  parser.inline.ruler.before('text', 'address', (state, silent) => {
    const address = addressesIn(state).get(state.pos);
    // In the text of a link there is no other link.
    if (!address || address.to > state.posMax || state.linkLevel > 0) return false;
    if (!silent) {
      state.push('link_open', 'a', 1).attrs = [['href', address.link.href]];
      state.push('address', '', 0).content = address.label;
      state.push('link_close', 'a', -1);
    }
    state.pos = address.to;
    return true;
  });
  parser.inline.ruler.at('text', (state, silent) => {
    const addresses = addressesIn(state);
    let to = state.pos;
    while (to < state.posMax && !MARKS.includes(state.src.charAt(to)) && !(to > state.pos && addresses.has(to)))
      to += 1;
    if (to === state.pos) return false;
    if (!silent) state.pending += state.src.slice(state.pos, to);
    state.pos = to;
    return true;
  });
}

/** What a rule may begin with. */
const MARKS = '\n!#$%&*+-:<=>@[\\]^_`{}~';

/**
 * One `*` between two digits multiplies them. The standard lets `**` begin or end beside punctuation only where a space is on
 * the other side. Scripts without spaces have none there, and full-width punctuation has its space in itself.
 */
function emphasisBeside(State: typeof StateInline): typeof StateInline {
  return class extends State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      if (!canSplitWord) return scanned;
      const before = characterBefore(this.src, start);
      const end = start + scanned.length;
      const after = end < this.posMax ? characterFrom(this.src, end) : '';
      if (scanned.length === 1 && /^\d\d$/.test(before + after))
        return { ...scanned, can_open: false, can_close: false };
      if (scanned.can_open && scanned.can_close) return scanned;
      return {
        ...scanned,
        can_open: scanned.can_open || (isInk(after) && (mayTouchForeignWord(before) || isFullWidth(after))),
        can_close: scanned.can_close || (isInk(before) && (mayTouchForeignWord(after) || isFullWidth(before))),
      };
    }
  };
}

const isInk = (character: string): boolean => /\S/u.test(character);

/** What the lists of conversations say. */
import { isSearch, type ListChoice, type View } from '../../console/address.js';
import { dayOf } from '../../content/time.js';
import type { Loaded } from './pages.js';

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  queue: 'Queue',
  mine: 'Mine',
  assistant: 'Assistant',
  closed: 'Closed',
  all: 'All',
};

const EMPTY: Readonly<Record<View, string>> = {
  queue: 'No one has asked for a person. New requests appear here.',
  mine: 'No conversation is with you. Take one over, and it is here.',
  assistant: 'The assistant has no open conversation.',
  closed: 'No conversation is closed yet.',
  all: 'No one has written yet.',
};

/** Of a list without a conversation. */
export function emptyText(choice: ListChoice): string {
  const { view, inbox, words } = choice;
  if (isSearch(choice)) return `Nothing found for “${words.trim()}”.`;
  return inbox === null || view === 'mine' ? EMPTY[view] : 'There is none in this inbox.';
}

/** How much of the list is shown, and in which order. */
export function shownText(choice: ListChoice, { rows, next, searchedTo }: Loaded): string {
  const count = rows.length;
  if (isSearch(choice)) {
    if (next === null) return `${count} found in ${placeOf(choice)}.`;
    const back = searchedTo === null ? 'so far' : `back to ${dayOf(searchedTo)}`;
    return count === 0 ? `Nothing found ${back}.` : `${count} found ${back}, the latest first.`;
  }
  const order = choice.view === 'queue' ? 'the longest waiting first' : 'the latest first';
  if (next !== null) return `The first ${count} are shown, ${order}.`;
  return count === 1 ? 'This is the only one.' : `All ${count} are shown, ${order}.`;
}

function placeOf({ view, inbox }: ListChoice): string {
  if (inbox !== null) return 'this inbox';
  return view === 'all' ? 'all conversations' : `“${VIEW_NAMES[view]}”`;
}

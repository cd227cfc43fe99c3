import { readFoundFrame } from '@service/protocol';
import type { ForeignFrame } from '../state/input.js';
import { request, requestAnswered, type Transition } from '../state/transition.js';
import { act, type SearchCallback, stateOf, update } from './deferred-state.js';

export function search(tx: Transition, text: string, callback: SearchCallback): void {
  const id = request(tx, 'search', (name) => ({ t: 'search', id: name, text }));
  if (id === null) act(tx, { do: 'deliver-search', callback, found: null });
  else update(tx, { searches: { ...stateOf(tx).searches, [id]: callback } });
}

/** False: malformed. */
export function searchResultReceived(tx: Transition, frame: ForeignFrame): boolean {
  const found = readFoundFrame(frame);
  if (!found) return false;
  requestAnswered(tx, found.id);
  settle(tx, found.id, found);
  return true;
}

/** True: it was a search that the server refused. */
export function searchRefused(tx: Transition, id: string): boolean {
  return settle(tx, id, null);
}

/** Every caller gets an answer, also when the connection is lost. */
export function failSearches(tx: Transition): void {
  for (const id of Object.keys(stateOf(tx).searches)) settle(tx, id, null);
}

function settle(tx: Transition, id: string, found: Parameters<SearchCallback>[0]): boolean {
  const { [id]: callback, ...searches } = stateOf(tx).searches;
  if (!callback) return false;
  update(tx, { searches });
  act(tx, { do: 'deliver-search', callback, found });
  return true;
}

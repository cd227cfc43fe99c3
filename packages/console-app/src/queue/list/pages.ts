/** The pages of a list that were read so far, as one. */
import type { ConversationPage, ListedConversation } from '../../api/conversation-api.js';

export interface Loaded {
  readonly rows: readonly ListedConversation[];
  /** For the next page; null: there is none. */
  readonly next: string | null;
  /** Of a search that has gone through a part: to this time, in Unix milliseconds. */
  readonly searchedTo: number | null;
}

/** A later page behind those that are there. */
export function withPage(loaded: Loaded, { conversations, next, searchedTo = null }: ConversationPage): Loaded {
  const known = new Set(loaded.rows.map(({ id }) => id));
  return { rows: [...loaded.rows, ...conversations.filter(({ id }) => !known.has(id))], next, searchedTo };
}

/**
 * The first page, read anew, before the later ones that are there. What was behind its last conversation stays; what was before it and is
 * not in it any more has left the list or is further down.
 */
export function withFirstPage(loaded: Loaded | null, first: ConversationPage): Loaded {
  const { conversations, next, searchedTo = null } = first;
  const fresh = { rows: conversations, next, searchedTo };
  if (!loaded || next === null) return fresh;
  const ids = new Set(conversations.map(({ id }) => id));
  const last = loaded.rows.findLastIndex(({ id }) => id === conversations.at(-1)?.id);
  const rest = last < 0 ? [] : loaded.rows.slice(last + 1).filter(({ id }) => !ids.has(id));
  return rest.length === 0 ? fresh : { ...loaded, rows: [...conversations, ...rest] };
}

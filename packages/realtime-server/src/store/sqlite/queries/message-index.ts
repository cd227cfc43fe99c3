import type { MessagePlace, MessageTerms, Phrase, SearchReach } from '../../port/search.js';
import { change, rows, type Steps } from '../../sql/steps.js';
import { SQLITE } from '../dialect.js';

/** Rows that are read at once, with their words. Most searches find enough in the first. */
const ROWS_AT_ONCE = 100;

export function* addToIndex(conversation: string, messages: readonly MessageTerms[]): Steps<void> {
  for (const { seq, at, terms } of messages)
    yield* change(
      'INSERT OR IGNORE INTO said (conversation, seq, at, terms) VALUES (?1, ?2, ?3, ?4)',
      conversation,
      seq,
      at,
      terms.join(' '),
    );
}

/**
 * Goes through the words of the visitor's own messages, from the latest on. An index of all words would have to go through
 * every word of every visitor that begins as the one that is looked for.
 */
export function* findMessages(
  conversations: readonly string[],
  phrases: readonly Phrase[],
  limit: number,
  { searchedMessages, searchedCharacters }: SearchReach,
): Steps<readonly MessagePlace[]> {
  if (conversations.length === 0 || phrases.length === 0) return [];
  const latest = yield* rows<{ id: number }>(
    `SELECT id FROM said WHERE ${SQLITE.isIn('conversation', '?1')} ORDER BY at DESC, id DESC LIMIT ?2`,
    SQLITE.list(conversations),
    searchedMessages,
  );
  const needles = phrases.map(needleOf);
  const found: MessagePlace[] = [];
  let left = searchedCharacters;
  for (let from = 0; from < latest.length && found.length < limit && left > 0; from += ROWS_AT_ONCE) {
    const ids = latest.slice(from, from + ROWS_AT_ONCE).map(({ id }) => id);
    const page = yield* rows<MessagePlace & { terms: string }>(
      `SELECT conversation, seq, terms FROM said WHERE id IN (SELECT value FROM json_each(?1)) ORDER BY at DESC, id DESC`,
      JSON.stringify(ids),
    );
    for (const { conversation, seq, terms } of page) {
      if (left <= 0 || found.length === limit) break;
      left -= terms.length;
      const text = ` ${terms} `;
      if (needles.every((needle) => text.includes(needle))) found.push({ conversation, seq });
    }
  }
  return found;
}

/** Terms are letters and digits only, divided by spaces. */
const needleOf = ({ terms, prefix }: Phrase): string => ` ${terms.join(' ')}${prefix ? '' : ' '}`;

import type { MessagePlace, MessageTerms, PartlyFound, Phrase, SearchReach } from '../../port/search.js';
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
 * Goes through the words of the visitor's own messages, from the latest on, until `look` says false. An index of all words would have to
 * go through every word of every visitor that begins as the one that is looked for.
 */
function* goThrough(
  conversations: readonly string[],
  { searchedMessages, searchedCharacters }: SearchReach,
  look: (place: MessagePlace, text: string) => boolean,
): Steps<void> {
  const latest = yield* rows<{ id: number }>(
    `SELECT id FROM said WHERE ${SQLITE.isIn('conversation', '?1')} ORDER BY at DESC, id DESC LIMIT ?2`,
    SQLITE.list(conversations),
    searchedMessages,
  );
  let left = searchedCharacters;
  for (let from = 0; from < latest.length; from += ROWS_AT_ONCE) {
    const ids = latest.slice(from, from + ROWS_AT_ONCE).map(({ id }) => id);
    const page = yield* rows<MessagePlace & { terms: string }>(
      `SELECT conversation, seq, terms FROM said WHERE id IN (SELECT value FROM json_each(?1)) ORDER BY at DESC, id DESC`,
      JSON.stringify(ids),
    );
    for (const { conversation, seq, terms } of page) {
      if (left <= 0) return;
      left -= terms.length;
      if (!look({ conversation, seq }, ` ${terms} `)) return;
    }
  }
}

export function* findMessages(
  conversations: readonly string[],
  phrases: readonly Phrase[],
  limit: number,
  reach: SearchReach,
): Steps<readonly MessagePlace[]> {
  if (conversations.length === 0 || phrases.length === 0) return [];
  const needles = phrases.map(needleOf);
  const found: MessagePlace[] = [];
  yield* goThrough(conversations, reach, (place, text) => {
    if (needles.every((needle) => text.includes(needle))) found.push(place);
    return found.length < limit;
  });
  return found;
}

export function* findAnyOf(
  conversations: readonly string[],
  phrases: readonly Phrase[],
  reach: SearchReach,
): Steps<readonly PartlyFound[]> {
  if (conversations.length === 0 || phrases.length === 0) return [];
  const needles = phrases.map(needleOf);
  const latest = new Map<string, PartlyFound>();
  yield* goThrough(conversations, reach, ({ conversation, seq }, text) => {
    const has = needles.reduce((bits, needle, i) => bits | (text.includes(needle) ? 1 << i : 0), 0);
    const key = `${has} ${conversation}`;
    if (has > 0 && seq > (latest.get(key)?.seq ?? 0)) latest.set(key, { conversation, seq, has });
    return true;
  });
  return [...latest.values()];
}

/** Terms are letters and digits only, divided by spaces. */
const needleOf = ({ terms, prefix }: Phrase): string => ` ${terms.join(' ')}${prefix ? '' : ' '}`;

import type { MessagePlace, MessageTerms, Phrase, SearchReach } from '../../port/search.js';
import { change, rows, type Steps } from '../../sql/steps.js';

/** PostgreSQL stores no position beyond this. */
const MAX_POSITION = 16_383;

/** Terms are letters and digits only, so nothing has to be escaped. */
const vectorOf = (terms: readonly string[]): string =>
  terms
    .slice(0, MAX_POSITION)
    .map((term, at) => `'${term}':${at + 1}`)
    .join(' ');

export function* addToIndex(conversation: string, messages: readonly MessageTerms[]): Steps<void> {
  yield* change(
    `INSERT INTO said (conversation, seq, at, terms)
      SELECT ?1, seq, at, terms::tsvector FROM unnest(?2::integer[], ?3::bigint[], ?4::text[]) AS new (seq, at, terms)
      ON CONFLICT DO NOTHING`,
    conversation,
    messages.map(({ seq }) => seq),
    messages.map(({ at }) => at),
    messages.map(({ terms }) => vectorOf(terms)),
  );
}

export function* findMessages(
  conversations: readonly string[],
  phrases: readonly Phrase[],
  limit: number,
  { searchedMessages, searchedCharacters }: SearchReach,
): Steps<readonly MessagePlace[]> {
  if (conversations.length === 0 || phrases.length === 0) return [];
  const terms = phrases.map(
    (phrase) => `(${phrase.terms.map((term) => `'${term}'`).join(' <-> ')}${phrase.prefix ? ':*' : ''})`,
  );
  // `pg_column_size` is known without reading the words. They are stored in about as many bytes as they have characters.
  return yield* rows<MessagePlace>(
    `SELECT conversation, seq FROM (
        SELECT conversation, seq, at, terms, sum(pg_column_size(terms)) OVER (ORDER BY at DESC, seq DESC ROWS UNBOUNDED PRECEDING)
          - pg_column_size(terms) AS newer
        FROM said WHERE conversation = ANY (?1::text[]) ORDER BY at DESC, seq DESC LIMIT ?4
      ) AS latest
      WHERE newer < ?5 AND terms @@ ?2::tsquery ORDER BY at DESC, seq DESC LIMIT ?3`,
    conversations,
    terms.join(' & '),
    limit,
    searchedMessages,
    searchedCharacters,
  );
}

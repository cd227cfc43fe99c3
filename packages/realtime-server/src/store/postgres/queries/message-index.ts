import type { MessagePlace, MessageTerms, PartlyFound, Phrase, SearchReach } from '../../port/search.js';
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

const queryOf = ({ terms, prefix }: Phrase): string =>
  `(${terms.map((term) => `'${term}'`).join(' <-> ')}${prefix ? ':*' : ''})`;

/**
 * The latest messages of the conversations `?1`, at most `?2`, with the size of those before them. `pg_column_size` is known without
 * reading the words. They are stored in about as many bytes as they have characters.
 */
const LATEST = `(
    SELECT conversation, seq, at, terms, sum(pg_column_size(terms)) OVER (ORDER BY at DESC, seq DESC ROWS UNBOUNDED PRECEDING)
      - pg_column_size(terms) AS newer
    FROM said WHERE conversation = ANY (?1::text[]) ORDER BY at DESC, seq DESC LIMIT ?2
  ) AS latest`;

export function* findMessages(
  conversations: readonly string[],
  phrases: readonly Phrase[],
  limit: number,
  { searchedMessages, searchedCharacters }: SearchReach,
): Steps<readonly MessagePlace[]> {
  if (conversations.length === 0 || phrases.length === 0) return [];
  return yield* rows<MessagePlace>(
    `SELECT conversation, seq FROM ${LATEST}
      WHERE newer < ?3 AND terms @@ ?4::tsquery ORDER BY at DESC, seq DESC LIMIT ?5`,
    conversations,
    searchedMessages,
    searchedCharacters,
    phrases.map(queryOf).join(' & '),
    limit,
  );
}

export function* findAnyOf(
  conversations: readonly string[],
  phrases: readonly Phrase[],
  { searchedMessages, searchedCharacters }: SearchReach,
): Steps<readonly PartlyFound[]> {
  if (conversations.length === 0 || phrases.length === 0) return [];
  const bits = phrases.map((_, i) => `CASE WHEN terms @@ (?5::text[])[${i + 1}]::tsquery THEN ${1 << i} ELSE 0 END`);
  return yield* rows<PartlyFound>(
    `SELECT conversation, max(seq) AS seq, has FROM (
        SELECT conversation, seq, ${bits.join(' + ')} AS has FROM ${LATEST} WHERE newer < ?3 AND terms @@ ?4::tsquery
      ) AS found GROUP BY conversation, has`,
    conversations,
    searchedMessages,
    searchedCharacters,
    phrases.map(queryOf).join(' | '),
    phrases.map(queryOf),
  );
}

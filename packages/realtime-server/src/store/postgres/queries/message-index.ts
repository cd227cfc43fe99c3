import type { MessagePlace, MessageTerms, Phrase } from '../../port/search.js';
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
): Steps<readonly MessagePlace[]> {
  if (conversations.length === 0 || phrases.length === 0) return [];
  const terms = phrases.map(
    (phrase) => `(${phrase.terms.map((term) => `'${term}'`).join(' <-> ')}${phrase.prefix ? ':*' : ''})`,
  );
  return yield* rows<MessagePlace>(
    `SELECT conversation, seq FROM said WHERE conversation = ANY (?1::text[]) AND terms @@ ?2::tsquery
      ORDER BY at DESC, seq DESC LIMIT ?3`,
    conversations,
    terms.join(' & '),
    limit,
  );
}

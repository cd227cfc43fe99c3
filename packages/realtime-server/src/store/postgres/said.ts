/**
 * The index of what was said, in PostgreSQL. The database's own dictionaries have no part in it, so both stores find the same;
 * and a visitor's few thousand messages are gone through by their conversations, however much others have said.
 */
import type { MessagesToIndex, SearchStore } from '../port/search.js';
import type { Query } from './pool.js';

export const SAID_TABLES = `
  ALTER TABLE conversations ADD COLUMN indexed_seq integer NOT NULL DEFAULT 0;
  CREATE TABLE said (
    conversation text NOT NULL REFERENCES conversations (id),
    seq integer NOT NULL,
    at bigint NOT NULL,
    terms tsvector NOT NULL,
    PRIMARY KEY (conversation, seq)
  );
`;

/** A position is kept up to this number, by PostgreSQL's own limit. */
const POSITIONS = 16_383;

/** Words are letters and digits only, so nothing in them has to be escaped. */
const vectorOf = (terms: readonly string[]): string =>
  terms
    .slice(0, POSITIONS)
    .map((term, at) => `'${term}':${at + 1}`)
    .join(' ');

/** In one transaction that begins with the lock an erasure takes: what is indexed is either erased with the rest, or not. */
export async function keepSaid(inside: Query, { conversation, to, messages: entries }: MessagesToIndex): Promise<void> {
  const [row] = await inside('SELECT FROM conversations WHERE id = $1 AND erased_at IS NULL FOR UPDATE', [
    conversation,
  ]);
  if (!row) return;
  await inside(
    `INSERT INTO said (conversation, seq, at, terms)
      SELECT $1, seq, at, terms::tsvector FROM unnest($2::integer[], $3::bigint[], $4::text[]) AS new (seq, at, terms)
      ON CONFLICT DO NOTHING`,
    [
      conversation,
      entries.map(({ seq }) => seq),
      entries.map(({ at }) => at),
      entries.map(({ terms }) => vectorOf(terms)),
    ],
  );
  await inside('UPDATE conversations SET indexed_seq = greatest(indexed_seq, $2) WHERE id = $1', [conversation, to]);
}

export function saidOn(query: Query): Pick<SearchStore, 'indexedTo' | 'findMessages'> {
  return {
    async indexedTo(conversations) {
      const rows = await query<{ id: string; seq: number }>(
        'SELECT id, indexed_seq AS seq FROM conversations WHERE erased_at IS NULL AND id = ANY ($1::text[])',
        [conversations],
      );
      return new Map(rows.map(({ id, seq }) => [id, seq]));
    },
    async findMessages(conversations, phrases, limit) {
      if (conversations.length === 0 || phrases.length === 0) return [];
      const said = phrases
        .map(({ terms, prefix }) => `(${terms.map((term) => `'${term}'`).join(' <-> ')}${prefix ? ':*' : ''})`)
        .join(' & ');
      return query(
        `SELECT conversation, seq FROM said WHERE conversation = ANY ($1::text[]) AND terms @@ $2::tsquery
          ORDER BY at DESC, seq DESC LIMIT $3`,
        [conversations, said, limit],
      );
    },
  };
}

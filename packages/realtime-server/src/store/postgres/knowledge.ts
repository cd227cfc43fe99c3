/** The inboxes' knowledge in PostgreSQL, shared by all nodes. */
import type pg from 'pg';
import type { KnowledgeStore, NewPassage, StoredPassage, UnansweredQuestion } from '../port/knowledge.js';
import { floatsOf } from '../sqlite/knowledge-reads.js';
import { inTransaction, type Query } from './pool.js';

const PASSAGE = `passage.file, passage.ordinal, passage.heading, passage.content, passage.hash, file.title, file.url, file.language,
  passage.title_terms AS "titleTerms", passage.heading_terms AS "headingTerms", passage.body_terms AS "bodyTerms"
  FROM knowledge_passages AS passage JOIN knowledge_files AS file USING (inbox, file)`;
/** Positions end there; what a passage says after so many words is indexed at the last one. */
const LAST_POSITION = 16_383;

export function knowledgeIn(pool: pg.Pool, query: Query): KnowledgeStore {
  return {
    async generation(inbox) {
      const [row] = await query<{ generation: number }>(
        'SELECT generation FROM knowledge_generations WHERE inbox = $1',
        [inbox],
      );
      return row?.generation ?? 0;
    },
    files: (inbox) =>
      query(
        `SELECT file, hash, title, url, language, problem,
          (SELECT count(*) FROM knowledge_passages AS passage WHERE passage.inbox = of.inbox AND passage.file = of.file) AS passages,
          (SELECT coalesce(sum(json_array_length(questions::json)), 0) FROM knowledge_passages AS passage WHERE passage.inbox = of.inbox AND passage.file = of.file) AS questions
        FROM knowledge_files AS of WHERE inbox = $1 ORDER BY file`,
        [inbox],
      ),
    replaceFiles: (inbox, kept, removed) =>
      inTransaction(pool, async (inside) => {
        // First, because its row is also the lock: nodes that read the same folder go one after the other.
        await inside(
          `INSERT INTO knowledge_generations (inbox, generation) VALUES ($1, 1)
          ON CONFLICT (inbox) DO UPDATE SET generation = knowledge_generations.generation + 1`,
          [inbox],
        );
        const rows = await inside<{ file: string; hash: string }>(
          'SELECT file, hash FROM knowledge_files WHERE inbox = $1',
          [inbox],
        );
        const known = new Map(rows.map(({ file, hash }) => [file, hash]));
        const fresh = kept.filter(({ file, hash }) => known.get(file) !== hash);
        await inside('DELETE FROM knowledge_files WHERE inbox = $1 AND file = ANY ($2::text[])', [
          inbox,
          [...removed, ...fresh.map(({ file }) => file)],
        ]);
        for (const { file, hash, title, url, language, problem, passages } of fresh) {
          await inside(
            'INSERT INTO knowledge_files (inbox, file, hash, title, url, language, problem) VALUES ($1, $2, $3, $4, $5, $6, $7)',
            [inbox, file, hash, title, url, language, problem],
          );
          await inside(
            `INSERT INTO knowledge_passages
              (inbox, file, ordinal, language, heading, content, hash, title_terms, heading_terms, body_terms, questions, terms)
            SELECT $1, $2, ordinal - 1, $3, heading, content, hash, title_terms, heading_terms, body_terms, questions, terms::tsvector
            FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
              WITH ORDINALITY AS new (heading, content, hash, title_terms, heading_terms, body_terms, questions, terms, ordinal)`,
            [
              inbox,
              file,
              language,
              passages.map((each) => each.heading),
              passages.map((each) => each.content),
              passages.map((each) => each.hash),
              passages.map((each) => each.titleTerms),
              passages.map((each) => each.headingTerms),
              passages.map((each) => each.bodyTerms),
              passages.map((each) => each.questions),
              passages.map(weighted),
            ],
          );
        }
      }),
    terms: (inbox) =>
      query(
        `SELECT file, language, passage.hash, title_terms AS "titleTerms", heading_terms AS "headingTerms", body_terms AS "bodyTerms", questions
        FROM knowledge_passages AS passage WHERE inbox = $1`,
        [inbox],
      ),
    search: async (inbox, language, ways, limit) =>
      ways.length === 0
        ? []
        : query<StoredPassage>(
            `SELECT ${PASSAGE} WHERE passage.inbox = $1 AND passage.language = $2 AND passage.terms @@ $3::tsquery
            ORDER BY ts_rank(passage.terms, $3::tsquery) DESC, passage.file, passage.ordinal LIMIT $4`,
            [inbox, language, ways.map((way) => `(${way.map((term) => `'${term}'`).join(' & ')})`).join(' | '), limit],
          ),
    passagesOf: (inbox, hashes) =>
      query(
        `SELECT ${PASSAGE} WHERE passage.hash = ANY ($2::text[]) AND passage.inbox = $1 ORDER BY passage.file, passage.ordinal`,
        [inbox, hashes],
      ),

    async vectors(inbox, model) {
      const rows = await query<{ hash: string; vector: Buffer }>(
        'SELECT hash, vector FROM knowledge_vectors WHERE model = $2 AND hash IN (SELECT hash FROM knowledge_passages WHERE inbox = $1)',
        [inbox, model],
      );
      return rows.map(({ hash, vector }) => ({ hash, vector: floatsOf(vector) }));
    },
    withoutVector: (inbox, model, limit) =>
      query(
        `SELECT DISTINCT ON (passage.hash) ${PASSAGE} WHERE passage.inbox = $1 AND NOT EXISTS (
          SELECT 1 FROM knowledge_vectors AS known WHERE known.model = $2 AND known.hash = passage.hash
        ) ORDER BY passage.hash LIMIT $3`,
        [inbox, model, limit],
      ),
    async saveVectors(model, vectors) {
      await query(
        `INSERT INTO knowledge_vectors (model, hash, vector)
        SELECT $1, hash, vector FROM unnest($2::text[], $3::bytea[]) AS new (hash, vector)
        ON CONFLICT (model, hash) DO UPDATE SET vector = excluded.vector`,
        [
          model,
          vectors.map(({ hash }) => hash),
          vectors.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
        ],
      );
      await query('DELETE FROM knowledge_vectors WHERE hash NOT IN (SELECT hash FROM knowledge_passages)', []);
    },

    async noteUnanswered({ inbox, conversation, key, text, at, most }) {
      await query(
        `INSERT INTO unanswered (inbox, key, conversation, text, at)
        SELECT $1, $2, id, $4, $5 FROM conversations WHERE id = $3 AND erased_at IS NULL FOR SHARE
        ON CONFLICT (inbox, key, conversation) DO UPDATE SET text = excluded.text, at = excluded.at`,
        [inbox, key, conversation, JSON.stringify(text), at],
      );
      await query(
        'DELETE FROM unanswered WHERE inbox = $1 AND at < (SELECT at FROM unanswered WHERE inbox = $1 ORDER BY at DESC LIMIT 1 OFFSET $2)',
        [inbox, most - 1],
      );
    },
    async unanswered(inbox, limit) {
      const rows = await query<UnansweredQuestion>(
        `SELECT key, (array_agg(text ORDER BY at DESC))[1] AS text, count(*) AS count, max(at) AS "lastAsked"
        FROM unanswered WHERE inbox = $1 GROUP BY key ORDER BY count(*) DESC, max(at) DESC LIMIT $2`,
        [inbox, limit],
      );
      return rows.map((row) => ({ ...row, text: JSON.parse(row.text) as string }));
    },
    async removeUnanswered(inbox, key) {
      const rows = await query('DELETE FROM unanswered WHERE inbox = $1 AND key = $2 RETURNING key', [inbox, key]);
      return rows.length > 0;
    },
  };
}

/** The terms as a tsvector is written, with the weight of where they stand. They are letters and digits only. */
function weighted({ titleTerms, headingTerms, bodyTerms }: NewPassage): string {
  let position = 0;
  const written = (terms: string, weight: string): string[] =>
    terms === '' ? [] : terms.split(' ').map((term) => `'${term}':${Math.min(++position, LAST_POSITION)}${weight}`);
  return [...written(titleTerms, 'A'), ...written(headingTerms, 'B'), ...written(bodyTerms, 'D')].join(' ');
}

/** What reads the inboxes' knowledge, as functions of a database. */
import type Database from 'libsql';
import type {
  KnowledgeFile,
  PassageTerms,
  PassageVector,
  StoredPassage,
  UnansweredQuestion,
} from '../port/knowledge.js';
import { scopeOf } from './knowledge-tables.js';

export interface KnowledgeReads {
  generation(inbox: string): number;
  files(inbox: string): readonly KnowledgeFile[];
  terms(inbox: string): readonly PassageTerms[];
  search(
    inbox: string,
    language: string,
    ways: readonly (readonly string[])[],
    limit: number,
  ): readonly StoredPassage[];
  passagesOf(inbox: string, hashes: readonly string[]): readonly StoredPassage[];
  vectors(inbox: string, model: string): readonly PassageVector[];
  withoutVector(inbox: string, model: string, limit: number): readonly StoredPassage[];
  unanswered(inbox: string, limit: number): readonly UnansweredQuestion[];
}

const PASSAGE = `passage.file, passage.ordinal, passage.heading, passage.content, passage.hash, file.title, file.url, file.language,
  passage.title_terms AS titleTerms, passage.heading_terms AS headingTerms, passage.body_terms AS bodyTerms
  FROM knowledge_passages AS passage JOIN knowledge_files AS file USING (inbox, file)`;

export function knowledgeReadsOn(db: Database.Database): KnowledgeReads {
  const sql = {
    generation: db.prepare('SELECT generation FROM knowledge_generations WHERE inbox = ?'),
    files: db.prepare(
      `SELECT file, hash, title, url, language, problem,
        (SELECT count(*) FROM knowledge_passages AS passage WHERE passage.inbox = of.inbox AND passage.file = of.file) AS passages,
        (SELECT coalesce(sum(json_array_length(questions)), 0) FROM knowledge_passages AS passage WHERE passage.inbox = of.inbox AND passage.file = of.file) AS questions
      FROM knowledge_files AS of WHERE inbox = ? ORDER BY file`,
    ),
    terms: db.prepare(
      `SELECT file, file.language, passage.hash, title_terms AS titleTerms, heading_terms AS headingTerms, body_terms AS bodyTerms, questions
      FROM knowledge_passages AS passage JOIN knowledge_files AS file USING (inbox, file) WHERE inbox = ?`,
    ),
    // A title says most of what a passage is about; then its own heading.
    search: db.prepare(
      `SELECT ${PASSAGE} JOIN (
        SELECT rowid, bm25(knowledge_index, 0.0, 3.0, 2.0, 1.0) AS score FROM knowledge_index
        WHERE knowledge_index MATCH ? ORDER BY score LIMIT ?
      ) AS hit ON hit.rowid = passage.id ORDER BY hit.score, passage.file, passage.ordinal`,
    ),
    byHash: db.prepare(
      `SELECT ${PASSAGE} WHERE passage.hash IN (SELECT value FROM json_each(?)) AND passage.inbox = ? ORDER BY passage.file, passage.ordinal`,
    ),
    vectors: db.prepare(
      'SELECT hash, vector FROM knowledge_vectors WHERE model = ? AND hash IN (SELECT hash FROM knowledge_passages WHERE inbox = ?)',
    ),
    withoutVector: db.prepare(
      `SELECT ${PASSAGE} WHERE passage.inbox = ? AND NOT EXISTS (
        SELECT 1 FROM knowledge_vectors AS known WHERE known.model = ? AND known.hash = passage.hash
      ) GROUP BY passage.hash LIMIT ?`,
    ),
    unanswered: db.prepare(
      // SQLite gives the other columns of the row that has the max.
      'SELECT key, text, count(*) AS count, max(at) AS lastAsked FROM unanswered WHERE inbox = ? GROUP BY key ORDER BY count DESC, lastAsked DESC LIMIT ?',
    ),
  };
  return {
    generation: (inbox) => (sql.generation.get(inbox) as { generation: number } | undefined)?.generation ?? 0,
    files: (inbox) => sql.files.all(inbox) as KnowledgeFile[],
    terms: (inbox) => sql.terms.all(inbox) as PassageTerms[],
    search(inbox, language, ways, limit) {
      const said = ways.map((way) => `(${way.map((term) => `"${term}"`).join(' AND ')})`).join(' OR ');
      if (said === '') return [];
      const match = `scope : "${scopeOf(inbox, language)}" AND {title heading body} : (${said})`;
      return sql.search.all(match, limit) as StoredPassage[];
    },
    passagesOf: (inbox, hashes) => sql.byHash.all(JSON.stringify(hashes), inbox) as StoredPassage[],
    vectors: (inbox, model) =>
      (sql.vectors.all(model, inbox) as { hash: string; vector: string }[]).map(({ hash, vector }) => ({
        hash,
        vector: floatsOf(Buffer.from(vector, 'base64')),
      })),
    withoutVector: (inbox, model, limit) => sql.withoutVector.all(inbox, model, limit) as StoredPassage[],
    unanswered: (inbox, limit) => sql.unanswered.all(inbox, limit) as UnansweredQuestion[],
  };
}

/** Copied, because numbers of four bytes may only begin at every fourth. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

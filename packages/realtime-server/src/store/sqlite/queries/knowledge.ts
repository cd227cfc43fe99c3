import type { NewFile, NewPassage, PassageVector, StoredPassage, UnansweredQuestion } from '../../port/knowledge.js';
import { PASSAGE } from '../../queries/knowledge.js';
import { bytesOf, floatsOf } from '../../sql/floats.js';
import { change, row, rows, type Steps } from '../../sql/steps.js';

/** The term of inbox and language in the index: inbox ids have characters that would divide it. */
const scopeOf = (inbox: string, language: string): string => `x${Buffer.from(`${inbox} ${language}`).toString('hex')}`;

const reads = {
  *search(
    inbox: string,
    language: string,
    ways: readonly (readonly string[])[],
    limit: number,
  ): Steps<readonly StoredPassage[]> {
    if (ways.length === 0) return [];
    const terms = ways.map((way) => `(${way.map((term) => `"${term}"`).join(' AND ')})`).join(' OR ');
    // A title says most of what a passage is about; then its own heading.
    return yield* rows<StoredPassage>(
      `SELECT ${PASSAGE} JOIN (
        SELECT rowid, bm25(knowledge_index, 0.0, 3.0, 2.0, 1.0) AS score FROM knowledge_index
        WHERE knowledge_index MATCH ?1 ORDER BY score LIMIT ?2
      ) AS hit ON hit.rowid = passage.id ORDER BY hit.score, passage.file, passage.ordinal`,
      `scope : "${scopeOf(inbox, language)}" AND {title heading body} : (${terms})`,
      limit,
    );
  },
  *vectors(inbox: string, model: string): Steps<readonly PassageVector[]> {
    const found = yield* rows<{ hash: string; vector: string }>(
      `SELECT hash, vector FROM knowledge_vectors
        WHERE model = ?1 AND hash IN (SELECT hash FROM knowledge_passages WHERE inbox = ?2)`,
      model,
      inbox,
    );
    return found.map(({ hash, vector }) => ({ hash, vector: floatsOf(Buffer.from(vector, 'base64')) }));
  },
  withoutVector: (inbox: string, model: string, limit: number) =>
    rows<StoredPassage>(
      `SELECT ${PASSAGE} WHERE passage.inbox = ?1 AND NOT EXISTS (
        SELECT 1 FROM knowledge_vectors AS known WHERE known.model = ?2 AND known.hash = passage.hash
      ) GROUP BY passage.hash LIMIT ?3`,
      inbox,
      model,
      limit,
    ),
  unanswered: (inbox: string, limit: number) =>
    // SQLite takes the other columns from the row that has the max.
    rows<UnansweredQuestion>(
      `SELECT key, text, count(*) AS count, max(at) AS lastAsked FROM unanswered WHERE inbox = ?1
        GROUP BY key ORDER BY count DESC, lastAsked DESC LIMIT ?2`,
      inbox,
      limit,
    ),
};

function* removeFile(inbox: string, file: string): Steps<void> {
  const passages = yield* rows<{ id: number }>(
    'SELECT id FROM knowledge_passages WHERE inbox = ?1 AND file = ?2',
    inbox,
    file,
  );
  for (const { id } of passages) yield* change('DELETE FROM knowledge_index WHERE rowid = ?1', id);
  yield* change('DELETE FROM knowledge_files WHERE inbox = ?1 AND file = ?2', inbox, file);
}

function* addFile(inbox: string, { file, hash, title, url, language, problem, passages }: NewFile): Steps<void> {
  yield* change(
    `INSERT INTO knowledge_files (inbox, file, hash, title, url, language, problem) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
    inbox,
    file,
    hash,
    title,
    url,
    language,
    problem,
  );
  const scope = scopeOf(inbox, language);
  for (const [ordinal, passage] of passages.entries()) yield* addPassage(inbox, file, ordinal, scope, passage);
}

function* addPassage(inbox: string, file: string, ordinal: number, scope: string, passage: NewPassage): Steps<void> {
  const { titleTerms, headingTerms, bodyTerms } = passage;
  const added = yield* row<{ id: number }>(
    `INSERT INTO knowledge_passages
      (inbox, file, ordinal, heading, content, hash, title_terms, heading_terms, body_terms, questions)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) RETURNING id`,
    inbox,
    file,
    ordinal,
    passage.heading,
    passage.content,
    passage.hash,
    titleTerms,
    headingTerms,
    bodyTerms,
    passage.questions,
  );
  yield* change(
    'INSERT INTO knowledge_index (rowid, scope, title, heading, body) VALUES (?1, ?2, ?3, ?4, ?5)',
    added?.id,
    scope,
    titleTerms,
    headingTerms,
    bodyTerms,
  );
}

const writes = {
  *replaceFiles(inbox: string, replaced: readonly NewFile[], removed: readonly string[]): Steps<void> {
    for (const file of removed) yield* removeFile(inbox, file);
    for (const each of replaced) {
      const sql = 'SELECT 1 FROM knowledge_files WHERE inbox = ?1 AND file = ?2 AND hash = ?3';
      if (yield* row(sql, inbox, each.file, each.hash)) continue;
      yield* removeFile(inbox, each.file);
      yield* addFile(inbox, each);
    }
    yield* change(
      `INSERT INTO knowledge_generations (inbox, generation) VALUES (?1, 1)
        ON CONFLICT (inbox) DO UPDATE SET generation = generation + 1`,
      inbox,
    );
  },
  *saveVectors(model: string, vectors: readonly PassageVector[]): Steps<void> {
    for (const { hash, vector } of vectors)
      yield* change(
        'INSERT OR REPLACE INTO knowledge_vectors (model, hash, vector) VALUES (?1, ?2, ?3)',
        model,
        hash,
        bytesOf(vector).toString('base64'),
      );
    yield* change('DELETE FROM knowledge_vectors WHERE hash NOT IN (SELECT hash FROM knowledge_passages)');
  },
};

export const KNOWLEDGE_INDEX = { reads, writes };

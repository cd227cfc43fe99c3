import type { NewFile, PassageVector, StoredPassage, UnansweredQuestion } from '../../port/knowledge.js';
import { PASSAGE } from '../../queries/knowledge.js';
import { bytesOf, floatsOf } from '../../sql/floats.js';
import { change, row, rows, type Steps } from '../../sql/steps.js';

const reads = {
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
  for (const [ordinal, passage] of passages.entries())
    yield* change(
      `INSERT INTO knowledge_passages
        (inbox, file, ordinal, heading, content, hash, title_terms, heading_terms, body_terms, questions)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`,
      inbox,
      file,
      ordinal,
      passage.heading,
      passage.content,
      passage.hash,
      passage.titleTerms,
      passage.headingTerms,
      passage.bodyTerms,
      passage.questions,
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

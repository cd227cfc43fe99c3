import type { NewFile, PassageVector, StoredPassage, UnansweredQuestion } from '../../port/knowledge.js';
import { PASSAGE } from '../../queries/knowledge.js';
import { bytesOf, floatsOf } from '../../sql/floats.js';
import { change, rows, type Steps } from '../../sql/steps.js';

const reads = {
  *vectors(inbox: string, model: string): Steps<readonly PassageVector[]> {
    const found = yield* rows<{ hash: string; vector: Buffer }>(
      `SELECT hash, vector FROM knowledge_vectors
        WHERE model = ?2 AND hash IN (SELECT hash FROM knowledge_passages WHERE inbox = ?1)`,
      inbox,
      model,
    );
    return found.map(({ hash, vector }) => ({ hash, vector: floatsOf(vector) }));
  },
  withoutVector: (inbox: string, model: string, limit: number) =>
    rows<StoredPassage>(
      `SELECT DISTINCT ON (passage.hash) ${PASSAGE} WHERE passage.inbox = ?1 AND NOT EXISTS (
        SELECT 1 FROM knowledge_vectors AS known WHERE known.model = ?2 AND known.hash = passage.hash
      ) ORDER BY passage.hash LIMIT ?3`,
      inbox,
      model,
      limit,
    ),
  *unanswered(inbox: string, limit: number): Steps<readonly UnansweredQuestion[]> {
    const found = yield* rows<UnansweredQuestion>(
      `SELECT key, (array_agg(text ORDER BY at DESC))[1] AS text, count(*) AS count, max(at) AS "lastAsked"
        FROM unanswered WHERE inbox = ?1 GROUP BY key ORDER BY count(*) DESC, max(at) DESC LIMIT ?2`,
      inbox,
      limit,
    );
    return found.map((each) => ({ ...each, text: JSON.parse(each.text) as string }));
  },
};

function* addFile(inbox: string, { file, hash, title, url, language, problem, passages }: NewFile): Steps<void> {
  yield* change(
    'INSERT INTO knowledge_files (inbox, file, hash, title, url, language, problem) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)',
    inbox,
    file,
    hash,
    title,
    url,
    language,
    problem,
  );
  yield* change(
    `INSERT INTO knowledge_passages
      (inbox, file, ordinal, language, heading, content, hash, title_terms, heading_terms, body_terms, questions)
    SELECT ?1, ?2, ordinal - 1, ?3, heading, content, hash, title_terms, heading_terms, body_terms, questions
    FROM unnest(?4::text[], ?5::text[], ?6::text[], ?7::text[], ?8::text[], ?9::text[], ?10::text[])
      WITH ORDINALITY AS new (heading, content, hash, title_terms, heading_terms, body_terms, questions, ordinal)`,
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
  );
}

const writes = {
  *saveVectors(model: string, vectors: readonly PassageVector[]): Steps<void> {
    yield* change(
      `INSERT INTO knowledge_vectors (model, hash, vector)
        SELECT ?1, hash, vector FROM unnest(?2::text[], ?3::bytea[]) AS new (hash, vector)
        ON CONFLICT (model, hash) DO UPDATE SET vector = excluded.vector`,
      model,
      vectors.map(({ hash }) => hash),
      vectors.map(({ vector }) => bytesOf(vector)),
    );
    yield* change('DELETE FROM knowledge_vectors WHERE hash NOT IN (SELECT hash FROM knowledge_passages)');
  },
};

const transactions = {
  *replaceFiles(inbox: string, replaced: readonly NewFile[], removed: readonly string[]): Steps<void> {
    // First, because its row is also the lock: nodes that read the same folder go one after the other.
    yield* change(
      `INSERT INTO knowledge_generations (inbox, generation) VALUES (?1, 1)
        ON CONFLICT (inbox) DO UPDATE SET generation = knowledge_generations.generation + 1`,
      inbox,
    );
    const found = yield* rows<{ file: string; hash: string }>(
      'SELECT file, hash FROM knowledge_files WHERE inbox = ?1',
      inbox,
    );
    const known = new Map(found.map(({ file, hash }) => [file, hash]));
    const fresh = replaced.filter(({ file, hash }) => known.get(file) !== hash);
    yield* change('DELETE FROM knowledge_files WHERE inbox = ?1 AND file = ANY (?2::text[])', inbox, [
      ...removed,
      ...fresh.map(({ file }) => file),
    ]);
    for (const each of fresh) yield* addFile(inbox, each);
  },
};

export const KNOWLEDGE_INDEX = { reads, writes, transactions };

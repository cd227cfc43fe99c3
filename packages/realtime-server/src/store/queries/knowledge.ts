import type { KnowledgeFile, PassageTerms, StoredPassage, UnansweredNote } from '../port/knowledge.js';
import type { Dialect } from '../sql/dialect.js';
import { change, row, rows, type Steps } from '../sql/steps.js';

/** The columns of a stored passage, and where they come from. */
export const PASSAGE = `passage.file, passage.ordinal, passage.heading, passage.content, passage.hash, file.title, file.url, file.language,
  passage.title_terms AS "titleTerms", passage.heading_terms AS "headingTerms", passage.body_terms AS "bodyTerms"
  FROM knowledge_passages AS passage JOIN knowledge_files AS file USING (inbox, file)`;

function reads(dialect: Dialect) {
  return {
    *generation(inbox: string): Steps<number> {
      const sql = 'SELECT generation FROM knowledge_generations WHERE inbox = ?1';
      return (yield* row<{ generation: number }>(sql, inbox))?.generation ?? 0;
    },
    files: (inbox: string) =>
      rows<KnowledgeFile>(
        `SELECT file, hash, title, url, language, problem,
          (SELECT count(*) FROM knowledge_passages AS passage WHERE passage.inbox = f.inbox AND passage.file = f.file) AS passages,
          (SELECT coalesce(sum(${dialect.arrayLength('questions')}), 0) FROM knowledge_passages AS passage
            WHERE passage.inbox = f.inbox AND passage.file = f.file) AS questions
        FROM knowledge_files AS f WHERE inbox = ?1 ORDER BY file`,
        inbox,
      ),
    terms: (inbox: string) =>
      rows<PassageTerms>(
        `SELECT file, file.language, passage.hash, title_terms AS "titleTerms", heading_terms AS "headingTerms",
          body_terms AS "bodyTerms", questions
        FROM knowledge_passages AS passage JOIN knowledge_files AS file USING (inbox, file) WHERE inbox = ?1`,
        inbox,
      ),
    passagesOf: (inbox: string, hashes: readonly string[]) =>
      rows<StoredPassage>(
        `SELECT ${PASSAGE} WHERE ${dialect.isIn('passage.hash', '?2')} AND passage.inbox = ?1 ORDER BY passage.file, passage.ordinal`,
        inbox,
        dialect.list(hashes),
      ),
  };
}

/** What both databases do alike. Index and vectors are their own. */
export function knowledgeQueries(dialect: Dialect) {
  return {
    reads: reads(dialect),
    writes: {
      *noteUnanswered({ inbox, conversation, key, text, at, most }: UnansweredNote): Steps<void> {
        yield* change(
          `INSERT INTO unanswered (inbox, key, conversation, text, at)
          SELECT ?1, ?2, id, ?4, ?5 FROM conversations WHERE id = ?3 AND erased_at IS NULL${dialect.forShare}
          ON CONFLICT (inbox, key, conversation) DO UPDATE SET text = excluded.text, at = excluded.at`,
          inbox,
          key,
          conversation,
          dialect.fromText(text),
          at,
        );
        yield* change(
          'DELETE FROM unanswered WHERE inbox = ?1 AND at < (SELECT at FROM unanswered WHERE inbox = ?1 ORDER BY at DESC LIMIT 1 OFFSET ?2)',
          inbox,
          most - 1,
        );
      },
      *removeUnanswered(inbox: string, key: string): Steps<boolean> {
        return (yield* change('DELETE FROM unanswered WHERE inbox = ?1 AND key = ?2', inbox, key)) > 0;
      },
    },
  };
}

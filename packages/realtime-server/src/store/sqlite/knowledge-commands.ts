/** What writes the inboxes' knowledge, as functions of a database inside an open transaction (commands.ts says where). */
import type Database from 'libsql';
import type { NewFile, PassageVector, UnansweredNote } from '../port/knowledge.js';
import { scopeOf } from './knowledge-tables.js';

export interface KnowledgeCommands {
  keepFiles(input: {
    readonly inbox: string;
    readonly kept: readonly NewFile[];
    readonly removed: readonly string[];
  }): void;
  keepVectors(input: { readonly model: string; readonly vectors: readonly PassageVector[] }): void;
  noteUnanswered(input: UnansweredNote): void;
  settleUnanswered(input: { readonly inbox: string; readonly key: string }): boolean;
}

export function knowledgeCommandsOn(db: Database.Database): KnowledgeCommands {
  const sql = {
    hash: db.prepare('SELECT hash FROM knowledge_files WHERE inbox = ? AND file = ?'),
    ids: db.prepare('SELECT id FROM knowledge_passages WHERE inbox = ? AND file = ?'),
    unindex: db.prepare('DELETE FROM knowledge_index WHERE rowid = ?'),
    removeFile: db.prepare('DELETE FROM knowledge_files WHERE inbox = ? AND file = ?'),
    file: db.prepare(
      'INSERT INTO knowledge_files (inbox, file, hash, title, url, language, problem) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    passage: db.prepare(
      'INSERT INTO knowledge_passages (inbox, file, ordinal, heading, content, hash, title_terms, heading_terms, body_terms, questions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    index: db.prepare('INSERT INTO knowledge_index (rowid, scope, title, heading, body) VALUES (?, ?, ?, ?, ?)'),
    changed: db.prepare(
      'INSERT INTO knowledge_generations (inbox, generation) VALUES (?, 1) ON CONFLICT (inbox) DO UPDATE SET generation = generation + 1',
    ),
    vector: db.prepare('INSERT OR REPLACE INTO knowledge_vectors (model, hash, vector) VALUES (?, ?, ?)'),
    forgetVectors: db.prepare('DELETE FROM knowledge_vectors WHERE hash NOT IN (SELECT hash FROM knowledge_passages)'),
    asked: db.prepare(
      'INSERT INTO unanswered (inbox, key, conversation, text, at) SELECT ?, ?, id, ?, ? FROM conversations WHERE id = ? AND erased_at IS NULL ' +
        'ON CONFLICT (inbox, key, conversation) DO UPDATE SET text = excluded.text, at = excluded.at',
    ),
    forgetAsked: db.prepare(
      'DELETE FROM unanswered WHERE inbox = ? AND at < (SELECT at FROM unanswered WHERE inbox = ? ORDER BY at DESC LIMIT 1 OFFSET ?)',
    ),
    settle: db.prepare('DELETE FROM unanswered WHERE inbox = ? AND key = ?'),
  };
  const remove = (inbox: string, file: string): void => {
    for (const { id } of sql.ids.all(inbox, file) as { id: number }[]) sql.unindex.run(id);
    sql.removeFile.run(inbox, file);
  };

  return {
    keepFiles({ inbox, kept, removed }) {
      for (const file of removed) remove(inbox, file);
      for (const { file, hash, title, url, language, problem, passages } of kept) {
        if ((sql.hash.get(inbox, file) as { hash: string } | undefined)?.hash === hash) continue;
        remove(inbox, file);
        sql.file.run(inbox, file, hash, title, url, language, problem);
        const scope = scopeOf(inbox, language);
        passages.forEach((each, ordinal) => {
          const { heading, content, hash: said, titleTerms, headingTerms, bodyTerms, questions } = each;
          const { lastInsertRowid } = sql.passage.run(
            inbox,
            file,
            ordinal,
            heading,
            content,
            said,
            titleTerms,
            headingTerms,
            bodyTerms,
            questions,
          );
          sql.index.run(lastInsertRowid, scope, titleTerms, headingTerms, bodyTerms);
        });
      }
      sql.changed.run(inbox);
    },
    keepVectors({ model, vectors }) {
      for (const { hash, vector } of vectors) {
        sql.vector.run(
          model,
          hash,
          Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
        );
      }
      sql.forgetVectors.run();
    },
    noteUnanswered({ inbox, conversation, key, text, at, most }) {
      sql.asked.run(inbox, key, text, at, conversation);
      sql.forgetAsked.run(inbox, inbox, most - 1);
    },
    settleUnanswered: ({ inbox, key }) => sql.settle.run(inbox, key).changes > 0,
  };
}

/**
 * The index of what was said, in SQLite. Its terms are words already, so its own tokenizer only parts them at the spaces.
 * `scope` is one more term, of the conversation: the index looks at nothing else, however much others have said.
 */
import type Database from 'libsql';
import type { MessagePlace, MessagesToIndex, Phrase } from '../port/search.js';

export const SAID_TABLES = `
  ALTER TABLE conversations ADD COLUMN indexed_seq INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE said (
    id INTEGER PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversations (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    scope TEXT NOT NULL,
    terms TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX said_place ON said (conversation, seq);
  CREATE VIRTUAL TABLE said_index USING fts5 (
    scope, terms, content='said', content_rowid='id', tokenize="unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
  );
  -- What is erased must be gone from the index too, and not only out of sight.
  INSERT INTO said_index (said_index, rank) VALUES ('secure-delete', 1);
  CREATE TRIGGER said_comes AFTER INSERT ON said BEGIN
    INSERT INTO said_index (rowid, scope, terms) VALUES (new.id, new.scope, new.terms);
  END;
  CREATE TRIGGER said_goes AFTER DELETE ON said BEGIN
    INSERT INTO said_index (said_index, rowid, scope, terms) VALUES ('delete', old.id, old.scope, old.terms);
  END;
`;

/** Ids have signs that would part them. */
const scopeOf = (conversation: string): string => `x${Buffer.from(conversation).toString('hex')}`;

export interface SaidCommands {
  keepSaid(input: MessagesToIndex): void;
}

export function saidCommandsOn(db: Database.Database): SaidCommands {
  const sql = {
    isThere: db.prepare('SELECT 1 FROM conversations WHERE id = ? AND erased_at IS NULL'),
    add: db.prepare('INSERT OR IGNORE INTO said (conversation, seq, at, scope, terms) VALUES (?, ?, ?, ?, ?)'),
    reach: db.prepare('UPDATE conversations SET indexed_seq = max(indexed_seq, ?) WHERE id = ?'),
  };
  return {
    keepSaid({ conversation, to, messages: entries }) {
      if (!sql.isThere.get(conversation)) return;
      for (const { seq, at, terms } of entries)
        sql.add.run(conversation, seq, at, scopeOf(conversation), terms.join(' '));
      sql.reach.run(to, conversation);
    },
  };
}

export interface SaidReads {
  indexedTo(conversations: readonly string[]): ReadonlyMap<string, number>;
  findSaid(conversations: readonly string[], phrases: readonly Phrase[], limit: number): readonly MessagePlace[];
}

export function saidReadsOn(db: Database.Database): SaidReads {
  const sql = {
    indexed: db.prepare(
      'SELECT id, indexed_seq AS seq FROM conversations WHERE erased_at IS NULL AND id IN (SELECT value FROM json_each(?))',
    ),
    find: db.prepare(
      `SELECT said.conversation, said.seq FROM said_index JOIN said ON said.id = said_index.rowid
      WHERE said_index MATCH ? ORDER BY said.at DESC, said.id DESC LIMIT ?`,
    ),
  };
  return {
    indexedTo(conversations) {
      const rows = sql.indexed.all(JSON.stringify(conversations)) as { id: string; seq: number }[];
      return new Map(rows.map(({ id, seq }) => [id, seq]));
    },
    findSaid(conversations, phrases, limit) {
      if (conversations.length === 0 || phrases.length === 0) return [];
      const said = phrases.map(({ terms, prefix }) => `"${terms.join(' ')}"${prefix ? ' *' : ''}`).join(' AND ');
      const where = conversations.map((each) => `"${scopeOf(each)}"`).join(' OR ');
      return sql.find.all(`scope : (${where}) AND terms : (${said})`, limit) as MessagePlace[];
    },
  };
}

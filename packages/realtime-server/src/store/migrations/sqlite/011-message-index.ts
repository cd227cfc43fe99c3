/**
 * Terms are words already, so the tokenizer only divides them at spaces. `scope` is one more term, of the conversation: the index
 * reads nothing of other conversations.
 */
export const MESSAGE_INDEX = `
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

/**
 * The index holds stemmed terms, so the tokenizer only divides them at spaces. `scope` is one more term, of inbox and language: the
 * index reads nothing else.
 */
export const KNOWLEDGE = `
  CREATE TABLE knowledge_generations (inbox TEXT PRIMARY KEY, generation INTEGER NOT NULL) STRICT;
  CREATE TABLE knowledge_files (
    inbox TEXT NOT NULL,
    file TEXT NOT NULL,
    hash TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT,
    language TEXT NOT NULL,
    problem TEXT,
    PRIMARY KEY (inbox, file)
  ) STRICT;
  CREATE TABLE knowledge_passages (
    id INTEGER PRIMARY KEY,
    inbox TEXT NOT NULL,
    file TEXT NOT NULL,
    ordinal INTEGER NOT NULL,
    heading TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL,
    title_terms TEXT NOT NULL,
    heading_terms TEXT NOT NULL,
    body_terms TEXT NOT NULL,
    FOREIGN KEY (inbox, file) REFERENCES knowledge_files (inbox, file) ON DELETE CASCADE
  ) STRICT;
  CREATE UNIQUE INDEX knowledge_passages_place ON knowledge_passages (inbox, file, ordinal);
  CREATE INDEX knowledge_passages_hash ON knowledge_passages (hash);
  CREATE VIRTUAL TABLE knowledge_index USING fts5 (
    scope, title, heading, body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0"
  );
  CREATE TABLE knowledge_vectors (
    model TEXT NOT NULL,
    hash TEXT NOT NULL,
    -- In base64: the driver of this version ends the process over bytes.
    vector TEXT NOT NULL,
    PRIMARY KEY (model, hash)
  ) STRICT, WITHOUT ROWID;
  -- With the conversation goes what was asked in it.
  CREATE TABLE unanswered (
    inbox TEXT NOT NULL,
    key TEXT NOT NULL,
    conversation TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (inbox, key, conversation)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX unanswered_age ON unanswered (inbox, at);
  CREATE INDEX unanswered_conversation ON unanswered (conversation);
`;

/**
 * The tables of the inboxes' knowledge in PostgreSQL. `terms` holds what is stemmed already, with a weight for where it
 * stands; the database's own dictionaries have no part in it, so both stores find the same. Texts are without the signs
 * that PostgreSQL refuses; what isn't sure to be is JSON (schema.ts says why).
 */
export const KNOWLEDGE_TABLES = `
  CREATE TABLE knowledge_generations (inbox text PRIMARY KEY, generation integer NOT NULL);
  CREATE TABLE knowledge_files (
    inbox text NOT NULL,
    file text NOT NULL,
    hash text NOT NULL,
    title text NOT NULL,
    url text,
    language text NOT NULL,
    problem text,
    PRIMARY KEY (inbox, file)
  );
  CREATE TABLE knowledge_passages (
    inbox text NOT NULL,
    file text NOT NULL,
    ordinal integer NOT NULL,
    language text NOT NULL,
    heading text NOT NULL,
    content text NOT NULL,
    hash text NOT NULL,
    title_terms text NOT NULL,
    heading_terms text NOT NULL,
    body_terms text NOT NULL,
    terms tsvector NOT NULL,
    PRIMARY KEY (inbox, file, ordinal),
    FOREIGN KEY (inbox, file) REFERENCES knowledge_files (inbox, file) ON DELETE CASCADE
  );
  CREATE INDEX knowledge_passages_terms ON knowledge_passages USING gin (terms);
  CREATE INDEX knowledge_passages_hash ON knowledge_passages (hash);
  CREATE TABLE knowledge_vectors (
    model text NOT NULL,
    hash text NOT NULL,
    vector bytea NOT NULL,
    PRIMARY KEY (model, hash)
  );
  -- With the conversation goes what was asked in it.
  CREATE TABLE unanswered (
    inbox text NOT NULL,
    key text NOT NULL,
    conversation text NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    text text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (inbox, key, conversation)
  );
  CREATE INDEX unanswered_age ON unanswered (inbox, at);
  CREATE INDEX unanswered_conversation ON unanswered (conversation);
`;

/** The questions that a passage lists, which nothing in the database looks at. */
export const LISTED_QUESTIONS = "ALTER TABLE knowledge_passages ADD COLUMN questions text NOT NULL DEFAULT '[]'";

/**
 * `terms` holds stemmed terms with a weight for where they stand. No dictionary of the database is used, so both stores find the
 * same. Texts are free of the characters that PostgreSQL refuses; what may not be is JSON.
 */
export const KNOWLEDGE = `
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

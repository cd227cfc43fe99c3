/** `events_once` is the promise "never doubled". It has no expiry, because an unsent message may sleep for a week. */
export const LOG = `
  CREATE TABLE contacts (
    id TEXT PRIMARY KEY,
    inbox TEXT NOT NULL,
    attributes TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE conversations (
    id TEXT PRIMARY KEY,
    inbox TEXT NOT NULL,
    contact TEXT NOT NULL REFERENCES contacts (id),
    epoch TEXT NOT NULL,
    head INTEGER NOT NULL DEFAULT 0,
    handler TEXT NOT NULL DEFAULT 'agent',
    read_seq INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX conversations_waiting ON conversations (created_at) WHERE handler IN ('queued', 'human');
  CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    inbox TEXT NOT NULL,
    contact TEXT NOT NULL REFERENCES contacts (id),
    conversation TEXT NOT NULL REFERENCES conversations (id),
    host_origin TEXT NOT NULL,
    consent TEXT,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE events (
    conversation TEXT NOT NULL REFERENCES conversations (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    author_kind TEXT NOT NULL,
    author_id TEXT NOT NULL,
    author_name TEXT,
    client_id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (conversation, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX events_once ON events (conversation, author_id, client_id);
  CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    conversation TEXT NOT NULL REFERENCES conversations (id),
    inbox TEXT NOT NULL,
    message TEXT NOT NULL,
    question INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending',
    attempt INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    lease_until INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX runs_open ON runs (conversation, question) WHERE state IN ('pending', 'running');
  `;

/**
 * The tables, as a list of migrations: each runs once, in order, and is never edited after it has shipped.
 * `events_once` is the promise "never doubled": it has no expiry, because an unsent message may sleep for a week.
 */
import type Database from 'libsql';
import { ATTACHMENT_TABLES } from './attachment-tables.js';
import { FORM_ANSWER_COLUMN } from './form-answers.js';
import { PUT_OUT } from './identify.js';
import { KNOWLEDGE_TABLES, LISTED_QUESTIONS } from './knowledge-tables.js';
import { LOG_IN_ORDER_OF_ARRIVAL, ONCE_IN_ORDER_OF_MAKING } from './log-tables.js';
import { OPERATOR_TABLES } from './operators.js';
import { SAID_TABLES } from './said.js';
import { TOOL_TABLES } from './tool-calls.js';
import { VISITOR_CONVERSATION_COLUMNS } from './visitor-conversations.js';
import { WAITING_LINE } from './waiting-line.js';
import { CHECKPOINT_BYTES, PAGE_BYTES, WAL_LIMIT_BYTES } from './writing.js';

export const MIGRATIONS: readonly string[] = [
  `
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
  `,
  `ALTER TABLE runs ADD COLUMN written TEXT NOT NULL DEFAULT '';`,
  `
  ALTER TABLE runs ADD COLUMN kept TEXT;
  CREATE TRIGGER runs_forget AFTER UPDATE OF state ON runs WHEN new.state NOT IN ('pending', 'running') AND new.kept IS NOT NULL
  BEGIN
    UPDATE runs SET kept = NULL WHERE id = new.id;
  END;
  CREATE TABLE spending (
    day INTEGER NOT NULL,
    key TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (day, key)
  ) STRICT, WITHOUT ROWID;
  `,
  KNOWLEDGE_TABLES,
  TOOL_TABLES,
  // For the forgetting of quiet visitors, which asks for all that belongs to one.
  `
  CREATE INDEX contacts_by_age ON contacts (inbox, created_at);
  CREATE INDEX sessions_of_contact ON sessions (contact);
  CREATE INDEX conversations_of_contact ON conversations (contact);
  `,
  `
  ALTER TABLE contacts ADD COLUMN subject TEXT;
  ALTER TABLE contacts ADD COLUMN profile TEXT;
  CREATE UNIQUE INDEX contacts_person ON contacts (inbox, subject) WHERE subject IS NOT NULL;
  ALTER TABLE conversations ADD COLUMN writer TEXT;
  CREATE INDEX conversations_of ON conversations (contact, created_at);
  ALTER TABLE sessions ADD COLUMN token_salt TEXT NOT NULL DEFAULT '';
  UPDATE sessions SET token_salt = lower(hex(randomblob(32)));
  ALTER TABLE sessions ADD COLUMN token_since INTEGER;
  ALTER TABLE sessions ADD COLUMN next_token TEXT;
  ALTER TABLE sessions ADD COLUMN subject TEXT;
  ALTER TABLE sessions ADD COLUMN kid TEXT;
  ALTER TABLE sessions ADD COLUMN until INTEGER;
  ALTER TABLE sessions ADD COLUMN ended_at INTEGER;
  ALTER TABLE sessions ADD COLUMN ended_why TEXT;
  CREATE UNIQUE INDEX sessions_next ON sessions (next_token) WHERE next_token IS NOT NULL;
  CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX sessions_of_person ON sessions (inbox, subject) WHERE subject IS NOT NULL;
  CREATE TABLE retired_tokens (
    token_hash TEXT PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    salt TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE used_proofs (
    inbox TEXT NOT NULL,
    jti TEXT NOT NULL,
    page TEXT NOT NULL,
    session TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (inbox, jti)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX used_proofs_until ON used_proofs (until);
  `,
  VISITOR_CONVERSATION_COLUMNS,
  ATTACHMENT_TABLES,
  FORM_ANSWER_COLUMN,
  SAID_TABLES,
  LOG_IN_ORDER_OF_ARRIVAL,
  WAITING_LINE,
  // `conversations_of` begins with the contact, too: one index less to write for each conversation.
  'DROP INDEX conversations_of_contact;',
  // A conversation that is forgotten must not be looked for in every session that there is.
  'CREATE INDEX sessions_in ON sessions (conversation);',
  LISTED_QUESTIONS,
  OPERATOR_TABLES,
  PUT_OUT,
  ONCE_IN_ORDER_OF_MAKING,
  // With a session go its old tokens: they must not be looked for among those of everybody.
  'CREATE INDEX retired_tokens_of ON retired_tokens (session);',
];

/** How large the pages of this database are, which may have been made by a version with others. */
export const pageBytes = (db: Database.Database): number =>
  (db.prepare('PRAGMA page_size').get() as { readonly page_size: number }).page_size;

/** Opens for writing: every commit is on disk before it returns, and a second writer is an error, not a wait. */
export function prepareForWriting(db: Database.Database, walLimit = WAL_LIMIT_BYTES): void {
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  const checkpointBytes = Math.min(CHECKPOINT_BYTES, walLimit / 2);
  db.pragma(`wal_autocheckpoint = ${Math.ceil(checkpointBytes / pageBytes(db))}`);
  // Give back to the disk what the log once needed beyond its usual length. Cutting the file at its usual length would make each
  // commit wait for the file system's journal.
  db.pragma(`journal_size_limit = ${2 * checkpointBytes}`);
  // Every message touches pages of its conversation's own; with the 2 MiB of the default most would be read again for each.
  db.pragma('cache_size = -32768');
  db.pragma('busy_timeout = 5000');
  const version = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
  if (version > MIGRATIONS.length) {
    throw new Error(
      `The data was written by a newer version (schema ${version}). Start that version, or restore a backup.`,
    );
  }
  for (let i = version; i < MIGRATIONS.length; i++) {
    db.exec(`BEGIN IMMEDIATE; ${MIGRATIONS[i]} PRAGMA user_version = ${i + 1}; COMMIT;`);
  }
  // The lock on the folder says that nobody else lives: whoever held a lease is dead.
  db.exec("UPDATE runs SET lease_until = 0 WHERE state = 'running'; DELETE FROM open_pages;");
}

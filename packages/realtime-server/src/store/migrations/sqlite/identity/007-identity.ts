export const IDENTITY = `
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
  `;

export const IDENTITY = `
  ALTER TABLE contacts ADD COLUMN subject text;
  ALTER TABLE contacts ADD COLUMN profile text;
  CREATE UNIQUE INDEX contacts_person ON contacts (inbox, subject) WHERE subject IS NOT NULL;
  ALTER TABLE conversations ADD COLUMN writer text;
  CREATE INDEX conversations_of ON conversations (contact, created_at);
  ALTER TABLE sessions ADD COLUMN token_salt text NOT NULL DEFAULT '';
  UPDATE sessions SET token_salt = gen_random_uuid()::text || gen_random_uuid()::text;
  ALTER TABLE sessions ADD COLUMN token_since bigint;
  ALTER TABLE sessions ADD COLUMN next_token text;
  ALTER TABLE sessions ADD COLUMN subject text;
  ALTER TABLE sessions ADD COLUMN kid text;
  ALTER TABLE sessions ADD COLUMN until bigint;
  ALTER TABLE sessions ADD COLUMN ended_at bigint;
  ALTER TABLE sessions ADD COLUMN ended_why text;
  CREATE UNIQUE INDEX sessions_next ON sessions (next_token) WHERE next_token IS NOT NULL;
  CREATE INDEX sessions_ended ON sessions (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX sessions_of_person ON sessions (inbox, subject) WHERE subject IS NOT NULL;
  CREATE TABLE retired_tokens (
    token_hash text PRIMARY KEY,
    session text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    salt text NOT NULL,
    until bigint NOT NULL
  );
  CREATE TABLE used_proofs (
    inbox text NOT NULL,
    jti text NOT NULL,
    page text NOT NULL,
    session text NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (inbox, jti)
  );
  CREATE INDEX used_proofs_until ON used_proofs (until);
  `;

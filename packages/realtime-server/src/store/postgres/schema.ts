/**
 * The tables and the one procedure in PostgreSQL, as a list of migrations: each runs once, in order, and is never edited
 * after it has shipped. Nodes of the version before may still be running while a migration is applied, so it only adds.
 *
 * Texts that people write are kept as JSON (`body`, `author_name`, `written` …): PostgreSQL refuses the character NUL
 * and halves of surrogate pairs in its texts, JSON escapes both. And `text`, not `jsonb`: that would refuse them too, and
 * would not give back the same letters, by which a message sent twice is told from another one under the same id.
 */
import type { ClientBase } from 'pg';
import { ATTACHMENT_TABLES } from './attachment-tables.js';
import { FORM_ANSWERS } from './form-answers.js';
import { PUT_OUT } from './identify.js';
import { KNOWLEDGE_TABLES, LISTED_QUESTIONS } from './knowledge-tables.js';
import { OPERATOR_TABLES } from './operators.js';
import { SAID_TABLES } from './said.js';
import { TOOL_TABLES } from './tool-calls.js';
import { VISITOR_CONVERSATION_COLUMNS } from './visitor-conversations.js';
import { WAITING_LINE } from './waiting-line.js';

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE contacts (
    id text PRIMARY KEY,
    inbox text NOT NULL,
    attributes text,
    created_at bigint NOT NULL
  );
  CREATE TABLE conversations (
    id text PRIMARY KEY,
    inbox text NOT NULL,
    contact text NOT NULL REFERENCES contacts (id),
    epoch text NOT NULL,
    head integer NOT NULL DEFAULT 0,
    handler text NOT NULL DEFAULT 'agent',
    read_seq integer NOT NULL DEFAULT 0,
    created_at bigint NOT NULL
  );
  CREATE INDEX conversations_waiting ON conversations (created_at) WHERE handler IN ('queued', 'human');
  CREATE TABLE sessions (
    token_hash text PRIMARY KEY,
    id text NOT NULL UNIQUE,
    inbox text NOT NULL,
    contact text NOT NULL REFERENCES contacts (id),
    conversation text NOT NULL REFERENCES conversations (id),
    host_origin text NOT NULL,
    consent text,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL
  );
  CREATE TABLE events (
    conversation text NOT NULL REFERENCES conversations (id),
    seq integer NOT NULL,
    at bigint NOT NULL,
    author_kind text NOT NULL,
    author_id text NOT NULL,
    author_name text,
    client_id text NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (conversation, seq)
  );
  -- The promise "never doubled". It has no expiry, because an unsent message may sleep for a week.
  CREATE UNIQUE INDEX events_once ON events (conversation, author_id, client_id);
  CREATE TABLE runs (
    id text PRIMARY KEY,
    ordinal bigint GENERATED ALWAYS AS IDENTITY,
    conversation text NOT NULL REFERENCES conversations (id),
    inbox text NOT NULL,
    message text NOT NULL,
    question integer NOT NULL,
    state text NOT NULL DEFAULT 'pending',
    attempt integer NOT NULL DEFAULT 0,
    owner text,
    lease_until bigint NOT NULL DEFAULT 0,
    written text NOT NULL DEFAULT '""'
  );
  CREATE INDEX runs_open ON runs (conversation, question) WHERE state IN ('pending', 'running');

  -- An append in one round trip, which is also its own transaction. It must stay a procedure of several statements: each
  -- statement sees what was committed before it began, so the look-up sees what the one who held the lock before has
  -- written. As a single statement it would look at the time before it waited, and two nodes would give out one number.
  --
  -- next_handlers is who answers afterwards, for each who may answer before: the rule itself stands in the protocol.
  -- A later version that needs other arguments makes a procedure of another name, for the nodes that still call this one.
  CREATE FUNCTION append_event(
    in_conversation text, in_kind text, in_author text, in_name text, in_client text, in_body text, in_at bigint,
    next_handlers json, run_id text, run_message text, writing_run text, writing_attempt integer, ends text
  ) RETURNS TABLE (outcome text, seq integer, at bigint, author_name text, author_kind text, handler text, epoch text)
  LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    cnv conversations;
    known events;
    next_seq integer;
    next_handler text;
  BEGIN
    SELECT * INTO cnv FROM conversations WHERE id = in_conversation FOR UPDATE;
    IF NOT FOUND THEN
      RETURN QUERY SELECT 'not-found', NULL::integer, NULL::bigint, NULL, NULL, NULL, NULL;
      RETURN;
    END IF;
    SELECT * INTO known FROM events
      WHERE conversation = in_conversation AND author_id = in_author AND client_id = in_client;
    IF FOUND THEN
      RETURN QUERY SELECT CASE WHEN known.body = in_body THEN 'duplicate' ELSE 'conflict' END,
        known.seq, known.at, known.author_name, known.author_kind, cnv.handler, cnv.epoch;
      RETURN;
    END IF;
    IF cnv.handler = 'closed' AND ends IS NULL THEN
      RETURN QUERY SELECT 'closed', NULL::integer, NULL::bigint, NULL, NULL, NULL, NULL;
      RETURN;
    END IF;
    IF writing_run IS NOT NULL THEN
      -- Locked, so that nobody takes the run over between this look and the commit.
      PERFORM FROM runs
        WHERE id = writing_run AND attempt = writing_attempt AND state IN ('pending', 'running') FOR UPDATE;
      IF NOT FOUND THEN
        RETURN QUERY SELECT 'run-over', NULL::integer, NULL::bigint, NULL, NULL, NULL, NULL;
        RETURN;
      END IF;
      IF ends IS NOT NULL THEN
        UPDATE runs SET state = ends, owner = NULL WHERE id = writing_run;
      END IF;
    END IF;
    next_seq := cnv.head + 1;
    next_handler := next_handlers ->> cnv.handler;
    INSERT INTO events (conversation, seq, at, author_kind, author_id, author_name, client_id, body)
      VALUES (in_conversation, next_seq, in_at, in_kind, in_author, in_name, in_client, in_body);
    UPDATE conversations SET head = next_seq, handler = next_handler WHERE id = in_conversation;
    IF run_id IS NOT NULL AND next_handler = 'agent' THEN
      INSERT INTO runs (id, conversation, inbox, message, question)
        VALUES (run_id, in_conversation, cnv.inbox, run_message, next_seq);
    END IF;
    IF cnv.handler = 'agent' AND next_handler <> 'agent' THEN
      UPDATE runs SET state = 'stopped' WHERE conversation = in_conversation AND state = 'pending';
    END IF;
    RETURN QUERY SELECT 'appended', next_seq, in_at, in_name, in_kind, next_handler, cnv.epoch;
  END
  $$;
  `,
  `
  ALTER TABLE runs ADD COLUMN kept text;
  CREATE FUNCTION forget_turn() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.kept := NULL;
    RETURN NEW;
  END
  $$;
  CREATE TRIGGER runs_forget BEFORE UPDATE OF state ON runs FOR EACH ROW
    WHEN (NEW.state NOT IN ('pending', 'running')) EXECUTE FUNCTION forget_turn();
  CREATE TABLE spending (
    day integer NOT NULL,
    key text NOT NULL,
    tokens bigint NOT NULL,
    PRIMARY KEY (day, key)
  );
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
  `,
  VISITOR_CONVERSATION_COLUMNS,
  ATTACHMENT_TABLES,
  FORM_ANSWERS,
  SAID_TABLES,
  WAITING_LINE,
  // `conversations_of` begins with the contact, too: one index less to write for each conversation.
  'DROP INDEX conversations_of_contact',
  // A conversation that is forgotten must not be looked for in every session that there is.
  'CREATE INDEX sessions_in ON sessions (conversation)',
  LISTED_QUESTIONS,
  OPERATOR_TABLES,
  PUT_OUT,
  // With a session go its old tokens: they must not be looked for among those of everybody.
  'CREATE INDEX retired_tokens_of ON retired_tokens (session)',
];

/** Any number that nothing else in the database locks: nodes that start together wait for each other here. */
const MIGRATION_LOCK = 7_305_437_412_361;

/**
 * Brings the tables to this version's state. Safe to call from several nodes at once.
 * @throws when a newer version wrote the data.
 */
export async function migrate(client: ClientBase): Promise<void> {
  // Whoever has waited for the lock must see the tables that its holder made.
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS schema_migrations (version integer PRIMARY KEY)');
    const { rows } = await client.query<{ version: number }>(
      'SELECT coalesce(max(version), 0) AS version FROM schema_migrations',
    );
    const version = rows[0]?.version ?? 0;
    if (version > MIGRATIONS.length) {
      throw new Error(
        `The data was written by a newer version (schema ${version}). Start that version, or restore a backup.`,
      );
    }
    for (let i = version; i < MIGRATIONS.length; i++) {
      await client.query(MIGRATIONS[i] as string);
      await client.query('INSERT INTO schema_migrations (version) VALUES ($1)', [i + 1]);
    }
    await client.query('COMMIT');
  } catch (error) {
    // The connection may be what failed; then the server has undone everything already.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

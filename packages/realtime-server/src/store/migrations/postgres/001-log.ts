export const LOG = `
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
  `;

/**
 * Where the team's list finds a conversation: a few of its events have its inbox and handler. See `sql/activity.ts`. Nodes of the
 * version before don't write it while they still run: the trigger does for the first event of a conversation, and with later ones it
 * stays at its place of before until an event in another span.
 */
export const LISTED_EVENTS = `
  ALTER TABLE events ADD COLUMN listed text;
  UPDATE events SET listed = inbox || '/' || handler FROM conversations
    WHERE conversations.id = events.conversation AND conversations.head = events.seq;
  CREATE INDEX events_listed ON events (listed, at, conversation COLLATE "C", seq) WHERE listed IS NOT NULL;
  CREATE FUNCTION list_first_event() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.listed := (SELECT inbox || '/' || handler FROM conversations WHERE id = NEW.conversation);
    RETURN NEW;
  END
  $$;
  CREATE TRIGGER events_first BEFORE INSERT ON events FOR EACH ROW
    WHEN (NEW.seq = 1 AND NEW.listed IS NULL) EXECUTE FUNCTION list_first_event();

  CREATE OR REPLACE FUNCTION append_event(
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
    last_at bigint;
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
      -- Locked, so that no other takes the run over between this look and the commit.
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
    SELECT events.at INTO last_at FROM events WHERE conversation = in_conversation AND events.seq = cnv.head;
    INSERT INTO events (conversation, seq, at, author_kind, author_id, author_name, client_id, body, listed)
      VALUES (in_conversation, next_seq, in_at, in_kind, in_author, in_name, in_client, in_body,
        CASE WHEN last_at IS NULL OR last_at / 300000 <> in_at / 300000 OR next_handler <> cnv.handler
          THEN cnv.inbox || '/' || next_handler END);
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

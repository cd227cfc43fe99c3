export const ATTACHMENTS = `
  CREATE TABLE attachments (
    id text PRIMARY KEY,
    inbox text NOT NULL,
    contact text NOT NULL,
    size integer NOT NULL,
    descriptor text NOT NULL,
    conversation text,
    seq integer,
    created_at bigint NOT NULL,
    given_up_at bigint
  );
  CREATE INDEX attachments_in ON attachments (conversation) WHERE conversation IS NOT NULL;
  CREATE INDEX attachments_given_up ON attachments (given_up_at) WHERE given_up_at IS NOT NULL;
  CREATE INDEX attachments_of_inbox ON attachments (inbox, created_at) INCLUDE (size);
  CREATE INDEX attachments_of_contact ON attachments (contact, created_at) INCLUDE (size);
  CREATE INDEX attachments_loose ON attachments (created_at) WHERE conversation IS NULL AND given_up_at IS NULL;

  -- In pieces, so that no node ever holds a whole file; already as small as it gets, so not pressed again.
  CREATE TABLE attachment_bytes (
    id text NOT NULL REFERENCES attachments ON DELETE CASCADE,
    part integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (id, part)
  );
  ALTER TABLE attachment_bytes ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE TABLE secrets (name text PRIMARY KEY, value text NOT NULL);

  -- The lock makes counting and storing one step: two uploads that end together would else both find room.
  CREATE FUNCTION add_attachment(
    in_id text, in_inbox text, in_contact text, in_size integer, in_descriptor text, in_at bigint,
    since bigint, contact_bytes bigint, inbox_bytes bigint
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('uploads of ' || in_inbox, 0));
    IF (SELECT coalesce(sum(size), 0) FROM attachments WHERE contact = in_contact AND created_at >= since) + in_size
      > contact_bytes THEN RETURN false; END IF;
    IF (SELECT coalesce(sum(size), 0) FROM attachments WHERE inbox = in_inbox AND created_at >= since) + in_size
      > inbox_bytes THEN RETURN false; END IF;
    INSERT INTO attachments (id, inbox, contact, size, descriptor, created_at)
      VALUES (in_id, in_inbox, in_contact, in_size, in_descriptor, in_at);
    RETURN true;
  END
  $$;

  -- append_event, and with it the files become the event's: both or neither.
  CREATE FUNCTION append_with_files(
    in_conversation text, in_kind text, in_author text, in_name text, in_client text, in_body text, in_at bigint,
    next_handlers json, run_id text, run_message text, writing_run text, writing_attempt integer, ends text,
    files text[]
  ) RETURNS TABLE (outcome text, seq integer, at bigint, author_name text, author_kind text, handler text, epoch text)
  LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    answer record;
    loose integer;
  BEGIN
    -- In the order in which an erasure locks them, or the two could wait for each other.
    PERFORM FROM conversations WHERE id = in_conversation FOR UPDATE;
    PERFORM FROM attachments WHERE id = ANY (files) ORDER BY id FOR UPDATE;
    SELECT count(*) INTO loose FROM attachments
      WHERE id = ANY (files) AND conversation IS NULL AND given_up_at IS NULL;
    BEGIN
      SELECT * INTO answer FROM append_event(in_conversation, in_kind, in_author, in_name, in_client, in_body, in_at,
        next_handlers, run_id, run_message, writing_run, writing_attempt, ends);
      IF answer.outcome = 'appended' THEN
        -- Only now: a message sent again finds its own files taken, and is a duplicate all the same.
        IF loose <> cardinality(files) THEN RAISE EXCEPTION USING ERRCODE = 'FG001'; END IF;
        UPDATE attachments SET conversation = in_conversation, seq = answer.seq WHERE id = ANY (files);
      END IF;
    EXCEPTION WHEN SQLSTATE 'FG001' THEN
      RETURN QUERY SELECT 'file-gone', NULL::integer, NULL::bigint, NULL, NULL, NULL, NULL;
      RETURN;
    END;
    RETURN QUERY SELECT answer.outcome, answer.seq, answer.at, answer.author_name, answer.author_kind, answer.handler,
      answer.epoch;
  END
  $$;
`;

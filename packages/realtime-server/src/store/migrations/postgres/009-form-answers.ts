/** The index is the promise that each form is answered once. */
export const FORM_ANSWERS = `
  ALTER TABLE events ADD COLUMN fills integer;
  CREATE UNIQUE INDEX events_fill ON events (conversation, fills) WHERE fills IS NOT NULL;

  -- append_event, and with it the form is answered: both or neither.
  CREATE FUNCTION append_answer(
    in_conversation text, in_kind text, in_author text, in_name text, in_client text, in_body text, in_at bigint,
    next_handlers json, run_id text, run_message text, writing_run text, writing_attempt integer, ends text,
    in_fills integer
  ) RETURNS TABLE (outcome text, seq integer, at bigint, author_name text, author_kind text, handler text, epoch text)
  LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    answer record;
    filled boolean;
  BEGIN
    PERFORM FROM conversations WHERE id = in_conversation FOR UPDATE;
    SELECT EXISTS (SELECT FROM events WHERE conversation = in_conversation AND fills = in_fills) INTO filled;
    BEGIN
      SELECT * INTO answer FROM append_event(in_conversation, in_kind, in_author, in_name, in_client, in_body, in_at,
        next_handlers, run_id, run_message, writing_run, writing_attempt, ends);
      IF answer.outcome = 'appended' THEN
        -- Only now: an answer sent again finds its own form answered, and is a duplicate all the same.
        IF filled THEN RAISE EXCEPTION USING ERRCODE = 'FF001'; END IF;
        UPDATE events SET fills = in_fills WHERE conversation = in_conversation AND events.seq = answer.seq;
      END IF;
    EXCEPTION WHEN SQLSTATE 'FF001' THEN
      RETURN QUERY SELECT 'form-answered', NULL::integer, NULL::bigint, NULL, NULL, NULL, NULL;
      RETURN;
    END;
    RETURN QUERY SELECT answer.outcome, answer.seq, answer.at, answer.author_name, answer.author_kind, answer.handler,
      answer.epoch;
  END
  $$;
`;

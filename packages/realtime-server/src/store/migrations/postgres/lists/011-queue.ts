/** Conversations that wait already get their place by the time they were begun. */
export const QUEUE = `
  CREATE TABLE desk (attended_at bigint NOT NULL);
  INSERT INTO desk (attended_at) VALUES (0);
  CREATE SEQUENCE tickets;
  ALTER TABLE conversations ADD COLUMN ticket bigint NOT NULL DEFAULT 0;
  UPDATE conversations SET ticket = nextval('tickets')
    FROM (SELECT id FROM conversations WHERE handler IN ('queued', 'human') ORDER BY created_at, id) AS waiting
    WHERE conversations.id = waiting.id;
  CREATE INDEX conversations_line ON conversations (inbox, ticket, id) WHERE handler = 'queued';
  CREATE FUNCTION draw_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.ticket := nextval('tickets');
    RETURN NEW;
  END
  $$;
  CREATE TRIGGER conversations_ticket BEFORE UPDATE OF handler ON conversations FOR EACH ROW
    WHEN (NEW.handler = 'queued' AND OLD.handler <> 'queued') EXECUTE FUNCTION draw_ticket();
`;

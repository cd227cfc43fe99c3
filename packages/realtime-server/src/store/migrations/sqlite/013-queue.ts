/** Conversations that wait already get their place by the time they were begun. */
export const QUEUE = `
  CREATE TABLE desk (attended_at INTEGER NOT NULL, tickets INTEGER NOT NULL) STRICT;
  INSERT INTO desk (attended_at, tickets) VALUES (0, 0);
  ALTER TABLE conversations ADD COLUMN ticket INTEGER NOT NULL DEFAULT 0;
  UPDATE conversations SET ticket = (
    SELECT count(*) FROM conversations AS other
    WHERE other.handler IN ('queued', 'human') AND (other.created_at, other.id) <= (conversations.created_at, conversations.id))
    WHERE handler IN ('queued', 'human');
  UPDATE desk SET tickets = (SELECT coalesce(max(ticket), 0) FROM conversations);
  CREATE INDEX conversations_line ON conversations (inbox, ticket, id) WHERE handler = 'queued';
  CREATE TRIGGER conversations_ticket AFTER UPDATE OF handler ON conversations
    WHEN new.handler = 'queued' AND old.handler <> 'queued'
  BEGIN
    UPDATE desk SET tickets = tickets + 1;
    UPDATE conversations SET ticket = (SELECT tickets FROM desk) WHERE id = new.id;
  END;
`;

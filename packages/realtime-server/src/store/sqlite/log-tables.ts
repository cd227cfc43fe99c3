/**
 * The log as every message writes it: as few pages as can be. Each page that a commit touches goes to disk twice, so a message
 * is laid behind the one before it, whosever that was, and only two indexes are touched where its conversation happens to stand.
 * A conversation's head is what its log says; kept in its row as well, it would be one page more for every message. A migration
 * that makes `conversations` anew must drop `logs` first, and neither table may get columns of the names that `logs` adds.
 */
export const LOG_IN_ORDER_OF_ARRIVAL = `
  CREATE TABLE events_as_they_came (
    conversation TEXT NOT NULL REFERENCES conversations (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    author_kind TEXT NOT NULL,
    author_id TEXT NOT NULL,
    author_name TEXT,
    client_id TEXT NOT NULL,
    body TEXT NOT NULL,
    fills INTEGER
  ) STRICT;
  INSERT INTO events_as_they_came
    SELECT conversation, seq, at, author_kind, author_id, author_name, client_id, body, fills FROM events ORDER BY at;
  DROP TABLE events;
  ALTER TABLE events_as_they_came RENAME TO events;
  CREATE UNIQUE INDEX events_place ON events (conversation, seq);
  CREATE UNIQUE INDEX events_once ON events (conversation, author_id, client_id);
  CREATE UNIQUE INDEX events_fill ON events (conversation, fills) WHERE fills IS NOT NULL;
  ALTER TABLE conversations DROP COLUMN head;
  CREATE VIEW logs AS
    SELECT *, rowid AS arrived, coalesce((SELECT max(seq) FROM events WHERE conversation = conversations.id), 0) AS head FROM conversations;
`;

/**
 * A client's id begins with when it was made, so the ids of one commit lie side by side when nothing stands before them: a page or
 * two for all of its messages, where one of each conversation's own was half of what a message writes. Ids that don't begin so
 * are as safe, and cost what they cost before.
 */
export const ONCE_IN_ORDER_OF_MAKING = `
  DROP INDEX events_once;
  CREATE UNIQUE INDEX events_once ON events (client_id, author_id, conversation);
`;

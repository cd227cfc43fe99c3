/**
 * A commit writes each page that it touches twice, so a message touches as few as possible. Events are stored in order of arrival,
 * and only two indexes are touched at the place of the conversation. The head is read from the events: a column for it would be one
 * more page for each message. A migration that makes `conversations` anew must drop `logs` first, and neither table may get columns
 * with the names that `logs` adds.
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

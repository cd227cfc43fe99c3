/**
 * The line of those who wait for a person. Who joins it draws a ticket, in the transaction that makes them wait and whatever
 * that was: so the order is decided where the log is, and nobody has to count.
 */
import type Database from 'libsql';
import type { Queue } from '../port/queue.js';

/** Those who wait already have waited since their conversation began, as far as is known. */
export const WAITING_LINE = `
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

export interface LineReads {
  waitingLine(inbox: string, limit: number): Queue;
}

export function lineReadsOn(db: Database.Database): LineReads {
  const line = db.prepare(
    "SELECT id FROM conversations WHERE inbox = ? AND handler = 'queued' ORDER BY ticket LIMIT ?",
  );
  const desk = db.prepare('SELECT attended_at FROM desk');
  return {
    waitingLine: (inbox, limit) => ({
      conversations: (line.all(inbox, limit) as { id: string }[]).map(({ id }) => id),
      staffSeenAt: (desk.get() as { attended_at: number }).attended_at,
    }),
  };
}

export interface LineCommands {
  attend(input: { readonly at: number }): void;
}

export function lineCommandsOn(db: Database.Database): LineCommands {
  const attend = db.prepare('UPDATE desk SET attended_at = max(attended_at, ?)');
  return {
    attend({ at }) {
      attend.run(at);
    },
  };
}

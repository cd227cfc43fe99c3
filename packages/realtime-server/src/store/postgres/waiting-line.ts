/**
 * The line of those who wait for a person. Who joins it draws a ticket, in the transaction that makes them wait and whatever
 * that was, also on a node of the version before: so the order is decided where the log is, and nobody has to count.
 */
import type { QueueStore } from '../port/queue.js';
import type { Query } from './pool.js';

/** Those who wait already have waited since their conversation began, as far as is known. */
export const WAITING_LINE = `
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

export function waitingLineOn(query: Query): QueueStore {
  return {
    async queue(inbox, limit) {
      const [row] = await query<{ attended_at: number; ids: readonly string[] }>(
        `SELECT attended_at, ARRAY(
          SELECT id FROM conversations WHERE inbox = $1 AND handler = 'queued' ORDER BY ticket LIMIT $2) AS ids FROM desk`,
        [inbox, limit],
      );
      return { conversations: row?.ids ?? [], staffSeenAt: row?.attended_at ?? 0 };
    },
    async recordStaffSeen(at) {
      await query('UPDATE desk SET attended_at = greatest(attended_at, $1)', [at]);
    },
  };
}

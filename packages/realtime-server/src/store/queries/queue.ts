import type { Queue } from '../port/queue.js';
import type { Dialect } from '../sql/dialect.js';
import { change, rows, type Steps } from '../sql/steps.js';

/** A trigger gives a conversation its ticket when it joins the queue, so its place is decided in the transaction of the event. */
export function queueQueries({ max }: Dialect) {
  return {
    reads: {
      *queue(inbox: string, limit: number): Steps<Queue> {
        const found = yield* rows<{ attended_at: number; id: string | null }>(
          `SELECT desk.attended_at, waiting.id FROM desk LEFT JOIN (
            SELECT id, ticket FROM conversations WHERE inbox = ?1 AND handler = 'queued' ORDER BY ticket LIMIT ?2
          ) AS waiting ON true ORDER BY waiting.ticket`,
          inbox,
          limit,
        );
        return {
          conversations: found.flatMap(({ id }) => (id === null ? [] : [id])),
          staffSeenAt: found[0]?.attended_at ?? 0,
        };
      },
    },
    writes: {
      *recordStaffSeen(at: number): Steps<void> {
        yield* change(`UPDATE desk SET attended_at = ${max}(attended_at, ?1)`, at);
      },
    },
  };
}

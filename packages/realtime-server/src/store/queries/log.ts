import type { LogEvent } from '@service/protocol';
import type { Dialect } from '../sql/dialect.js';
import { type EventRow, eventOf } from '../sql/rows.js';
import { row, rows, type Steps } from '../sql/steps.js';

/** Reads and watermarks of the log. Each database has its own `append`. */
export function logQueries(dialect: Dialect) {
  const { max, min, head } = dialect;
  return {
    reads: {
      *eventsAfter(conversation: string, after: number, limit: number): Steps<readonly LogEvent[]> {
        const found = yield* rows<EventRow>(
          'SELECT * FROM events WHERE conversation = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3',
          conversation,
          after,
          limit,
        );
        return found.map((each) => eventOf(each, dialect));
      },
      *eventsBefore(conversation: string, before: number, limit: number): Steps<readonly LogEvent[]> {
        const found = yield* rows<EventRow>(
          'SELECT * FROM events WHERE conversation = ?1 AND seq < ?2 ORDER BY seq DESC LIMIT ?3',
          conversation,
          before,
          limit,
        );
        return found.map((each) => eventOf(each, dialect)).reverse();
      },
    },
    writes: {
      *markRead(conversation: string, seq: number): Steps<number> {
        const marked = yield* row<{ seq: number }>(
          `UPDATE conversations SET read_seq = ${max}(read_seq, ${min}(?2, ${head})) WHERE id = ?1 RETURNING read_seq AS seq`,
          conversation,
          seq,
        );
        return marked?.seq ?? 0;
      },
      *markSeen(conversation: string, seq: number): Steps<number> {
        const marked = yield* row<{ seq: number }>(
          `UPDATE conversations SET seen_seq = ${max}(seen_seq, ${min}(?2, ${head})) WHERE id = ?1 RETURNING seen_seq AS seq`,
          conversation,
          seq,
        );
        return marked?.seq ?? 0;
      },
    },
  };
}

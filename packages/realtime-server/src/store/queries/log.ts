import type { LogEvent } from '@service/protocol';
import type { Dialect } from '../sql/dialect.js';
import { eventsIn, pages } from '../sql/event-pages.js';
import { row, type Steps } from '../sql/steps.js';

/** Reads and watermarks of the log. Each database has its own `append`. */
export function logQueries(dialect: Dialect) {
  const { max, min, head } = dialect;
  const pageAfter = pages(dialect, 'seq > ?2', 'ASC');
  // By the numbers, which have no gaps: so the index gives them in the order of the page.
  const end = `${min}(?2, 1 + (SELECT max(seq) FROM events WHERE conversation = ?1))`;
  const pageBefore = pages(dialect, `seq < ?2 AND seq >= ${end} - ?3`, 'DESC');
  return {
    reads: {
      *eventsAfter(conversation: string, after: number, limit: number, bytes?: number): Steps<readonly LogEvent[]> {
        return eventsIn(yield* pageAfter(conversation, after, limit, bytes));
      },
      *eventsBefore(conversation: string, before: number, limit: number, bytes?: number): Steps<readonly LogEvent[]> {
        return eventsIn(yield* pageBefore(conversation, before, limit, bytes));
      },
      pageAfter,
      pageBefore,
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

import type {
  ActivityPage,
  ActivityPlace,
  HandoffCounts,
  ListFilter,
  PlacedMessage,
} from '../../port/lists/conversation-list.js';
import type { MessagePlace } from '../../port/search.js';
import { activityOf, LISTED_EVERY_MS, listedAs } from '../../sql/activity.js';
import type { Dialect } from '../../sql/dialect.js';
import { type EventRow, eventOf } from '../../sql/rows.js';
import { row, rows, type Steps } from '../../sql/steps.js';
import { listed } from './listed.js';
import { lastTaken } from './queue.js';

/** Listed events that are read at once, and for one page. More than that only if more conversations are active in the same span. */
const READ_AT_ONCE = 100;
const MOST_READ = 2_000;
/** SQLite joins at most 500 selects. */
const MOST_SELECTS = 200;
/** Later than any event. */
const END_OF_TIME = 10 ** 15;

/** A listed event, see `sql/activity.ts`. */
interface ListedEventRow {
  readonly id: string;
  readonly since: number;
  /** Null: the conversation has a later one, or is erased, or is with another handler now. */
  readonly active: number | null;
  readonly taker: string | null;
}

type Begin = Pick<ListedEventRow, 'since' | 'id'>;

export function conversationListQueries(dialect: Dialect) {
  return {
    reads: {
      byActivity: (filter: ListFilter, after: ActivityPlace | null, limit: number): Steps<ActivityPage> =>
        byActivity(dialect, filter, after, limit),
      listed: listed(dialect),
      *messagesAt(places: readonly MessagePlace[]): Steps<readonly PlacedMessage[]> {
        if (places.length === 0) return [];
        const at = places.map((_, i) => `(conversation = ?${2 * i + 1} AND seq = ?${2 * i + 2})`).join(' OR ');
        const found = yield* rows<EventRow & { readonly conversation: string }>(
          `SELECT * FROM events WHERE ${at}`,
          ...places.flatMap(({ conversation, seq }) => [conversation, seq]),
        );
        return found.map((each) => ({ conversation: each.conversation, event: eventOf(each, dialect) }));
      },
      *handoffCounts(inboxes: readonly string[], most: number): Steps<HandoffCounts> {
        const counted = (which: string): string =>
          `(SELECT count(*) FROM (SELECT 1 AS one FROM conversations
            WHERE ${which} AND ${dialect.isIn('inbox', '?1')} LIMIT ?2) AS batch)`;
        const found = yield* row<HandoffCounts>(
          // As the indexes say it.
          `SELECT ${counted("handler = 'queued'")} AS waiting,
            ${counted("handler IN ('queued', 'human') AND handler = 'human'")} AS taken`,
          dialect.list(inboxes),
          most,
        );
        return { waiting: Number(found?.waiting ?? 0), taken: Number(found?.taken ?? 0) };
      },
    },
  };
}

/**
 * Reads listed events from the latest on, and sorts their conversations by the last event. What has not been read yet is less than a span
 * later than the last one that was, so everything later than that has its place.
 */
function* byActivity(
  dialect: Dialect,
  filter: ListFilter,
  after: ActivityPlace | null,
  limit: number,
): Steps<ActivityPage> {
  const first: ActivityPlace = after ?? { active: END_OF_TIME, id: '' };
  const found = new Map<string, ActivityPlace>();
  let begin: Begin = { since: first.active + 1, id: '' };
  for (let read = 0; ; ) {
    const batch = yield* listedEvents(dialect, filter, begin);
    read += batch.length;
    for (const { id, active, taker } of batch) {
      if (active === null || (filter.takenBy !== undefined && taker !== filter.takenBy)) continue;
      if (isBehind({ active, id }, first)) found.set(id, { active, id });
    }
    const last = batch.length < READ_AT_ONCE ? undefined : batch.at(-1);
    const known = last ? last.since + LISTED_EVERY_MS : 0;
    const placed = [...found.values()]
      .filter(({ active }) => active >= known)
      .sort((a, b) => (isBehind(a, b) ? 1 : -1));
    const [places, end] = [placed.slice(0, limit), placed[limit - 1] ?? null];
    if (!last) return { places, next: placed.length > limit ? end : null };
    if (placed.length >= limit) return { places, next: end };
    if (read >= MOST_READ && known < first.active) return { places, next: { active: known, id: '' } };
    begin = last;
  }
}

const isBehind = (a: ActivityPlace, b: ActivityPlace): boolean =>
  a.active < b.active || (a.active === b.active && a.id < b.id);

/** The next ones behind `begin`: a few of each inbox and handler by the index, and of those the latest. */
function* listedEvents(
  dialect: Dialect,
  { inboxes, handlers, takenBy }: ListFilter,
  begin: Begin,
): Steps<readonly ListedEventRow[]> {
  const all: ListedEventRow[] = [];
  const keys = inboxes.flatMap((inbox) => handlers.map((handler) => listedAs(inbox, handler)));
  for (let from = 0; from < keys.length; from += MOST_SELECTS) {
    const some = keys.slice(from, from + MOST_SELECTS);
    all.push(
      ...(yield* rows<ListedEventRow>(
        listedEventsText(dialect, some.length, takenBy !== undefined),
        begin.since,
        begin.id,
        READ_AT_ONCE,
        ...some,
      )),
    );
  }
  const latestFirst = (a: ListedEventRow, b: ListedEventRow): number => b.since - a.since || (a.id < b.id ? 1 : -1);
  return all.sort(latestFirst).slice(0, READ_AT_ONCE);
}

function listedEventsText(dialect: Dialect, keys: number, withTaker: boolean): string {
  const id = dialect.byBytes('conversation');
  const order = `ORDER BY at DESC, ${id} DESC, seq DESC LIMIT ?3`;
  const selects = Array.from(
    { length: keys },
    (_, at) => `SELECT * FROM (SELECT conversation, seq, at, listed FROM events
      WHERE listed = ?${at + 4} AND (at < ?1 OR (at = ?1 AND ${id} < ?2)) AND at <= ?1 ${order}) AS key${at}`,
  );
  const taker = withTaker ? `CASE WHEN log.handler = 'human' THEN (${lastTaken('log.id', 'author_id')}) END` : 'NULL';
  return `SELECT near.conversation AS id, near.at AS since, ${taker} AS taker,
      CASE WHEN near.listed = log.inbox || '/' || log.handler AND log.erased_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM events AS later
        WHERE later.conversation = near.conversation AND later.seq > near.seq AND later.listed IS NOT NULL
      ) THEN ${activityOf(dialect, 'near.conversation', 'near.at')} END AS active
    FROM (SELECT * FROM (${selects.join(' UNION ALL ')}) AS every_key ${order}) AS near
    JOIN conversations AS log ON log.id = near.conversation`;
}

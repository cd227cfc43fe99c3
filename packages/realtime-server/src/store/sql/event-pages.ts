import type { LogEvent } from '@service/protocol';
import type { EventPage } from '../port/log.js';
import type { Dialect } from './dialect.js';
import { row, type Steps } from './steps.js';

/** A page of events that are no longer than this each is read at once, and cut; one with longer events is measured first. */
const SHORT_BYTES = 4_096;
/** Between two events. No text has it inside, because JSON writes a line break as two letters. */
const SEPARATOR = ',\n';
const ANY_SIZE = Number.MAX_SAFE_INTEGER;
/** An event as JSON is at most so long: a letter of the name may be written as six, and the rest is field names and numbers. */
const EVENT_BYTES =
  'octet_length(body) + octet_length(author_id) + octet_length(client_id) + 6 * coalesce(octet_length(author_name), 0) + 128';

type ReadPage = (conversation: string, from: number, limit: number, bytes?: number) => Steps<EventPage>;

interface PageRow {
  /** Null when the page has no event. */
  readonly json: string | null;
  readonly first: number | null;
  readonly last: number | null;
  /** How many events the page has, and how many of them are in `json`. */
  readonly found: number;
  readonly read: number;
}

/**
 * Reads the events next to one number. The database puts the page together as JSON, because a page of rows costs the driver more than
 * the database: it makes a value of each column of each row.
 * @param place which events, by `?2`; the first `?3` of them are the page
 * @param order from which side the page begins
 */
export function pages(dialect: Dialect, place: string, order: 'ASC' | 'DESC'): ReadPage {
  const event = `'{"seq":' || seq || ',"at":' || at || ',"by":{"kind":"' || author_kind
    || '","id":' || ${dialect.quoted('author_id')} || coalesce(',"name":' || ${dialect.quotedText('author_name')}, '')
    || '},"clientId":' || ${dialect.quoted('client_id')} || ',"body":' || body || '}'`;
  const page = `${dialect.concat('event', SEPARATOR)} AS json, min(seq) AS first, max(seq) AS last, count(*) AS found, count(event) AS read`;
  const atOnce = `
    SELECT ${page} FROM (
      SELECT seq, CASE WHEN octet_length(body) <= CAST(?4 AS bigint) THEN ${event} END AS event FROM events
      WHERE conversation = ?1 AND ${place} ORDER BY seq LIMIT ?3) AS nearest`;
  const measured = `
    SELECT ${page} FROM (
      SELECT seq, ${event} AS event FROM events WHERE conversation = ?1 AND seq IN (
        SELECT seq FROM (
          SELECT seq, bytes, sum(bytes) OVER (ORDER BY seq ${order} ROWS UNBOUNDED PRECEDING) AS bytes_so_far FROM (
            SELECT seq, ${EVENT_BYTES} AS bytes FROM events
            WHERE conversation = ?1 AND ${place} ORDER BY seq LIMIT ?3) AS nearest) AS counted
        WHERE bytes_so_far <= CAST(?4 AS bigint) OR bytes_so_far = bytes) ORDER BY seq) AS fitting`;
  return function* (conversation, from, limit, bytes = ANY_SIZE) {
    const longest = bytes === ANY_SIZE ? ANY_SIZE : SHORT_BYTES;
    const found = (yield* row<PageRow>(atOnce, conversation, from, limit, longest)) as PageRow;
    if (found.read === found.found) return cutPage(pageOf(found), bytes, order);
    return pageOf((yield* row<PageRow>(measured, conversation, from, limit, bytes)) as PageRow);
  };
}

const pageOf = ({ json, first, last }: PageRow): EventPage => ({ json: json ?? '', first, last });

/** As many events as fit, from the side where the page begins, and one in any case. The numbers of a log have no gaps. */
function cutPage(page: EventPage, bytes: number, order: 'ASC' | 'DESC'): EventPage {
  const { json, first, last } = page;
  if (first === null || last === null || Buffer.byteLength(json) <= bytes) return page;
  const events = json.split(SEPARATOR);
  if (order === 'DESC') events.reverse();
  let [count, used] = [0, 0];
  for (const event of events) {
    used += Buffer.byteLength(event) + SEPARATOR.length;
    if (count > 0 && used > bytes) break;
    count++;
  }
  const fitting = events.slice(0, count);
  if (order === 'ASC') return { json: fitting.join(SEPARATOR), first, last: first + count - 1 };
  return { json: fitting.reverse().join(SEPARATOR), first: last - count + 1, last };
}

export const eventsIn = ({ json }: EventPage): readonly LogEvent[] => JSON.parse(`[${json}]`) as readonly LogEvent[];

/**
 * How the list finds the conversations with the latest events, and what that costs an append. Some events are *listed*: they have the
 * inbox and the handler of their conversation in a column with an index. These are the first event of each conversation, the first in
 * each span of five minutes, and each that changes the handler. So most appends write nothing more than before, and those that do, one
 * entry at the end of an index.
 *
 * A conversation is found by its last listed event. Its last event of all, which is read with it, is later by less than the span. So
 * a reader of all listed events of one span knows the exact order of what is later.
 */
import type { Handler } from '@service/protocol';
import type { Dialect } from './dialect.js';

export const LISTED_EVERY_MS = 300_000;

interface Log {
  readonly handler: Handler;
  /** When its last event was; null: there is none. */
  readonly last_at: number | null;
}

/** Whether an event at `at` is listed, after which `next` answers. */
export const isListed = ({ handler, last_at }: Log, next: Handler, at: number): boolean =>
  last_at === null || spanOf(last_at) !== spanOf(at) || next !== handler;

const spanOf = (at: number): number => Math.floor(at / LISTED_EVERY_MS);

/** What a listed event has in its column. */
export const listedAs = (inbox: string, handler: Handler): string => `${inbox}/${handler}`;

/**
 * The same for an insert of several; null where it is not listed. The event before may have been committed after the statement began.
 * Then it is not seen, and one event too many is listed, which changes nothing.
 * @param row the alias that has what is known of each event and of its conversation
 */
export const listedIn = (row: string): string => {
  const before = `(SELECT e.at FROM events e WHERE e.conversation = ${row}.conversation AND e.seq = ${row}.seq - 1)`;
  return `CASE WHEN ${row}.next_handler <> ${row}.handler OR coalesce(${before} / ${LISTED_EVERY_MS}, -1) <> ${row}.at / ${LISTED_EVERY_MS}
      THEN ${row}.inbox || '/' || ${row}.next_handler END`;
};

/**
 * When the latest event of a conversation was. Within the span, also where clocks differ or a node of an earlier version has written.
 * @param since when its last listed event was
 */
export const activityOf = ({ max, min }: Dialect, conversation: string, since: string): string =>
  `${max}(${since}, ${min}(${since} + ${LISTED_EVERY_MS - 1},
    (SELECT at FROM events WHERE conversation = ${conversation} ORDER BY seq DESC LIMIT 1)))`;

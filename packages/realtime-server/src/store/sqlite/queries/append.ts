import { type Handler, nextHandler } from '@service/protocol';
import type { Append, Appended } from '../../port/log.js';
import { isListed, listedAs } from '../../sql/activity.js';
import { type EventRow, eventOf } from '../../sql/rows.js';
import { change, row, type Steps } from '../../sql/steps.js';
import { SQLITE } from '../dialect.js';

/** What an append has to know of its log. */
interface LogRow {
  readonly inbox: string;
  readonly epoch: string;
  readonly handler: Handler;
  readonly head: number;
  /** When its last event was; null: there is none. */
  readonly last_at: number | null;
}

const LOG = `SELECT inbox, epoch, handler, head,
  (SELECT at FROM events WHERE conversation = ?1 ORDER BY seq DESC LIMIT 1) AS last_at FROM logs WHERE id = ?1`;

/** Within the writer's transaction. The unique indexes decide what is new. */
export function* append(input: Append): Steps<Appended> {
  const { conversation, writes, attaches = [] } = input;
  const log = yield* row<LogRow>(LOG, conversation);
  if (!log) return { kind: 'not-found' };
  const refusal = yield* refusalOf(input, log);
  if (refusal) return (yield* sentBefore(input, log)) ?? { kind: refusal };
  const seq = log.head + 1;
  if (!(yield* addEvent(input, log)))
    return (yield* sentBefore(input, log)) ?? { kind: input.fills === undefined ? 'conflict' : 'form-answered' };
  for (const id of attaches)
    yield* change('UPDATE attachments SET conversation = ?1, seq = ?2 WHERE id = ?3', conversation, seq, id);
  if (writes?.ends) yield* change('UPDATE runs SET state = ?1, owner = NULL WHERE id = ?2', writes.ends, writes.run);
  const handler = yield* handOver(input, log, seq);
  const { at, by, clientId, body } = input;
  return { kind: 'appended', event: { seq, at, by, clientId, body }, handler, epoch: log.epoch };
}

/** Why the log takes nothing new. An event that was sent before is answered as such all the same. */
function* refusalOf(
  { writes, attaches = [] }: Append,
  { handler }: LogRow,
): Steps<'closed' | 'run-over' | 'file-gone' | null> {
  if (handler === 'closed' && !writes?.ends) return 'closed';
  if (writes) {
    const held = yield* row(
      "SELECT 1 FROM runs WHERE id = ?1 AND attempt = ?2 AND state IN ('pending', 'running')",
      writes.run,
      writes.attempt,
    );
    if (!held) return 'run-over';
  }
  for (const id of attaches) {
    const free = yield* row(
      'SELECT 1 FROM attachments WHERE id = ?1 AND conversation IS NULL AND given_up_at IS NULL',
      id,
    );
    if (!free) return 'file-gone';
  }
  return null;
}

/** Doesn't ask first whether the event is new: that would cost every message what few of them need. */
function* addEvent({ conversation, at, by, clientId, body, fills }: Append, log: LogRow): Steps<boolean> {
  const added = yield* change(
    `INSERT OR IGNORE INTO events (conversation, seq, at, author_kind, author_id, author_name, client_id, body, fills, listed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`,
    conversation,
    log.head + 1,
    at,
    by.kind,
    by.id,
    by.name ?? null,
    clientId,
    JSON.stringify(body),
    fills ?? null,
    isListed(log, nextHandler(log.handler, body), at) ? listedAs(log.inbox, nextHandler(log.handler, body)) : null,
  );
  return added === 1;
}

function* sentBefore({ conversation, by, clientId, body }: Append, { epoch }: LogRow): Steps<Appended | null> {
  const known = yield* row<EventRow>(
    'SELECT * FROM events WHERE conversation = ?1 AND author_id = ?2 AND client_id = ?3',
    conversation,
    by.id,
    clientId,
  );
  if (!known) return null;
  return known.body === JSON.stringify(body)
    ? { kind: 'duplicate', event: eventOf(known, SQLITE), epoch }
    : { kind: 'conflict' };
}

/** Who answers from now on, and the jobs that begin or end with it. */
function* handOver({ conversation, body, run }: Append, log: LogRow, seq: number): Steps<Handler> {
  const handler = nextHandler(log.handler, body);
  if (handler !== log.handler)
    yield* change('UPDATE conversations SET handler = ?1 WHERE id = ?2', handler, conversation);
  if (run && handler === 'agent')
    yield* change(
      'INSERT INTO runs (id, conversation, inbox, message, question) VALUES (?1, ?2, ?3, ?4, ?5)',
      run.id,
      conversation,
      log.inbox,
      run.message,
      seq,
    );
  if (log.handler === 'agent' && handler !== 'agent')
    yield* change("UPDATE runs SET state = 'stopped' WHERE conversation = ?1 AND state = 'pending'", conversation);
  return handler;
}

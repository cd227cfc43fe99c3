/**
 * The client's copy of one conversation's log: a window without holes that ends at the last number applied.
 * What must hold: only `applied + 1` is ever applied; what comes early is held until the missing numbers are there;
 * what comes twice is dropped; another epoch means another log.
 */
import { CLIENT_LIMITS, type FollowingFrame, type Handler, type LogEvent, nextHandler } from '@service/protocol';

export interface ConversationLog {
  readonly conversation: string;
  readonly epoch: string;
  /** Contiguous, ascending; the first may be any number, the last is `applied`. */
  readonly events: readonly LogEvent[];
  readonly applied: number;
  /** Early events by number. */
  readonly held: ReadonlyMap<number, LogEvent>;
  /** The highest number known to exist. */
  readonly head: number;
  /** False from the moment of connecting until the replay is complete. */
  readonly live: boolean;
  readonly read: number;
  readonly handler: Handler;
}

/** Starts from what the server says it will send: a replay continues this copy, a snapshot replaces it. */
export function beginFollowing(log: ConversationLog | null, frame: FollowingFrame): ConversationLog {
  const same = log !== null && log.epoch === frame.epoch && log.conversation === frame.conversation;
  // What was read without a connection, the server may not know yet.
  const read = same ? Math.max(log.read, frame.read) : frame.read;
  const { conversation, epoch, from, handler } = frame;
  const continued =
    same && frame.mode === 'replay' && from <= log.applied + 1
      ? log
      : { conversation, epoch, events: [], applied: from - 1, held: new Map(), head: 0 };
  return { ...continued, head: Math.max(continued.head, frame.head), live: false, read, handler };
}

export interface Applied {
  readonly log: ConversationLog;
  /** Events applied by this step, in order. */
  readonly fresh: readonly LogEvent[];
}

/** Applies what can be applied, holds what is early, drops what is known. Events of another epoch change nothing. */
export function applyEvents(log: ConversationLog, epoch: string, incoming: readonly LogEvent[]): Applied {
  if (epoch !== log.epoch) return { log, fresh: [] };
  const held = new Map(log.held);
  let head = log.head;
  for (const event of incoming) {
    head = Math.max(head, event.seq);
    // Bounded: a hole is filled by asking for it, so what doesn't fit is simply received again. What fills it, fits.
    const isNear = event.seq <= log.applied + CLIENT_LIMITS.heldEvents;
    if (event.seq > log.applied && (isNear || held.size < CLIENT_LIMITS.heldEvents)) held.set(event.seq, event);
  }
  const fresh: LogEvent[] = [];
  let applied = log.applied;
  let handler = log.handler;
  for (let next = held.get(applied + 1); next; next = held.get(applied + 1)) {
    held.delete(next.seq);
    applied = next.seq;
    handler = nextHandler(handler, next.body);
    fresh.push(next);
  }
  if (fresh.length === 0) return { log: { ...log, held, head }, fresh };
  // While replaying, the handler of `following` is already that of the head: replayed steps must not undo it.
  const handlerNow = applied >= head || log.live ? handler : log.handler;
  return { log: { ...log, events: [...log.events, ...fresh], applied, held, head, handler: handlerNow }, fresh };
}

/** True when the log is known to go further than what could be applied. */
export function hasGap(log: ConversationLog): boolean {
  return log.head > log.applied;
}

/** True between the beginning of an answer and its end. */
export function isRunning(log: ConversationLog, message: string): boolean {
  const last = log.events.findLast(({ body }) => 'message' in body && body.message === message);
  return last?.body.kind === 'answer.started';
}

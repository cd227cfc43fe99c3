/**
 * The client's copy of one conversation's log: without gaps, up to the last number applied.
 * What must hold: only `applied + 1` is applied; early events are held until the missing ones are there; duplicates are dropped;
 * another epoch means another log.
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

/** A replay continues this copy, a snapshot replaces it. */
export function beginFollowing(log: ConversationLog | null, frame: FollowingFrame): ConversationLog {
  const same = log !== null && log.epoch === frame.epoch && log.conversation === frame.conversation;
  // The server may not know yet what was read without a connection.
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

/** Applies what is next, holds what is early, drops duplicates. Events of another epoch change nothing. */
export function applyEvents(log: ConversationLog, epoch: string, incoming: readonly LogEvent[]): Applied {
  if (epoch !== log.epoch) return { log, fresh: [] };
  const held = new Map(log.held);
  let head = log.head;
  for (const event of incoming) {
    head = Math.max(head, event.seq);
    // Bounded: events that don't fit are received again when the gap is requested. Events near the gap always fit.
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
  // During a replay, the handler of `following` is that of the head already: replayed events must not undo it.
  const handlerNow = applied >= head || log.live ? handler : log.handler;
  return { log: { ...log, events: [...log.events, ...fresh], applied, held, head, handler: handlerNow }, fresh };
}

/** The log is known to go further than what could be applied. */
export function hasGap(log: ConversationLog): boolean {
  return log.head > log.applied;
}

/** True from the start of an answer to its end. */
export function isRunning(log: ConversationLog, message: string): boolean {
  const last = log.events.findLast(({ body }) => 'message' in body && body.message === message);
  return last?.body.kind === 'answer.started';
}

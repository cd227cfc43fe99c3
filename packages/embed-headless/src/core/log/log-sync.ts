/** Keeps the copy of the log in step with the server's: replay, gaps, running answers, read watermark. */
import { CLIENT_LIMITS, type DeltaFrame, type FollowingFrame, type LogEvent, type PageFrame } from '@service/protocol';
import type { DeferredInput } from '../features/deferred-state.js';
import { messageStored, sendNext } from '../outbox/outbox-transitions.js';
import { sendContext } from '../session/visitor-context.js';
import { notifyFeatures, requestFeature } from '../state/feature.js';
import { dispatchToFeature } from '../state/feature-dispatch.js';
import {
  clearTimers,
  emit,
  expectAnswer,
  patch,
  request,
  requestAnswered,
  sendFrame,
  startTimer,
  type Transition,
  trySendFrame,
} from '../state/transition.js';
import { applyDelta, dropEndedStreams } from './answer-stream.js';
import { applyEvents, beginFollowing, type ConversationLog, hasGap, isRunning } from './conversation-log.js';
import { messageEvent } from './message-event.js';

export function followingStarted(tx: Transition, frame: FollowingFrame): void {
  if (frame.conversation !== tx.model.conversation) return;
  const before = tx.model.log;
  const log = beginFollowing(before, frame);
  const continues = before !== null && log.events === before.events;
  // A log that is loaded for the first time is history, and so is one of another epoch. Otherwise events after the last announced
  // one are news, also when the gap was too long for a replay.
  const history = before ? before.epoch !== frame.epoch : tx.model.announcedSeq === 0;
  patch(tx, {
    log,
    announcedSeq: history ? frame.head : tx.model.announcedSeq,
    confirmedRead: frame.read,
    hasOlder: continues ? tx.model.hasOlder : frame.from > 1,
    streams: continues ? tx.model.streams : new Map(),
  });
  expectAnswer(tx);
}

export function eventsReceived(tx: Transition, epoch: string, conversation: string, events: readonly LogEvent[]): void {
  const before = tx.model.log;
  if (!before || before.conversation !== conversation) return;
  const { log, fresh } = applyEvents(before, epoch, events);
  patch(tx, { log, streams: dropEndedStreams(tx.model.streams, fresh) });
  if (!log.live) expectAnswer(tx);
  // For receipts and typing.
  requestFeature(tx, 'deferred');
  for (const event of fresh) arrived(tx, event);
  watchGap(tx);
  sendNext(tx);
}

/** The replay is over: what was held back for it is sent now. */
export function replayEnded(tx: Transition, conversation: string, head: number): void {
  const { log } = tx.model;
  if (!log || log.conversation !== conversation) return;
  patch(tx, { log: { ...log, live: true, head: Math.max(log.head, head) } });
  requestAnswered(tx);
  watchGap(tx);
  sendContext(tx);
  sendRead(tx);
  notifyFeatures(tx, 'onLive');
  sendNext(tx);
}

/** A ping or an acknowledgement says that the log goes this far. */
export function learnHead(tx: Transition, head: number): void {
  const { log } = tx.model;
  if (!log || head <= log.head) return;
  patch(tx, { log: { ...log, head } });
  watchGap(tx);
}

export function requestGap(tx: Transition): void {
  const { log, gapRequest } = tx.model;
  if (!log || !hasGap(log)) return;
  if (gapRequest) return startTimer(tx, 'gap', CLIENT_LIMITS.reorderWaitMs);
  patch(tx, {
    gapRequest: request(tx, 'gap', (id) => ({ t: 'sync', id, conversation: log.conversation, after: log.applied })),
  });
}

/** False: this page was not requested for a gap. */
export function gapPageReceived(tx: Transition, frame: PageFrame): boolean {
  if (tx.model.gapRequest !== frame.id) return false;
  patch(tx, { gapRequest: null });
  eventsReceived(tx, frame.epoch, frame.conversation, frame.events);
  return true;
}

export function deltaReceived(tx: Transition, delta: DeltaFrame): void {
  const { log, streams } = tx.model;
  // Ignore late pieces of an ended answer, and pieces of one whose start event is missing.
  if (!log || log.conversation !== delta.conversation || !isRunning(log, delta.message)) return;
  const grown = applyDelta(streams, delta);
  patch(tx, { streams: grown.streams });
  // The server sends a stream from its start to every new follower, so following again repairs a torn one.
  if (grown.torn && log.live)
    sendFrame(tx, { t: 'follow', conversation: log.conversation, epoch: log.epoch, seq: log.applied });
}

/** The visitor has seen everything that is shown. */
export function markRead(tx: Transition): void {
  const { log } = tx.model;
  if (!log) return;
  readUpTo(tx, log, log.applied);
  sendRead(tx);
}

function readUpTo(tx: Transition, log: ConversationLog, seq: number): void {
  if (seq <= log.read) return;
  patch(tx, { log: { ...log, read: seq } });
}

/** Sends the read watermark until the server has confirmed it. Otherwise other tabs would go on counting the messages as unread. */
export function sendRead(tx: Transition): void {
  const { log, confirmedRead } = tx.model;
  if (log?.live && log.read > confirmedRead)
    trySendFrame(tx, { t: 'read', conversation: log.conversation, seq: log.read });
}

export function readConfirmed(tx: Transition, seq: number): void {
  const { log, confirmedRead } = tx.model;
  patch(tx, { confirmedRead: Math.max(confirmedRead, seq) });
  if (log) readUpTo(tx, log, seq);
}

function arrived(tx: Transition, event: LogEvent): void {
  // The call may be for another page of this visitor; this one shows it too.
  if ('call' in event.body) requestFeature(tx, 'clientTools');
  if (event.by.kind === 'visitor') messageStored(tx, event.clientId);
  notifyFeatures(tx, 'onEvent', event);
  if (event.seq <= tx.model.announcedSeq) return;
  patch(tx, { announcedSeq: event.seq });
  const detail = messageEvent(event);
  if (!detail) return;
  emit(tx, 'message', detail);
  if (detail.role !== 'assistant') return;
  const input: DeferredInput = { type: 'news', seq: event.seq };
  dispatchToFeature(tx, 'deferred', { type: 'feature', name: 'deferred', input });
}

/** Waits a moment before a gap is requested: two events may have overtaken each other. */
function watchGap(tx: Transition): void {
  const { log } = tx.model;
  if (!log?.live) return;
  if (hasGap(log)) startTimer(tx, 'gap', CLIENT_LIMITS.reorderWaitMs);
  else clearTimers(tx, 'gap');
}

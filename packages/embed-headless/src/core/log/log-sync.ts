/** What the client hears of its conversation: the log, its holes, the running answer, who types, what was read. */
import { CLIENT_LIMITS, type DeltaFrame, type FollowingFrame, type LogEvent, type PageFrame } from '@service/protocol';
import { sendNext, messageStored } from '../outbox/outbox-rules.js';
import { forFeature, load, tellFeatures } from '../state/feature-dispatch.js';
import type { Run } from '../state/transition.js';
import { dropEndedStreams, applyDelta } from './answer-stream.js';
import { applyEvents, beginFollowing, type ConversationLog, hasGap, isRunning } from './conversation-log.js';
import { messageEvent } from './message-event.js';

export function followingStarted(run: Run, frame: FollowingFrame): void {
  if (frame.conversation !== run.model.conversation) return;
  const before = run.model.log;
  const log = beginFollowing(before, frame);
  const continues = before !== null && log.events === before.events;
  // The first look at a log is history, and so is a log of another epoch. Later, what lies behind the number already
  // announced is news, also when the gap was too long for a replay.
  const history = before ? before.epoch !== frame.epoch : run.model.announcedSeq === 0;
  run.set({
    log,
    announcedSeq: history ? frame.head : run.model.announcedSeq,
    confirmedRead: frame.read,
    hasOlder: continues ? run.model.hasOlder : frame.from > 1,
    streams: continues ? run.model.streams : new Map(),
  });
  run.expectAnswer();
}

export function eventsReceived(run: Run, epoch: string, conversation: string, events: readonly LogEvent[]): void {
  const before = run.model.log;
  if (!before || before.conversation !== conversation) return;
  const { log, fresh } = applyEvents(before, epoch, events);
  run.set({ log, streams: dropEndedStreams(run.model.streams, fresh) });
  if (!log.live) run.expectAnswer();
  // How far it has come is shown of what is here, and who has written here may be about to write more.
  load(run, 'receipts');
  load(run, 'typing');
  for (const event of fresh) arrived(run, event);
  watchGap(run);
  sendNext(run);
}

/** The replay is over: what was held back for it can go now. */
export function replayEnded(run: Run, conversation: string, head: number): void {
  const { log } = run.model;
  if (!log || log.conversation !== conversation) return;
  run.set({ log: { ...log, live: true, head: Math.max(log.head, head) } });
  run.answered();
  watchGap(run);
  sendUser(run);
  sendRead(run);
  tellFeatures(run, 'live');
  sendNext(run);
}

/** The log is known to go this far, by a ping or an acknowledgement. */
export function learnHead(run: Run, head: number): void {
  const { log } = run.model;
  if (!log || head <= log.head) return;
  run.set({ log: { ...log, head } });
  watchGap(run);
}

export function requestGap(run: Run): void {
  const { log, gapRequest: filling } = run.model;
  if (!log || !hasGap(log)) return;
  if (filling) return run.wake('gap', CLIENT_LIMITS.reorderWaitMs);
  run.set({
    gapRequest: run.ask('gap', (id) => ({ t: 'sync', id, conversation: log.conversation, after: log.applied })),
  });
}

/** False: this page was not asked for to fill a hole. */
export function gapPageReceived(run: Run, frame: PageFrame): boolean {
  if (run.model.gapRequest !== frame.id) return false;
  run.set({ gapRequest: null });
  eventsReceived(run, frame.epoch, frame.conversation, frame.events);
  return true;
}

export function deltaReceived(run: Run, delta: DeltaFrame): void {
  const { log, streams } = run.model;
  // A late piece of an answer that has ended, or of one whose beginning is still missing, shows nothing.
  if (!log || log.conversation !== delta.conversation || !isRunning(log, delta.message)) return;
  const grown = applyDelta(streams, delta);
  run.set({ streams: grown.streams });
  // The stream is sent from its beginning to everyone who starts to follow, so following again mends a torn one.
  if (grown.torn && log.live)
    run.send({ t: 'follow', conversation: log.conversation, epoch: log.epoch, seq: log.applied });
}

/** The visitor has seen everything that is shown. */
export function markRead(run: Run): void {
  const { log } = run.model;
  if (!log) return;
  readUpTo(run, log, log.applied);
  sendRead(run);
}

function readUpTo(run: Run, log: ConversationLog, seq: number): void {
  if (seq <= log.read) return;
  run.set({ log: { ...log, read: seq } });
}

export function sendUser(run: Run): void {
  const { user, sentUser: userTold, log } = run.model;
  if (!user || user === userTold || !log?.live) return;
  if (run.sendIfUsable({ t: 'context', user })) run.set({ sentUser: user });
}

/**
 * Tells what the server does not know to be read: it was read without a connection, or the server could not keep it.
 * Otherwise the other tabs would go on counting it as unread.
 */
export function sendRead(run: Run): void {
  const { log, confirmedRead: readKept } = run.model;
  if (log?.live && log.read > readKept) run.sendIfUsable({ t: 'read', conversation: log.conversation, seq: log.read });
}

/** The server keeps that so much is read. */
export function readConfirmed(run: Run, seq: number): void {
  const { log, confirmedRead: readKept } = run.model;
  run.set({ confirmedRead: Math.max(readKept, seq) });
  if (log) readUpTo(run, log, seq);
}

function arrived(run: Run, event: LogEvent): void {
  // Another page of the visitor may have been called; this one shows it.
  if ('call' in event.body) load(run, 'tools');
  if (event.by.kind === 'visitor') messageStored(run, event.clientId);
  tellFeatures(run, 'arrived', event);
  if (event.seq <= run.model.announcedSeq) return;
  run.set({ announcedSeq: event.seq });
  const detail = messageEvent(event);
  if (!detail) return;
  run.do({ do: 'emit', name: 'message', detail });
  if (detail.role === 'assistant')
    forFeature(run, 'alerts', { type: 'feature', name: 'alerts', input: { type: 'news', seq: event.seq } });
}

/** A hole is given a moment to close by itself, because two events may simply have overtaken each other. */
function watchGap(run: Run): void {
  const { log } = run.model;
  if (!log?.live) return;
  if (hasGap(log)) run.wake('gap', CLIENT_LIMITS.reorderWaitMs);
  else run.clear('gap');
}

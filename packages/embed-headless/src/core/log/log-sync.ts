/** What the client hears of its conversation: the log, its holes, the running answer, who types, what was read. */
import { CLIENT_LIMITS, type DeltaFrame, type FollowingFrame, type LogEvent, type PageFrame } from '@service/protocol';
import { flush, settled } from '../outbox/outbox-rules.js';
import { forFeature, load, tellFeatures } from '../state/feature-dispatch.js';
import type { Run } from '../state/transition.js';
import { afterEvents, grow } from './answer-stream.js';
import { applyEvents, beginFollowing, type ConversationLog, hasGap, isRunning } from './conversation-log.js';
import { messageEvent } from './message-event.js';

export function following(run: Run, frame: FollowingFrame): void {
  if (frame.conversation !== run.model.conversation) return;
  const before = run.model.log;
  const log = beginFollowing(before, frame);
  const continues = before !== null && log.events === before.events;
  // The first look at a log is history, and so is a log of another epoch. Later, what lies behind the number already
  // announced is news, also when the gap was too long for a replay.
  const history = before ? before.epoch !== frame.epoch : run.model.announced === 0;
  run.set({
    log,
    announced: history ? frame.head : run.model.announced,
    readKept: frame.read,
    hasOlder: continues ? run.model.hasOlder : frame.from > 1,
    streams: continues ? run.model.streams : new Map(),
  });
  run.expectAnswer();
}

export function heardEvents(run: Run, epoch: string, conversation: string, events: readonly LogEvent[]): void {
  const before = run.model.log;
  if (!before || before.conversation !== conversation) return;
  const { log, fresh } = applyEvents(before, epoch, events);
  run.set({ log, streams: afterEvents(run.model.streams, fresh) });
  if (!log.live) run.expectAnswer();
  // How far it has come is shown of what is here, and who has written here may be about to write more.
  load(run, 'receipts');
  load(run, 'typing');
  for (const event of fresh) arrived(run, event);
  watchGap(run);
  flush(run);
}

/** The replay is over: what was held back for it can go now. */
export function live(run: Run, conversation: string, head: number): void {
  const { log } = run.model;
  if (!log || log.conversation !== conversation) return;
  run.set({ log: { ...log, live: true, head: Math.max(log.head, head) } });
  run.answered();
  watchGap(run);
  tellUser(run);
  tellRead(run);
  tellFeatures(run, 'live');
  flush(run);
}

/** The log is known to go this far, by a ping or an acknowledgement. */
export function learnHead(run: Run, head: number): void {
  const { log } = run.model;
  if (!log || head <= log.head) return;
  run.set({ log: { ...log, head } });
  watchGap(run);
}

export function fillGap(run: Run): void {
  const { log, filling } = run.model;
  if (!log || !hasGap(log)) return;
  if (filling) return run.wake('gap', CLIENT_LIMITS.reorderWaitMs);
  run.set({
    filling: run.ask('gap', (id) => ({ t: 'sync', id, conversation: log.conversation, after: log.applied })),
  });
}

/** False: this page was not asked for to fill a hole. */
export function fill(run: Run, frame: PageFrame): boolean {
  if (run.model.filling !== frame.id) return false;
  run.set({ filling: null });
  heardEvents(run, frame.epoch, frame.conversation, frame.events);
  return true;
}

export function streamed(run: Run, delta: DeltaFrame): void {
  const { log, streams } = run.model;
  // A late piece of an answer that has ended, or of one whose beginning is still missing, shows nothing.
  if (!log || log.conversation !== delta.conversation || !isRunning(log, delta.message)) return;
  const grown = grow(streams, delta);
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
  tellRead(run);
}

function readUpTo(run: Run, log: ConversationLog, seq: number): void {
  if (seq <= log.read) return;
  run.set({ log: { ...log, read: seq } });
}

export function tellUser(run: Run): void {
  const { user, userTold, log } = run.model;
  if (!user || user === userTold || !log?.live) return;
  if (run.sendIfUsable({ t: 'context', user })) run.set({ userTold: user });
}

/**
 * Tells what the server does not know to be read: it was read without a connection, or the server could not keep it.
 * Otherwise the other tabs would go on counting it as unread.
 */
export function tellRead(run: Run): void {
  const { log, readKept } = run.model;
  if (log?.live && log.read > readKept) run.sendIfUsable({ t: 'read', conversation: log.conversation, seq: log.read });
}

/** The server keeps that so much is read. */
export function readIsKept(run: Run, seq: number): void {
  const { log, readKept } = run.model;
  run.set({ readKept: Math.max(readKept, seq) });
  if (log) readUpTo(run, log, seq);
}

function arrived(run: Run, event: LogEvent): void {
  // Another page of the visitor may have been called; this one shows it.
  if ('call' in event.body) load(run, 'tools');
  if (event.by.kind === 'visitor') settled(run, event.clientId);
  tellFeatures(run, 'arrived', event);
  if (event.seq <= run.model.announced) return;
  run.set({ announced: event.seq });
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

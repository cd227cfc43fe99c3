/** Older pages of the open conversation: one when the screen asks, or all of them for a transcript. */
import type { LogEvent, PageFrame } from '@service/protocol';
import { updateConnection } from '../connection/update-connection.js';
import type { ConversationLog } from '../log/conversation-log.js';
import { patch, request, startTimer, type Transition } from '../state/transition.js';
import { act, stateOf, type TranscriptCallback, update } from './deferred-state.js';

/** Between two pages of a transcript: slow enough for the server's rate limit. */
const PAGE_EVERY_MS = 120;

/** The screen wants an older page: it is requested until it is here. */
export function loadOlder(tx: Transition): void {
  if (!tx.model.log || !tx.model.hasOlder) return;
  update(tx, { wantsOlder: true });
  requestOlder(tx);
}

function requestOlder(tx: Transition): void {
  const { log, hasOlder } = tx.model;
  if (!log?.live || !hasOlder || stateOf(tx).olderRequest !== null) return;
  const before = log.events[0]?.seq ?? 0;
  const olderRequest = request(tx, 'older', (id) => ({ t: 'history', id, conversation: log.conversation, before }));
  update(tx, { olderRequest });
}

export function loadTranscript(tx: Transition, callback: TranscriptCallback): void {
  update(tx, { transcripts: [...stateOf(tx).transcripts, callback] });
  updateConnection(tx, { type: 'connect' });
  continueHistory(tx);
}

/** Requests the next page that is wanted. Delivers the log to who waits for all of it, when there is no older page. */
export function continueHistory(tx: Transition): void {
  const { log, hasOlder } = tx.model;
  const { transcripts, wantsOlder } = stateOf(tx);
  if (!log?.live) return;
  if (transcripts.length > 0 && !hasOlder) deliver(tx, log.events);
  else if (transcripts.length > 0 || wantsOlder) requestOlder(tx);
}

export function olderPageReceived(tx: Transition, frame: PageFrame): void {
  const { log } = tx.model;
  if (!log || frame.id !== stateOf(tx).olderRequest) return;
  update(tx, { olderRequest: null, wantsOlder: false });
  patch(tx, { log: prependPage(log, frame.epoch, frame.events), hasOlder: frame.more });
  if (stateOf(tx).transcripts.length > 0) startTimer(tx, 'deferred.history', PAGE_EVERY_MS);
}

/** True: it was a page. `retry`: the server refused it for now. */
export function olderPageRefused(
  tx: Transition,
  id: string | undefined,
  retry: boolean,
  retryAfterMs: number,
): boolean {
  if (id !== stateOf(tx).olderRequest) return false;
  update(tx, { olderRequest: null, ...(!retry && { wantsOlder: false }) });
  startTimer(tx, 'deferred.history', retryAfterMs);
  return true;
}

export function rejectTranscripts(tx: Transition): void {
  deliver(tx, null);
  update(tx, { olderRequest: null, wantsOlder: false });
}

function deliver(tx: Transition, log: readonly LogEvent[] | null): void {
  const { transcripts: callbacks } = stateOf(tx);
  if (callbacks.length === 0) return;
  update(tx, { transcripts: [] });
  act(tx, { do: 'deliver-transcript', callbacks, log });
}

export function deliverTranscript(callbacks: readonly TranscriptCallback[], log: readonly LogEvent[] | null): void {
  const left = new Error('The conversation was left before all of it was fetched. Open it again.');
  for (const each of callbacks)
    if (log) each.resolve(log);
    else each.reject(left);
}

/** A page that does not end right before the first event changes nothing. */
export function prependPage(log: ConversationLog, epoch: string, page: readonly LogEvent[]): ConversationLog {
  const first = log.events[0];
  const last = page[page.length - 1];
  if (epoch !== log.epoch || !first || !last || last.seq !== first.seq - 1) return log;
  return { ...log, events: [...page, ...log.events] };
}

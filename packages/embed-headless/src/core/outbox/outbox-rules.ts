/** What a visitor says on its way into the log: taken in, kept, sent one at a time, settled, refused, tried again. */
import { type AppendBody, type ErrorFrame, OUTBOX_ERRORS } from '@service/protocol';
import { isConnected } from '../connection/connection-state.js';
import { tellFeatures } from '../state/feature-dispatch.js';
import type { Run } from '../state/transition.js';
import {
  markFailed,
  markHandedOver,
  markInFlight,
  nextToSend,
  type OutboxItem,
  postpone,
  rebindItems,
  removeStored,
  enqueue,
  countUnsent,
} from './outbox.js';

/** Why an item will not be stored: the server's own words, or ours. */
interface Refusal {
  readonly code: string;
  readonly message: string;
}

/** What a feature needs of these rules. Handed to it: what it imported would be loaded with it, apart from the rest. */
export interface SendingRules {
  readonly append: typeof append;
  readonly discard: typeof discard;
  readonly leaveConversation: typeof moveToNewSession;
}

export const TOO_LARGE: Refusal = { code: 'too_large', message: OUTBOX_ERRORS.too_large.message };

/** `conversation`: the one it was written in. `files`: it waits for the code that sends them. */
export function append(
  run: Run,
  clientId: string,
  body: AppendBody,
  conversation: string | null = run.model.conversation,
  files?: OutboxItem['files'],
): void {
  const item: OutboxItem = {
    clientId,
    conversation,
    body,
    createdAt: run.around.now,
    sent: 0,
    failed: null,
    ...(files && { files }),
  };
  run.set({ outbox: enqueue(run.model.outbox, item) });
  keep(run, clientId);
  if (run.model.connection.phase === 'parked') handOverItems(run);
  run.link({ type: 'want' });
  if (run.model.connection.phase === 'waiting') run.link({ type: 'wake' });
  sendNext(run);
}

/** The page goes away: whoever is still there may send what it could not. */
export function handOverItems(run: Run): void {
  run.set({ outbox: markHandedOver(run.model.outbox, run.model.conversation) });
}

export function retry(run: Run, clientId: string, newId: string): void {
  const item = run.model.outbox.items.find((each) => each.clientId === clientId);
  if (tellFeatures(run, 'retried', clientId, newId) || !item?.failed) return;
  // A refused message was never stored, so a new attempt is a new message with an id of its own.
  discard(run, clientId);
  append(run, newId, item.body);
}

export function discard(run: Run, clientId: string): void {
  const wasInFlight = run.model.outbox.inFlight === clientId;
  run.set({ outbox: removeStored(run.model.outbox, clientId) });
  run.do({ do: 'drop-item', clientId });
  // What answers it finds no item any more, and would leave the question open.
  if (wasInFlight) run.answered();
  tellFeatures(run, 'retried', clientId, null);
}

/** Sends the next item, when there is one, nothing is in flight, and the log is live. */
export function sendNext(run: Run): void {
  const { log, connection: link, outbox, conversation, loadingFeatures: loading } = run.model;
  // While the way to another conversation is being fetched, nobody knows which of this was written for which.
  if (!conversation || !log?.live || !isConnected(link) || loading.includes('conversations')) return;
  const item = nextToSend(outbox, conversation, run.around.now);
  if (!item) {
    const pause = outbox.notBefore - run.around.now;
    if (pause > 0 && outbox.inFlight === null && countUnsent(outbox) > 0) run.wake('again', pause);
    return;
  }
  run.set({ outbox: markInFlight(outbox, item) });
  keep(run, item.clientId);
  run.send({ t: 'append', conversation: item.conversation as string, clientId: item.clientId, body: item.body });
  run.expectAnswer();
}

/** It is in the log: by its ack or by its event, whichever came first. */
export function messageStored(run: Run, clientId: string): void {
  const outbox = removeStored(run.model.outbox, clientId);
  if (outbox === run.model.outbox) return;
  run.set({ outbox });
  run.do({ do: 'drop-item', clientId });
  tellFeatures(run, 'settled');
  run.answered();
}

/** The server could not serve one frame: a page that was asked for, or an item. */
export function requestRefused(run: Run, frame: ErrorFrame): void {
  const { re, retry: again, retryAfterMs = 1_000 } = frame;
  if (re === undefined) return;
  run.answered(re);
  if (re === run.model.gapRequest) {
    run.set({ gapRequest: null });
    // Nothing else would ask again: the number that revealed the hole is known by now.
    if (again) run.wake('gap', retryAfterMs);
    return;
  }
  if (tellFeatures(run, 'refused', frame) || !run.model.outbox.items.some((item) => item.clientId === re)) return;
  if (!again) failMessage(run, re, frame);
  else run.set({ outbox: postpone(run.model.outbox, re, run.around.now + retryAfterMs) });
  run.answered();
  sendNext(run);
}

/** Marks an item as failed: it stays on the screen until the visitor tries it again or throws it away. */
export function failMessage(run: Run, clientId: string, { code, message }: Refusal): void {
  run.set({ outbox: markFailed(run.model.outbox, clientId, code, message) });
  keep(run, clientId);
  run.do({ do: 'emit', name: 'error', detail: { code: 'message_failed', message } });
}

/** The session is over, and the conversation another one from now on. */
export function moveToNewSession(run: Run): void {
  run.leave(rebindItems(run.model.outbox));
  tellFeatures(run, 'over');
}

function keep(run: Run, clientId: string): void {
  const item = run.model.outbox.items.find((each) => each.clientId === clientId);
  if (item) run.do({ do: 'keep-item', item });
}

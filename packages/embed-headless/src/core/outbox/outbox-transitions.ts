import { type AppendBody, type ErrorFrame, OUTBOX_ERRORS } from '@service/protocol';
import { isConnected } from '../connection/connection-state.js';
import { updateConnection } from '../connection/update-connection.js';
import { sendContext } from '../session/visitor-context.js';
import { notifyFeatures } from '../state/feature.js';
import type { Model } from '../state/model.js';
import {
  addEffects,
  emit,
  expectAnswer,
  patch,
  requestAnswered,
  sendFrame,
  startTimer,
  type Transition,
} from '../state/transition.js';
import {
  countUnsent,
  enqueue,
  markFailed,
  markHandedOver,
  markInFlight,
  nextToSend,
  type OutboxItem,
  postpone,
  removeStored,
  sendableFrom,
} from './outbox.js';

/** Why a message will not be stored: the server's words, or ours. */
interface Refusal {
  readonly code: string;
  readonly message: string;
}

export const TOO_LARGE: Refusal = { code: 'too_large', message: OUTBOX_ERRORS.too_large.message };

export interface AppendOptions {
  /** The one it was written in. Default: the open one. */
  readonly conversation?: string | undefined;
  /** It waits for the code that uploads these. */
  readonly files?: OutboxItem['files'];
}

/** Queues a message, stores it, and sends it if it can be sent now. */
export function append(tx: Transition, clientId: string, body: AppendBody, options: AppendOptions = {}): void {
  const { conversation = tx.model.conversation, files } = options;
  const createdAt = tx.env.now;
  const item: OutboxItem = { clientId, conversation, body, createdAt, sent: 0, failed: null, ...(files && { files }) };
  patch(tx, { outbox: enqueue(tx.model.outbox, item) });
  storeItem(tx, clientId);
  if (tx.model.connection.phase === 'suspended') handOverItems(tx);
  updateConnection(tx, { type: 'connect' });
  if (tx.model.connection.phase === 'waiting') updateConnection(tx, { type: 'wake' });
  sendNext(tx);
}

/** The page is put away: another tab may send what this one could not. */
export function handOverItems(tx: Transition): void {
  patch(tx, { outbox: markHandedOver(tx.model.outbox, tx.model.conversation) });
}

export function retry(tx: Transition, clientId: string, newId: string): void {
  const item = tx.model.outbox.items.find((each) => each.clientId === clientId);
  if (notifyFeatures(tx, 'onRetry', clientId, newId) || !item?.failed) return;
  // A refused message was never stored on the server: the new attempt is a new message with a new id.
  discard(tx, clientId);
  append(tx, newId, item.body);
}

export function discard(tx: Transition, clientId: string): void {
  const wasInFlight = tx.model.outbox.inFlight === clientId;
  patch(tx, { outbox: removeStored(tx.model.outbox, clientId) });
  addEffects(tx, { do: 'remove-item', clientId });
  // Its ack will find no item, and would leave the request open.
  if (wasInFlight) requestAnswered(tx);
  notifyFeatures(tx, 'onRetry', clientId, null);
}

/** Sends the next item, if there is one, nothing is in flight, and the log is live. */
export function sendNext(tx: Transition): void {
  const { log, connection, outbox, conversation } = tx.model;
  if (!conversation || !log?.live || !isConnected(connection) || isMoving(tx.model)) return;
  const item = nextToSend(outbox, conversation, tx.env.now);
  if (!item) {
    const pause = sendableFrom(outbox) - tx.env.now;
    if (pause > 0 && outbox.inFlight === null && countUnsent(outbox) > 0) startTimer(tx, 'again', pause);
    return;
  }
  patch(tx, { outbox: markInFlight(outbox, item) });
  storeItem(tx, item.clientId);
  sendContext(tx);
  sendFrame(tx, { t: 'append', conversation: item.conversation as string, clientId: item.clientId, body: item.body });
  expectAnswer(tx);
}

/** A change of conversation waits for its code: until it is handled, no item has a certain destination. */
function isMoving({ loadingFeatures, pendingInputs }: Model): boolean {
  return (
    loadingFeatures.includes('deferred') &&
    pendingInputs.some(({ input }) =>
      input.type === 'feature' ? input.blocksOutbox : MOVING_FRAMES.includes(input.frame.t),
    )
  );
}

const MOVING_FRAMES: readonly string[] = ['opened', 'erased'];

/** The message is in the log: by its ack or by its event, whichever comes first. */
export function messageStored(tx: Transition, clientId: string): void {
  const outbox = removeStored(tx.model.outbox, clientId);
  if (outbox === tx.model.outbox) return;
  patch(tx, { outbox });
  addEffects(tx, { do: 'remove-item', clientId });
  notifyFeatures(tx, 'onMessageStored');
  requestAnswered(tx);
}

/** The server refused one frame: a request, or a message. */
export function requestRefused(tx: Transition, frame: ErrorFrame): void {
  const { re, retry: again, retryAfterMs = 1_000 } = frame;
  if (re === undefined) return;
  requestAnswered(tx, re);
  if (re === tx.model.gapRequest) {
    patch(tx, { gapRequest: null });
    // Nothing else would request it again: the head that revealed the gap is known by now.
    if (again) startTimer(tx, 'gap', retryAfterMs);
    return;
  }
  if (notifyFeatures(tx, 'onRefused', frame) || !tx.model.outbox.items.some((item) => item.clientId === re)) return;
  if (!again) failMessage(tx, re, frame);
  else patch(tx, { outbox: postpone(tx.model.outbox, re, tx.env.now + retryAfterMs) });
  requestAnswered(tx);
  sendNext(tx);
}

/** A failed message stays in the timeline until the visitor retries or discards it. */
export function failMessage(tx: Transition, clientId: string, { code, message }: Refusal): void {
  patch(tx, { outbox: markFailed(tx.model.outbox, clientId, code, message) });
  storeItem(tx, clientId);
  emit(tx, 'error', { code: 'message_failed', message });
}

function storeItem(tx: Transition, clientId: string): void {
  const item = tx.model.outbox.items.find((each) => each.clientId === clientId);
  if (item) addEffects(tx, { do: 'store-item', item });
}

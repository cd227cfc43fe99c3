/**
 * The visitor's conversations: listing them, going to a new or an older one, erasing one. A request is repeated on every
 * connection until the server has answered; an erasure also by the next page, because a visitor must not believe that something
 * is gone which is not.
 *
 * What must hold: a message goes into the conversation in which it was written, wherever the visitor is by then. Of an erased
 * conversation nothing is shown, stored or sent any more.
 */
import { readConversationFrame } from '@service/protocol';
import { updateConnection } from '../connection/update-connection.js';
import type { OutboxItem } from '../outbox/outbox.js';
import { leaveConversation } from '../session/change-conversation.js';
import { notifyFeatures } from '../state/feature.js';
import type { ForeignFrame } from '../state/input.js';
import { addEffects, expectAnswer, patch, startTimer, type Transition, trySendFrame } from '../state/transition.js';
import { act, type ConversationRequest, stateOf, update } from './deferred-state.js';

const LIST_ID = 'list';
const erasureId = (conversation: string): string => `erase-${conversation}`;

export function conversationRequested(tx: Transition, request: ConversationRequest): void {
  switch (request.type) {
    case 'new-conversation':
      return goTo(tx, request, null);
    case 'open-conversation':
      return goTo(tx, request, request.conversation ?? null);
    case 'list-conversations':
      update(tx, { listing: true });
      return sendList(tx);
    case 'erase-conversation':
      return erase(tx, request.conversation ?? request.from.conversation);
  }
}

/** False: malformed. */
export function conversationFrameReceived(tx: Transition, given: ForeignFrame): boolean {
  const frame = readConversationFrame(given);
  switch (frame?.t) {
    case 'conversations':
      update(tx, { listing: false, conversations: frame.conversations });
      return true;
    case 'opened':
      opened(tx, frame.id, frame.conversation);
      return true;
    case 'erased':
      erased(tx, frame.conversation);
      return true;
    default:
      return false;
  }
}

/** True: the refused request was one of these. */
export function conversationRefused(
  tx: Transition,
  id: string | undefined,
  mayRetry: boolean | undefined,
  retryAfterMs: number,
): boolean {
  const { erasing, opening } = stateOf(tx);
  const erasure = erasing.find((each) => erasureId(each) === id);
  const isOpening = opening !== null && id === opening.id;
  if (id !== LIST_ID && !isOpening && erasure === undefined) return false;
  if (mayRetry) startTimer(tx, 'deferred.conversations', retryAfterMs);
  else if (isOpening) reconnectToCurrent(tx);
  else if (id === LIST_ID) update(tx, { listing: false });
  // Not this visitor's, or never existed.
  else erasureSettled(tx, erasure as string);
  return true;
}

export function connectedAgain(tx: Transition): void {
  // The session's conversation is not the one the visitor has asked for: show nothing of it, send nothing there.
  if (stateOf(tx).opening) leaveConversation(tx, tx.model.outbox);
  repeatRequests(tx);
}

export function repeatRequests(tx: Transition): void {
  const { listing, erasing } = stateOf(tx);
  for (const conversation of erasing) sendErase(tx, conversation);
  sendOpen(tx);
  if (listing) sendList(tx);
}

function goTo(tx: Transition, request: ConversationRequest, conversation: string | null): void {
  const { opening } = stateOf(tx);
  // Another session has begun since, with an empty conversation: what is written there stays there.
  if (request.from.token !== null && request.from.token !== tx.model.token) return;
  const here = opening ? opening.conversation : tx.model.conversation;
  if (conversation === null ? isUnused(tx, request) : conversation === here) return;
  // The visitor was there when they asked, and has been moved since for another reason.
  if (conversation !== null && !opening && conversation === request.from.conversation) return;
  // Messages wait for a new conversation that has no id yet: let it get one first.
  if (opening && writtenBefore(tx, request).some(hasNoDestination)) return;
  leave(tx, request);
  update(tx, { opening: { id: request.id, conversation } });
  updateConnection(tx, { type: 'connect' });
  if (tx.model.connection.phase === 'waiting') updateConnection(tx, { type: 'wake' });
  sendOpen(tx);
}

/** The open conversation is empty: that is the new one they ask for. */
function isUnused(tx: Transition, request: ConversationRequest): boolean {
  const { opening } = stateOf(tx);
  if (opening) return opening.conversation === null;
  const { log, conversation } = tx.model;
  const isSilent = !writtenBefore(tx, request).some(
    (item) => hasNoDestination(item) || item.conversation === conversation,
  );
  return log?.live === true && log.head === 0 && isSilent;
}

const hasNoDestination = (item: OutboxItem): boolean => item.conversation === null && !item.failed;

/** Items written when the visitor asked to leave, here or in a tab that is gone. */
function writtenBefore(tx: Transition, { at, from }: ConversationRequest): readonly OutboxItem[] {
  const known = new Set(from.outbox.items.map(({ clientId }) => clientId));
  return tx.model.outbox.items.filter((item) => item.createdAt < at || known.has(item.clientId));
}

/** Items written before stay with their conversation; those written since go to the next one. */
function leave(tx: Transition, request: ConversationRequest): void {
  const { outbox, conversation } = tx.model;
  const before = writtenBefore(tx, request);
  const items = outbox.items.map((item): OutboxItem => {
    if (item.failed || item.sent > 0 || (item.adopted && item.conversation !== null)) return item;
    const destination = before.includes(item) ? (item.conversation ?? conversation) : null;
    return destination === item.conversation ? item : { ...item, conversation: destination };
  });
  leaveConversation(tx, { ...outbox, items });
}

function opened(tx: Transition, id: string, conversation: string): void {
  if (id !== stateOf(tx).opening?.id) return;
  update(tx, { opening: null });
  patch(tx, { conversation });
  expectAnswer(tx);
}

export function erase(tx: Transition, conversation: string | null): void {
  const { erasing } = stateOf(tx);
  if (conversation === null || erasing.includes(conversation)) return;
  update(tx, { erasing: [...erasing, conversation] });
  act(tx, { do: 'note-erasure', conversation, pending: true });
  sendErase(tx, conversation);
}

function erased(tx: Transition, conversation: string): void {
  notifyFeatures(tx, 'onConversationErased', conversation);
  const { outbox } = tx.model;
  const { conversations, opening } = stateOf(tx);
  for (const item of outbox.items)
    if (item.conversation === conversation) addEffects(tx, { do: 'remove-item', clientId: item.clientId });
  const items = outbox.items.filter((item) => item.conversation !== conversation);
  const inFlight = items.some(({ clientId }) => clientId === outbox.inFlight) ? outbox.inFlight : null;
  patch(tx, { outbox: { ...outbox, items, inFlight } });
  update(tx, { conversations: conversations?.filter((each) => each.conversation !== conversation) ?? null });
  erasureSettled(tx, conversation);
  if (opening?.conversation === conversation || tx.model.conversation === conversation) reconnectToCurrent(tx);
}

/** Reconnects, because only a welcome says where the session is now. While connecting, the next welcome says it. */
function reconnectToCurrent(tx: Transition): void {
  update(tx, { opening: null });
  leaveConversation(tx, tx.model.outbox);
  if (tx.model.connection.phase !== 'connecting') updateConnection(tx, { type: 'reconnect' });
}

function erasureSettled(tx: Transition, conversation: string): void {
  update(tx, { erasing: stateOf(tx).erasing.filter((each) => each !== conversation) });
  act(tx, { do: 'note-erasure', conversation, pending: false });
}

function sendOpen(tx: Transition): void {
  const { opening } = stateOf(tx);
  if (opening && trySendFrame(tx, { t: 'open', ...opening })) expectAnswer(tx);
}

function sendList(tx: Transition): void {
  trySendFrame(tx, { t: 'list', id: LIST_ID });
}

function sendErase(tx: Transition, conversation: string): void {
  trySendFrame(tx, { t: 'erase', id: erasureId(conversation), conversation });
}

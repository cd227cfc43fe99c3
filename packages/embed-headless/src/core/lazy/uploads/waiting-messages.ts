import type { MessageFile } from '../../api/chat-state.js';
import { isConnected } from '../../connection/connection-state.js';
import { updateConnection } from '../../connection/update-connection.js';
import { append, discard } from '../../outbox/outbox-transitions.js';
import { addEffects, emit, startTimer, type Transition } from '../../state/transition.js';
import type { WaitingMessage } from './types.js';
import { dueUploads, nextAttemptAt, type Refusal, type Upload } from './upload.js';
import { act, changeUpload, findUpload, messagesOf, removeUpload, update, uploadsOf } from './uploads-state.js';

/** Takes a message with the uploads of these ids. Ids of files that are gone, or belong to another message, are ignored. */
export function sendWithUploads(
  tx: Transition,
  clientId: string,
  text: string,
  ids: readonly string[],
  { conversation, createdAt: at } = { conversation: tx.model.conversation, createdAt: tx.env.now },
): void {
  const uploads = ids.filter((id) => findUpload(tx, id)?.item === null);
  if (text === '' && uploads.length === 0) return;
  const message = { clientId, conversation, text, uploads, at, failed: null };
  update(tx, { messages: [...messagesOf(tx), message] });
  for (const id of uploads) changeUpload(tx, id, { item: clientId });
  storeMessage(tx, message);
  updateConnection(tx, { type: 'connect' });
  continueUploads(tx);
}

/** Takes a message out of the outbox, unless it was discarded, erased, sent elsewhere or failed there: then its files follow it. */
export function adoptMessage(tx: Transition, clientId: string, ids: readonly string[]): void {
  const item = tx.model.outbox.items.find((each) => each.clientId === clientId);
  if (item?.body.kind === 'message' && !item.failed) {
    discard(tx, clientId);
    sendWithUploads(tx, clientId, item.body.text, ids, item);
  } else for (const id of ids) changeUpload(tx, id, { item: clientId });
  removeSentUploads(tx);
}

/** Hands over the messages whose files have all arrived, and begins the uploads that can begin. */
export function continueUploads(tx: Transition): void {
  for (const message of messagesOf(tx)) {
    if (message.failed) continue;
    const files = message.uploads.flatMap((id) => findUpload(tx, id) ?? []);
    const refused = files.find((each) => each.failed)?.failed;
    if (refused) failWaiting(tx, message, refused);
    else if (files.every((each) => each.attachment)) handOver(tx, message, files);
    // Those behind it wait too, so that messages stay in the order in which they were written.
    else break;
  }
  const { token } = tx.model;
  // The server stores a file under the session of its token.
  if (!token || !isConnected(tx.model.connection)) return;
  const { now } = tx.env;
  for (const upload of dueUploads(uploadsOf(tx), now)) {
    changeUpload(tx, upload.id, { state: 'sending', loaded: 0, token });
    act(tx, { do: 'send', upload, token });
  }
  const at = nextAttemptAt(uploadsOf(tx));
  if (at !== null) startTimer(tx, 'uploads.again', Math.max(0, at - now));
}

export function removeSentUploads(tx: Transition): void {
  const unsent = [...tx.model.outbox.items, ...messagesOf(tx)].map(({ clientId }) => clientId);
  for (const upload of uploadsOf(tx))
    if (upload.item !== null && !unsent.includes(upload.item)) removeUpload(tx, upload);
}

export function removeMessage(tx: Transition, message: WaitingMessage): void {
  update(tx, { messages: messagesOf(tx).filter((each) => each.clientId !== message.clientId) });
  addEffects(tx, { do: 'remove-item', clientId: message.clientId });
}

/** Another session: the message goes to its conversation. */
export function moveToNextConversation(tx: Transition): void {
  for (const message of messagesOf(tx)) {
    changeMessage(tx, message, { conversation: null });
    storeMessage(tx, { ...message, conversation: null });
  }
}

function handOver(tx: Transition, message: WaitingMessage, files: readonly Upload[]): void {
  const { clientId, text, conversation } = message;
  removeMessage(tx, message);
  const attachments = files.flatMap(({ attachment }) => attachment?.id ?? []);
  const body = { kind: 'message', text, ...(attachments.length > 0 && { attachments }) } as const;
  append(tx, clientId, body, { conversation: conversation ?? undefined });
}

/** It stays in the timeline until the visitor retries or discards it. */
function failWaiting(tx: Transition, message: WaitingMessage, failed: Refusal): void {
  changeMessage(tx, message, { failed });
  emit(tx, 'error', { code: 'message_failed', message: failed.message });
}

function changeMessage(tx: Transition, message: WaitingMessage, change: Partial<WaitingMessage>): void {
  update(tx, { messages: messagesOf(tx).map((each) => (each === message ? { ...each, ...change } : each)) });
}

/** Files do not survive a reload: the next page shows the message as failed, with the names of its files. See `restoreItems`. */
function storeMessage(tx: Transition, { clientId, conversation, text, uploads, at }: WaitingMessage): void {
  const body = { kind: 'message', text } as const;
  const files = fileNames(tx, uploads);
  addEffects(tx, {
    do: 'store-item',
    item: { clientId, conversation, body, files, createdAt: at, sent: 0, failed: null },
  });
}

function fileNames(tx: Transition, ids: readonly string[]): readonly MessageFile[] {
  return uploadsOf(tx).flatMap(({ id, name, type, size }) => (ids.includes(id) ? { id, name, type, size } : []));
}

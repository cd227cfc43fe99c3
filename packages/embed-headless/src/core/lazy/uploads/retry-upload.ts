import { discard } from '../../outbox/outbox-transitions.js';
import { addEffects, type Transition } from '../../state/transition.js';
import { freshUpload, pick, type Upload } from './upload.js';
import { changeUpload, findUpload, messagesOf, removeUpload, update, uploadsOf } from './uploads-state.js';
import { continueUploads, removeMessage, sendWithUploads } from './waiting-messages.js';

/**
 * The visitor retries (`newId`) or discards (null) a file, a message that waits here, or a refused message whose files are still
 * at hand: those are uploaded again. False: none of these.
 */
export function retryOrDiscard(tx: Transition, clientId: string, newId: string | null): boolean {
  const upload = findUpload(tx, clientId);
  if (upload) {
    (newId === null ? discardUpload : retryUpload)(tx, upload);
    return true;
  }
  const message = messagesOf(tx).find((each) => each.clientId === clientId);
  const files = uploadsOf(tx).filter(({ item }) => item === clientId);
  if (newId === null) {
    if (message) removeMessage(tx, message);
    for (const each of files) removeUpload(tx, each);
    continueUploads(tx);
    return true;
  }
  const item = tx.model.outbox.items.find((each) => each.clientId === clientId);
  const text = message?.text ?? (item?.failed && item.body.kind === 'message' ? item.body.text : null);
  if (text === null || (!message && files.length === 0)) return false;
  for (const { id } of files) changeUpload(tx, id, { ...freshUpload, item: null });
  if (message) removeMessage(tx, message);
  discard(tx, clientId);
  sendWithUploads(
    tx,
    newId,
    text,
    files.map(({ id }) => id),
  );
  return true;
}

/** A file that can never be sent is refused again; one that was too many may have room now. */
function retryUpload(tx: Transition, upload: Upload): void {
  if (upload.state !== 'failed' || upload.item) return;
  const others = uploadsOf(tx).filter((each) => each !== upload);
  update(tx, { uploads: pick(others, upload) });
  continueUploads(tx);
}

/** Also out of its message, as long as that waits here. Once handed over, the message may be in the log already. */
function discardUpload(tx: Transition, upload: Upload): void {
  const message = messagesOf(tx).find(({ clientId }) => clientId === upload.item);
  if (upload.item && !message) return;
  removeUpload(tx, upload);
  if (message) {
    const rest = { ...message, uploads: message.uploads.filter((each) => each !== upload.id) };
    const isEmpty = rest.text === '' && rest.uploads.length === 0;
    if (isEmpty) addEffects(tx, { do: 'remove-item', clientId: rest.clientId });
    const messages = messagesOf(tx).flatMap((each) => (each !== message ? each : isEmpty ? [] : rest));
    update(tx, { messages });
  }
  continueUploads(tx);
}

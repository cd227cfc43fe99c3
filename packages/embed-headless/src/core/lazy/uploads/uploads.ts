/**
 * Files: picked, uploaded two at a time while there is a session, retried, given to a message. A message waits here for its files,
 * and those written after it wait behind it. When all files have arrived it goes into the outbox like any other.
 */
import type { Attachment } from '@service/protocol';
import { updateConnection } from '../../connection/update-connection.js';
import { discard } from '../../outbox/outbox-transitions.js';
import type { Feature } from '../../state/feature.js';
import type { Transition } from '../../state/transition.js';
import { retryOrDiscard } from './retry-upload.js';
import { runTransfer } from './transfer.js';
import type { UploadsEffect, UploadsInput, UploadsState } from './types.js';
import { brokenOff, freshUpload, pick, type Refusal } from './upload.js';
import { act, changeUpload, findUpload, messagesOf, stopUpload, update, uploadsOf } from './uploads-state.js';
import { viewUploads } from './view-uploads.js';
import {
  adoptMessage,
  continueUploads,
  moveToNextConversation,
  removeSentUploads,
  sendWithUploads,
} from './waiting-messages.js';

export const uploads: Feature<UploadsState, UploadsInput, UploadsEffect> = {
  initialState: { uploads: [], messages: [] },
  onInput(tx, input) {
    switch (input.type) {
      case 'pick':
        return filePicked(tx, input.id, input.file);
      case 'send-message':
        return sendWithUploads(tx, input.clientId, input.text, input.uploads);
      case 'adopt-message':
        return adoptMessage(tx, input.clientId, input.uploads);
      case 'progress':
        return progressed(tx, input.upload, input.loaded);
      case 'arrived':
        return arrived(tx, input.upload, input.attachment);
      case 'ended':
        return ended(tx, input.upload, input.refusal);
      case 'link':
        return act(tx, { do: 'link', attachment: input.attachment, token: tx.model.token, callback: input.callback });
    }
  },
  view: viewUploads,
  onMessageStored: removeSentUploads,
  onRetry: retryOrDiscard,
  onWelcome: uploadForThisSession,
  onSessionReplaced: moveToNextConversation,
  onConversationErased(tx, conversation) {
    // The last one first: with the first gone, the next would be sent.
    for (const message of [...messagesOf(tx)].reverse())
      if (message.conversation === conversation) discard(tx, message.clientId);
  },
  onVisitorReset(tx) {
    for (const { id, state } of uploadsOf(tx)) stopUpload(tx, id, state);
  },
  onTimer: continueUploads,
  runEffect: runTransfer,
};

function filePicked(tx: Transition, id: string, file: Blob & { readonly name?: string }): void {
  // Lone surrogates can't be sent in a header.
  const name = (file.name ?? '').replace(/\p{Cs}/gu, '') || 'file';
  update(tx, { uploads: pick(uploadsOf(tx), { id, name, type: file.type, size: file.size, file }) });
  updateConnection(tx, { type: 'connect' });
  continueUploads(tx);
}

function progressed(tx: Transition, id: string, loaded: number): void {
  if (findUpload(tx, id)?.state === 'sending') changeUpload(tx, id, { loaded, attempt: 0 });
}

function arrived(tx: Transition, id: string, attachment: Attachment): void {
  const upload = findUpload(tx, id);
  if (upload?.state !== 'sending') return;
  changeUpload(tx, id, { state: 'done', loaded: upload.size, attachment });
  continueUploads(tx);
}

/** `failed` null: the connection broke. */
function ended(tx: Transition, id: string, failed: Refusal | null): void {
  const upload = findUpload(tx, id);
  if (upload?.state !== 'sending') return;
  const { now, fraction } = tx.env;
  changeUpload(tx, id, failed ? { state: 'failed', failed, loaded: 0 } : brokenOff(upload, now, fraction()));
  continueUploads(tx);
}

/** What an older session uploaded can't be sent in this one: upload it again. */
function uploadForThisSession(tx: Transition): void {
  const { token } = tx.model;
  const isHandedOver = (item: string | null): boolean =>
    item !== null && !messagesOf(tx).some(({ clientId }) => clientId === item);
  for (const { id, state, token: before, item } of uploadsOf(tx)) {
    if (state === 'failed' || before === null || before === token || isHandedOver(item)) continue;
    stopUpload(tx, id, state);
    changeUpload(tx, id, freshUpload);
  }
  // Connected again: no upload needs to wait for its retry delay.
  update(tx, {
    uploads: uploadsOf(tx).map((each) => (each.state === 'waiting' ? { ...each, notBefore: 0 } : each)),
  });
  continueUploads(tx);
}

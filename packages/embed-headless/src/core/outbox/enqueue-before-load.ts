import { clientId } from '@service/protocol';
import { NO_TAB, rootKey, unsentPrefix } from '../session/storage-keys.js';

export interface EnqueuedMessage {
  /** The id it will have in the log, and its key in the timeline. */
  readonly clientId: string;
  /** False: this browser stores nothing, the caller has to pass the text to the client. */
  readonly persisted: boolean;
}

/**
 * Stores a message before the client is loaded. The next client of this inbox and origin takes it over and sends it, once, under the
 * id made here. Call it only after a required consent. Throws nothing. Imports little: it is loaded before the client.
 */
export function enqueueBeforeLoad(inboxId: string, hostOrigin: string, text: string): EnqueuedMessage {
  const createdAt = Date.now();
  const id = clientId(createdAt, (count) => crypto.getRandomValues(new Uint8Array(count)));
  const item = {
    clientId: id,
    conversation: null,
    body: { kind: 'message', text },
    createdAt,
    sent: 0,
    failed: null,
  };
  try {
    localStorage.setItem(unsentPrefix(rootKey(inboxId, hostOrigin)) + id, JSON.stringify({ v: 1, tab: NO_TAB, item }));
    return { clientId: id, persisted: true };
  } catch {
    return { clientId: id, persisted: false };
  }
}

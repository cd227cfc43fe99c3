/**
 * What a visitor writes before the client is there: its part of the program may still be on the way. It is kept like any
 * unsent message, and the next client of this inbox and page takes it over and sends it, once, under the id made here.
 * Small on purpose, like `remembers`.
 */
import { clientId } from '@service/protocol';
import { NO_TAB, rootKey, unsentPrefix } from '../session/storage-keys.js';

export interface EnqueuedMessage {
  /** The id it will have in the log, and its key in the timeline. */
  readonly clientId: string;
  /** False: this browser keeps nothing, so the caller has to hand the text to the client itself. */
  readonly persisted: boolean;
}

/** Keeps `text` for the next client; throws nothing. Only after the visitor's consent, where that is asked for. */
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

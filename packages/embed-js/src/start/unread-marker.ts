/**
 * What the page's storage remembers from one visit to the next: that something of the visitor's chat may be unread, and how
 * many messages. The frame decides what is written, and asks for consent before. Pages without storage remember nothing: the
 * frame is then made when the page is at rest.
 */

function inStorage<T>(inboxId: string, use: (storage: Storage, key: string) => T): T | null {
  try {
    return use(localStorage, `service:${inboxId}:unread`);
  } catch {
    return null;
  }
}

/** The number of unread messages as a text, `0` where one may come; null when nothing is stored. */
export const readUnreadMarker = (inboxId: string): string | null =>
  inStorage(inboxId, (storage, key) => storage.getItem(key));

export function removeUnreadMarker(inboxId: string): void {
  inStorage(inboxId, (storage, key) => storage.removeItem(key));
}

/** Null removes it. */
export function writeUnreadMarker(inboxId: string, count: number | null): void {
  if (count === null) removeUnreadMarker(inboxId);
  else inStorage(inboxId, (storage, key) => storage.setItem(key, `${count}`));
}

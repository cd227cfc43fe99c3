/**
 * What the page's storage remembers of its visitor's chat. From one visit to the next: that something may be unread, and how
 * many messages. From one page to the next in the same tab: that the chat is open. The frame decides what is written, and asks
 * for consent before. Pages without storage remember nothing: the frame is made when the page is at rest, and is closed.
 */

function inStorage<T>(
  name: 'localStorage' | 'sessionStorage',
  key: string,
  use: (storage: Storage, key: string) => T,
): T | null {
  try {
    return use(window[name], `service:${key}`);
  } catch {
    return null;
  }
}

const inUnread = <T>(inboxId: string, use: (storage: Storage, key: string) => T): T | null =>
  inStorage('localStorage', `${inboxId}:unread`, use);

/** The number of unread messages as a text, `0` where one may come; null when nothing is stored. */
export const readUnreadMarker = (inboxId: string): string | null =>
  inUnread(inboxId, (storage, key) => storage.getItem(key));

export function removeUnreadMarker(inboxId: string): void {
  inUnread(inboxId, (storage, key) => storage.removeItem(key));
}

/** Null removes it. */
export function writeUnreadMarker(inboxId: string, count: number | null): void {
  if (count === null) removeUnreadMarker(inboxId);
  else inUnread(inboxId, (storage, key) => storage.setItem(key, `${count}`));
}

const inOpen = <T>(inboxId: string, use: (storage: Storage, key: string) => T): T | null =>
  inStorage('sessionStorage', `${inboxId}:open`, use);

export const wasOpen = (inboxId: string): boolean => inOpen(inboxId, (storage, key) => storage.getItem(key)) !== null;

export function writeOpenMarker(inboxId: string, isOpen: boolean): void {
  inOpen(inboxId, (storage, key) => (isOpen ? storage.setItem(key, '') : storage.removeItem(key)));
}

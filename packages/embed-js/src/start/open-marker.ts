/**
 * What the tab's storage remembers from one page to the next: that the chat is open. Written once a conversation has begun, so
 * not before a required consent. Pages without storage remember nothing: the next one starts with a closed chat.
 */

function inStorage<T>(inboxId: string, use: (storage: Storage, key: string) => T): T | null {
  try {
    return use(sessionStorage, `service:${inboxId}:open`);
  } catch {
    return null;
  }
}

export const wasOpen = (inboxId: string): boolean =>
  inStorage(inboxId, (storage, key) => storage.getItem(key)) !== null;

export function writeOpenMarker(inboxId: string, open: boolean): void {
  inStorage(inboxId, (storage, key) => (open ? storage.setItem(key, '') : storage.removeItem(key)));
}

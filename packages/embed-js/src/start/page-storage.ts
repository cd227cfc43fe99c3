/**
 * What the page's storage remembers of its visitor's chat. From one visit to the next: that something may be unread, and how
 * many messages. From one page to the next in the same tab: that the chat is open. The frame decides what is written, and asks
 * for consent before. Pages without storage remember nothing: the frame is made when the page is at rest, and is closed.
 */

function inStorage(
  name: 'localStorage' | 'sessionStorage',
  method: 'getItem' | 'setItem' | 'removeItem',
  key: string,
  value?: string,
): string | null {
  try {
    return window[name][method](`service:${key}`, value as string) as string | null;
  } catch {
    return null;
  }
}

const unread = (inboxId: string, ...[method, value]: [method: 'getItem' | 'setItem' | 'removeItem', value?: string]) =>
  inStorage('localStorage', method, `${inboxId}:unread`, value);

/** The number of unread messages as a text, `0` where one may come; null when nothing is stored. */
export const readUnreadMarker = (inboxId: string): string | null => unread(inboxId, 'getItem');

export const removeUnreadMarker = (inboxId: string): void => void unread(inboxId, 'removeItem');

/** Null removes it. */
export function writeUnreadMarker(inboxId: string, count: number | null): void {
  if (count === null) removeUnreadMarker(inboxId);
  else unread(inboxId, 'setItem', `${count}`);
}

const OPEN = 'open';
export const wasOpen = (inboxId: string): boolean =>
  inStorage('sessionStorage', 'getItem', `${inboxId}:${OPEN}`) !== null;

export function writeOpenMarker(inboxId: string, isOpen: boolean): void {
  inStorage('sessionStorage', isOpen ? 'setItem' : 'removeItem', `${inboxId}:${OPEN}`, '');
}

/**
 * What the page's storage remembers from one visit to the next: that something of the visitor's chat may be unread, and how
 * many messages. The frame decides what is written, and asks for consent before. Pages without storage remember nothing.
 */

const keyOf = (inboxId: string): string => `service:${inboxId}:unread`;

/** The number of unread messages, 0 where one may come; null when nothing is stored. */
export function readUnreadMarker(inboxId: string): number | null {
  try {
    const stored = localStorage.getItem(keyOf(inboxId));
    return stored === null ? null : Number(stored) || 0;
  } catch {
    return null;
  }
}

/** Null removes it. */
export function writeUnreadMarker(inboxId: string, count: number | null): void {
  try {
    if (count === null) localStorage.removeItem(keyOf(inboxId));
    else localStorage.setItem(keyOf(inboxId), `${count}`);
  } catch {
    // The frame is then made when the page is at rest.
  }
}

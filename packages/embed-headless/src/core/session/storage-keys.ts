/**
 * Prefix of every key of a client. One per inbox and page origin, because a session is valid for one origin only, and pages of
 * several origins may share one storage (`shop.example` and `blog.shop.example`): under one key they would keep replacing each
 * other's sessions.
 */
export const rootKey = (inboxId: string, hostOrigin: string): string => `service:${inboxId}@${hostOrigin}:`;
export const sessionKey = (root: string): string => `${root}session`;
/**
 * Sentinel stored under the session key after consent was withdrawn; other tabs read it. It stays until a new consent,
 * because a page in the back/forward cache may come back with its old consent at any time.
 */
export const WITHDRAWN = 'withdrawn';
/** Sentinel stored under the session key for a moment, so that other tabs get a storage event: the visitor has signed out. */
export const LEFT = 'left';
export type SessionSentinel = typeof WITHDRAWN | typeof LEFT;
export const unsentPrefix = (root: string): string => `${root}unsent:`;
/** Notes that a conversation is to be erased; its id follows. Among the unsent messages, so that a look for those finds it. */
export const erasurePrefix = (root: string): string => `${unsentPrefix(root)}erase:`;
/** In place of a tab's name: the item was written before its tab had a client. */
export const NO_TAB = '';
/** Name of the lock that a tab holds as long as it lives. */
export const tabName = (root: string, instance: string): string => `${root}tab:${instance}`;

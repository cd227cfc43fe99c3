/**
 * The names under which the client keeps things; one root per inbox and origin of the page. A session is good for the
 * origin it was made for, and pages of several origins may share one storage (`shop.example` and `blog.shop.example`):
 * under one name they would throw away each other's sessions in turns.
 */
export const rootKey = (inboxId: string, hostOrigin: string): string => `service:${inboxId}@${hostOrigin}:`;
export const sessionKey = (root: string): string => `${root}session`;
/**
 * In the place of a session: the consent was taken back. It stays until somebody agrees again, because a page that the browser
 * has put away may come back at any time with the consent that it had.
 */
export const WITHDRAWN = 'withdrawn';
/** In the place of a session, for the moment in which tabs hear of it: the visitor has left in another one. */
export const LEFT = 'left';
/** What may stand in the place of a session. */
export type SessionSentinel = typeof WITHDRAWN | typeof LEFT;
export const unsentPrefix = (root: string): string => `${root}unsent:`;
/** In the place of a tab's name: written before its tab had a client. */
export const NO_TAB = '';
/** Held by a tab for as long as it lives. */
export const tabName = (root: string, instance: string): string => `${root}tab:${instance}`;

/**
 * The names under which the client keeps things; one root per inbox and origin of the page. A session is good for the
 * origin it was made for, and pages of several origins may share one storage (`shop.example` and `blog.shop.example`):
 * under one name they would throw away each other's sessions in turns.
 */
export const rootKey = (inboxId: string, hostOrigin: string): string => `service:${inboxId}@${hostOrigin}:`;
export const sessionKey = (root: string): string => `${root}session`;
/** The last event that some tab has told the visitor of. */
export const alertedKey = (root: string): string => `${root}alerted`;
export const unsentPrefix = (root: string): string => `${root}unsent:`;

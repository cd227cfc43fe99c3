/** The names under which the client keeps things; one root per inbox, because a site may have several. */
export const rootKey = (inboxId: string): string => `service:${inboxId}:`;
export const sessionKey = (inboxId: string): string => `${rootKey(inboxId)}session`;
/** The last event that some tab has told the visitor of. */
export const alertedKey = (inboxId: string): string => `${rootKey(inboxId)}alerted`;
export const unsentPrefix = (inboxId: string): string => `${rootKey(inboxId)}unsent:`;

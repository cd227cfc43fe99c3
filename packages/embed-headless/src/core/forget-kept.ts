/** Forgetting without a client: its part of the program may be out of reach. Small on purpose, like `remembers`. */
import { rootKey, sessionKey } from './storage-keys.js';

/**
 * Removes session and unsent messages of an inbox from this browser. Returns the session's token, or null without one: it is
 * for telling the server (see `tellWithdrawn`), and must not be kept. Throws nothing.
 */
export function forgetKept(inboxId: string, hostOrigin: string): string | null {
  const root = rootKey(inboxId, hostOrigin);
  try {
    const token = localStorage.getItem(sessionKey(root));
    for (const key of Object.keys(localStorage)) if (key.startsWith(root)) localStorage.removeItem(key);
    return token;
  } catch {
    // What can't be kept need not be forgotten.
    return null;
  }
}

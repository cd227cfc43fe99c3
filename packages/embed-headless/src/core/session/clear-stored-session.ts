/** Forgetting without a client: its part of the program may be out of reach. Small on purpose, like `remembers`. */
import type { Ports } from '../../platform/ports.js';
import { rootKey, sessionKey, WITHDRAWN } from './storage-keys.js';

/**
 * Removes session and unsent messages of an inbox from this browser, and lets its other tabs know that the consent is gone.
 * Returns the session's token, or null without one: it is for telling the server (see `tellWithdrawn`), and must not be kept.
 * Throws nothing. `of`: the client's, when there is one: what its visitor has may be written down nowhere.
 */
export function clearStoredSession(
  inboxId: string,
  hostOrigin: string,
  of: Pick<Ports, 'storage'> | null = null,
): string | null {
  const root = rootKey(inboxId, hostOrigin);
  const session = sessionKey(root);
  try {
    const token = of ? of.storage.get(session) : localStorage.getItem(session);
    for (const key of Object.keys(localStorage)) if (key.startsWith(root)) localStorage.removeItem(key);
    localStorage.setItem(session, WITHDRAWN);
    return token === WITHDRAWN ? null : token;
  } catch {
    // What can't be kept need not be forgotten.
    return null;
  }
}

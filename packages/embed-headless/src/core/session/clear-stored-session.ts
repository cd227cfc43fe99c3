import type { Ports } from '../../platform/ports.js';
import { rootKey, sessionKey, WITHDRAWN } from './storage-keys.js';

/**
 * Removes session and unsent messages of an inbox from this browser after its consent was withdrawn, and tells other tabs. Imports
 * little: it works without the client, whose code may be out of reach. Throws nothing.
 * @param of the client's ports, if there is one: a signed-in visitor's session is in memory only
 * @returns the session's token for `reportWithdrawal`, or null; never store it
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
    // No storage, nothing to remove.
    return null;
  }
}

/** Whether this browser has something of an inbox to come back to. Small on purpose: a launcher asks it before it loads the client. */
import { rootKey, sessionKey, unsentPrefix } from './storage-keys.js';

/**
 * True when a session, an unsent message or an erasure that had no answer is kept. Reads only, and throws nothing; false when
 * the browser refuses storage.
 */
export function hasStoredChat(inboxId: string, hostOrigin: string): boolean {
  const root = rootKey(inboxId, hostOrigin);
  try {
    const { localStorage } = globalThis;
    return (
      localStorage.getItem(sessionKey(root))?.startsWith('cws_') ||
      Object.keys(localStorage).some((key) => key.startsWith(unsentPrefix(root)))
    );
  } catch {
    return false;
  }
}

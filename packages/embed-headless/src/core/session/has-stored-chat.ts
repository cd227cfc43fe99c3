import { rootKey, sessionKey, unsentPrefix } from './storage-keys.js';

/**
 * True: this browser has a session, an unsent message or an unconfirmed erasure of this inbox. Only reads, and throws nothing; false
 * when the browser refuses storage. Imports little: a launcher calls it before it loads the client.
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

/** Whether this browser has something of an inbox to come back to. Small on purpose: a launcher asks it before it loads the client. */
import { sessionKey, unsentPrefix } from './storage-keys.js';

/** True when a session or an unsent message is kept. Reads only; false when the browser refuses storage. */
export function remembers(inboxId: string): boolean {
  try {
    const { localStorage } = globalThis;
    return (
      localStorage.getItem(sessionKey(inboxId)) !== null ||
      Object.keys(localStorage).some((key) => key.startsWith(unsentPrefix(inboxId)))
    );
  } catch {
    return false;
  }
}

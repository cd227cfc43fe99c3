export interface KeptOpen {
  readonly inboxId: string;
  readonly isOpen: () => boolean;
  readonly open: () => void;
}

/**
 * Opens the chat that was open when its visitor left the page, for the next page of the site in the same tab. Loaded when a
 * conversation begins, so nothing is stored before a required consent. `signal`: the frame is lost.
 */
export function keepOpen(chat: KeptOpen, signal: AbortSignal): void {
  const { inboxId, isOpen, open } = chat;
  const key = `service:${inboxId}:open`;
  try {
    if (sessionStorage.getItem(key) !== null && !isOpen()) open();
    sessionStorage.removeItem(key);
  } catch {
    // Without storage the next page doesn't know.
    return;
  }
  addEventListener('pagehide', () => isOpen() && sessionStorage.setItem(key, ''), { signal });
}

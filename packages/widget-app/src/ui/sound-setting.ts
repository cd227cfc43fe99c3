/** Whether new messages make a sound, as the visitor chose in this browser. Nothing is stored until they choose. */
const key = (inboxId: string): string => `service:${inboxId}:sound`;

export function isSoundOn(inboxId: string): boolean {
  try {
    return localStorage.getItem(key(inboxId)) !== 'off';
  } catch {
    return true;
  }
}

export function storeSoundSetting(inboxId: string, on: boolean): void {
  try {
    if (on) localStorage.removeItem(key(inboxId));
    else localStorage.setItem(key(inboxId), 'off');
  } catch {
    // Then the setting lasts until the page closes.
  }
}

/**
 * What stands in the field and was not sent: a reload must not lose it. It is this tab's own, and goes with it; only after the
 * visitor has agreed, where that is asked for.
 */
const key = (inboxId: string): string => `service:${inboxId}:draft`;

export function keptDraft(inboxId: string): string {
  try {
    return sessionStorage.getItem(key(inboxId)) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(inboxId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key(inboxId));
    else sessionStorage.setItem(key(inboxId), text);
  } catch {
    // It stays in the field for as long as the page does.
  }
}

/**
 * What stands in the field and was not sent: a reload must not lose it. It is this tab's own, and goes with it; only after the
 * visitor has agreed, where that is asked for.
 */
import { MESSAGE_LIMITS } from '@service/protocol';

/** More than may be sent, because it can still be cut; what is longer nobody wrote, and a field of megabytes is no field. */
const LONGEST = 4 * MESSAGE_LIMITS.textLength;

const key = (inboxId: string): string => `service:${inboxId}:draft`;

export function readDraft(inboxId: string): string {
  try {
    const kept = sessionStorage.getItem(key(inboxId)) ?? '';
    return kept.length > LONGEST ? '' : kept;
  } catch {
    return '';
  }
}

export function storeDraft(inboxId: string, text: string): void {
  try {
    if (text === '' || text.length > LONGEST) sessionStorage.removeItem(key(inboxId));
    else sessionStorage.setItem(key(inboxId), text);
  } catch {
    // It stays in the field for as long as the page does.
  }
}

/** The unsent text of the field, stored for this tab, so that a reload doesn't lose it. Only after consent, where it is asked for. */
import { MESSAGE_LIMITS } from '@service/protocol';

/** Longer than may be sent, because the visitor can still shorten it; anything longer wasn't typed. */
const LONGEST = 4 * MESSAGE_LIMITS.textLength;

const key = (inboxId: string): string => `service:${inboxId}:draft`;

export function readDraft(inboxId: string): string {
  try {
    const draft = sessionStorage.getItem(key(inboxId)) ?? '';
    return draft.length > LONGEST ? '' : draft;
  } catch {
    return '';
  }
}

export function storeDraft(inboxId: string, text: string): void {
  try {
    if (text === '' || text.length > LONGEST) sessionStorage.removeItem(key(inboxId));
    else sessionStorage.setItem(key(inboxId), text);
  } catch {
    // The draft stays in the field until the page closes.
  }
}

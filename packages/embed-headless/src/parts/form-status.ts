import { type FilledForm, type Handler, readFormAnswer, readParts } from '@service/protocol';

/** The fields of a timeline entry that are used here. */
export interface EntryWithParts {
  /** As in the timeline. */
  readonly type: string;
  /** Number in the log; null: not in it yet. */
  readonly seq: number | null;
  /** As in the timeline. */
  readonly parts?: string | undefined;
  /** As in the timeline. */
  readonly filled?: FilledForm | undefined;
  /** As in the timeline. */
  readonly delivery?: { readonly state: string };
}

/** Whether a form can still be answered. `Entry`: the type of the timeline's entries. */
export type FormStatus<Entry> =
  | { readonly state: 'open' }
  /** An answer is on its way in this tab, or failed: `message` in the timeline has the reason. */
  | { readonly state: 'sending' | 'failed'; readonly message: Extract<Entry, { readonly type: 'own' }> }
  | { readonly state: 'answered' }
  /** A later form has replaced it, or the conversation is closed. */
  | { readonly state: 'over' };

/**
 * Status of the form in the entry with the number `seq`. A handoff does not change it. Never throws.
 * @param chat the client's state, or what `useChat` returns
 */
export function getFormStatus<Entry extends EntryWithParts>(
  chat: { readonly timeline: readonly Entry[]; readonly handledBy: Handler },
  seq: number,
): FormStatus<Entry> {
  let replaced = false;
  let unsent: Extract<Entry, { readonly type: 'own' }> | null = null;
  for (const entry of chat.timeline) {
    if (entry.seq !== null && entry.seq <= seq) continue;
    if (entry.filled?.form === seq) unsent = entry as typeof unsent & object;
    if (entry.parts === undefined) continue;
    // Visitors' messages hold answers, all others forms.
    if (entry.type !== 'own') replaced ||= readParts(entry.parts).some(({ type }) => type === 'form');
    else if (readFormAnswer(entry.parts)?.form === seq) return { state: 'answered' };
  }
  if (unsent)
    return { state: (unsent as EntryWithParts).delivery?.state === 'failed' ? 'failed' : 'sending', message: unsent };
  return { state: replaced || chat.handledBy === 'closed' ? 'over' : 'open' };
}

/** Whether a form can still be answered, computed from what the conversation shows after it. */
import { type FilledForm, type Handler, readFormAnswer, readParts } from '@service/protocol';

/** What matters here of an entry of the timeline. */
export interface EntryWithParts {
  /** As in the timeline. */
  readonly type: string;
  /** Number in the log; null while it is not in it. */
  readonly seq: number | null;
  /** As in the timeline. */
  readonly parts?: string | undefined;
  /** As in the timeline. */
  readonly filled?: FilledForm | undefined;
  /** As in the timeline. */
  readonly delivery?: { readonly state: string };
}

/** `Entry`: what the timeline has, narrowed to the visitor's own messages where they can be told apart. */
export type FormStatus<Entry> =
  | { readonly state: 'open' }
  /** An answer is on its way, in this tab; or it could not be sent, and stands in the timeline with the reason. */
  | { readonly state: 'sending' | 'failed'; readonly message: Extract<Entry, { readonly type: 'own' }> }
  | { readonly state: 'answered' }
  /** A later form has taken its place, or the conversation is closed. */
  | { readonly state: 'over' };

/**
 * Of the form that the entry with number `seq` asks; `chat`: the state of the client. A person who takes over changes
 * nothing about it. Never throws.
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
    // A visitor answers and whoever answers them asks: each is read as what it can be.
    if (entry.type !== 'own') replaced ||= readParts(entry.parts).some(({ type }) => type === 'form');
    else if (readFormAnswer(entry.parts)?.form === seq) return { state: 'answered' };
  }
  if (unsent)
    return { state: (unsent as EntryWithParts).delivery?.state === 'failed' ? 'failed' : 'sending', message: unsent };
  return { state: replaced || chat.handledBy === 'closed' ? 'over' : 'open' };
}

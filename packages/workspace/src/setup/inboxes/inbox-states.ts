/** From which state an inbox may come into which: draft, then live or paused as often as its team likes, and archived for good. */
import type { InboxState } from '@service/realtime-server/ports';

const NEXT: Readonly<Record<InboxState, readonly InboxState[]>> = {
  draft: ['live', 'archived'],
  live: ['paused', 'archived'],
  paused: ['live', 'archived'],
  archived: [],
};

const IN_WORDS: Readonly<Record<InboxState, string>> = {
  draft: 'It is a draft: set it live first, or archive it.',
  live: 'It is live: pause it, or archive it. It does not become a draft again.',
  paused: 'It is paused: set it live, or archive it.',
  archived: 'It is archived for good. Make a new inbox.',
};

/** Null: it may. Else why not, and what is possible. */
export const whyNot = (from: InboxState, to: InboxState): string | null =>
  from === to || NEXT[from].includes(to) ? null : IN_WORDS[from];

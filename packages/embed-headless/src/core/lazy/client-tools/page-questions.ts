/** Questions of the browser's own agent: it wants to use a tool that asks first. Shown like calls, known to this page only. */
import type { BrowserAgentQuestion } from '@service/protocol';
import type { TimelineEntry, ToolEntry } from '../../api/chat-state.js';

/** A question from the page. Answered once; ended by the same object. */
export interface PageQuestion {
  readonly asks: BrowserAgentQuestion;
  answered(approved: boolean): void;
}

/** The call that was asked about has ended. */
export interface EndedPageQuestion {
  readonly over: PageQuestion;
  readonly state: 'succeeded' | 'failed' | 'unknown';
}

export interface ShownQuestion {
  readonly of: PageQuestion;
  readonly entry: ToolEntry;
}

/** `seq`: the entry follows all entries up to this number. */
export function shownQuestion(of: PageQuestion, key: string, seq: number, at: number): ShownQuestion {
  const { name, title, args, view } = of.asks;
  const entry: ToolEntry = {
    type: 'tool',
    key,
    seq,
    at,
    call: key,
    run: '',
    name,
    title,
    args,
    state: 'asking',
    // The browser's agent sets its own time limit.
    ask: { view, until: Number.POSITIVE_INFINITY },
    answered: null,
    progress: null,
    code: null,
  };
  return { of, entry };
}

/** Adds each question after the entries that it followed. */
export function withQuestions(
  timeline: readonly TimelineEntry[],
  questions: readonly ShownQuestion[],
): readonly TimelineEntry[] {
  if (questions.length === 0) return timeline;
  const merged = [...timeline];
  for (const { entry } of questions) {
    const at = merged.findIndex(({ seq }) => seq === null || seq > (entry.seq as number));
    merged.splice(at < 0 ? merged.length : at, 0, entry);
  }
  return merged;
}

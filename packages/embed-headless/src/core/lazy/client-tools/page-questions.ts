/**
 * What the visitor is asked although no answer of ours is waiting for it: the browser's own agent wants to use a function
 * of the page that asks first. It is shown like any call, and nobody but this page knows of it.
 */
import type { BrowserAgentQuestion } from '@service/protocol';
import type { TimelineEntry, ToolEntry } from '../../api/chat-state.js';

/** Asked by the page. Answered once; the same object ends it. */
export interface PageAsks {
  readonly asks: BrowserAgentQuestion;
  answered(approved: boolean): void;
}

/** The page is done with what it had asked about. */
export interface PageIsDone {
  readonly over: PageAsks;
  readonly state: 'succeeded' | 'failed' | 'unknown';
}

export interface ShownQuestion {
  readonly of: PageAsks;
  readonly entry: ToolEntry;
}

/** `seq`: what had been said by then stands before it. */
export function shownQuestion(of: PageAsks, key: string, seq: number, at: number): ShownQuestion {
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
    // The browser's agent waits, as long as it wants.
    ask: { view, until: Number.POSITIVE_INFINITY },
    answered: null,
    progress: null,
    code: null,
  };
  return { of, entry };
}

/** Each after everything that had been said when it was asked. */
export function withQuestions(
  timeline: readonly TimelineEntry[],
  questions: readonly ShownQuestion[],
): readonly TimelineEntry[] {
  if (questions.length === 0) return timeline;
  const woven = [...timeline];
  for (const { entry } of questions) {
    const at = woven.findIndex(({ seq }) => seq === null || seq > (entry.seq as number));
    woven.splice(at < 0 ? woven.length : at, 0, entry);
  }
  return woven;
}

/**
 * Leaves out what a model thinks before it answers. Providers have a field for it; servers of models at home often send it as text, between
 * `<think>` and `</think>` at the beginning of a step, where visitors would read it.
 */
import type { StepEvent } from './model.js';

const TAG = /^\s*<(think|thinking|thought|reasoning)>/i;
/** What may become such a tag. */
const BEGUN = /^\s*(?:<[a-z]{0,9})?$/i;
const MOST_BEGUN = 64;

export interface Thoughts {
  /** What comes of the next piece of text: text to show, or that the model is at work; none while it is not known. */
  add(text: string): readonly StepEvent[];
  /** What was held back, at the end of the step or before a call. */
  end(): readonly StepEvent[];
}

const shown = (text: string): readonly StepEvent[] => (text === '' ? [] : [{ kind: 'text', text }]);

export function withoutThoughts(): Thoughts {
  let held = '';
  /** The end of the thoughts, while they go on; empty: the answer has begun. Null: not known yet. */
  let end: string | null = null;

  const add = (text: string): readonly StepEvent[] => {
    if (end === '') return shown(text);
    held += text;
    if (end === null) {
      const tag = TAG.exec(held);
      if (!tag) {
        if (held.length <= MOST_BEGUN && BEGUN.test(held)) return [];
        end = '';
        return shown(held);
      }
      end = `</${(tag[1] as string).toLowerCase()}>`;
    }
    const at = held.toLowerCase().indexOf(end);
    if (at < 0) {
      // The tag may come in two pieces.
      held = held.slice(-end.length);
      return [{ kind: 'working', size: text.length }];
    }
    const answer = held.slice(at + end.length).trimStart();
    end = '';
    return shown(answer);
  };

  return {
    add,
    end() {
      const rest = end === null ? held : '';
      held = '';
      end ??= '';
      return shown(rest);
    },
  };
}

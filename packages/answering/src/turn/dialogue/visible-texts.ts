/**
 * What a model reads has no words that a person who looks at the same texts can't see: messages, results of functions, passages, and what
 * the page says. A product's review or a copied text may carry a sentence in characters that no font shows.
 */
import { withoutHidden } from '@service/protocol';
import type { Dialogue } from './dialogue.js';

/** The same value, without hidden characters in any text of it, names of fields included. */
export function visibleTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return withoutHidden(value) as Value;
  if (Array.isArray(value)) return value.map(visibleTexts) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [withoutHidden(name), visibleTexts(each)]),
  ) as Value;
}

/** The model's own calls stay as they are, with what its provider wants to see again. */
export function visibleDialogue(dialogue: Dialogue): Dialogue {
  return dialogue.map((entry) =>
    entry.by === 'model' ? { ...entry, text: withoutHidden(entry.text) } : visibleTexts(entry),
  );
}

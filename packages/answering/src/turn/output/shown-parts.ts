/**
 * Checks the parts below an answer: their addresses by the same policy as in the text, as many as fit, and one form. The
 * caller gets the reason when a part doesn't fit.
 */
import { PART_LIMITS, type Part } from '@service/protocol';
import { partsSchema } from '@service/protocol/schema';
import type { AnswerLinks } from './answer-links.js';
import { answerText } from './answer-text.js';

/** The part with every text through the policy, and without the links that it doesn't allow. */
export function applyLinkPolicy(part: Part, links: AnswerLinks): Part {
  const words = (text: string): string => {
    const clean = answerText(null, links);
    return `${clean.add(text)}${clean.end()}`.trim() || '…';
  };
  switch (part.type) {
    case 'quick-replies':
      return {
        ...part,
        replies: part.replies.map(({ label, text }) => ({
          label: words(label),
          ...(text !== undefined && { text: words(text) }),
        })),
      };
    case 'card': {
      const { links: all = [], text, ...rest } = part;
      const allowed = all
        .filter(({ url }) => links.allows(url))
        .map(({ label, url }) => ({ label: words(label), url }));
      return {
        ...rest,
        title: words(part.title),
        ...(text !== undefined && { text: words(text) }),
        ...(allowed.length > 0 && { links: allowed }),
      };
    }
    case 'form': {
      const { text, ...rest } = part;
      return {
        ...rest,
        title: words(part.title),
        ...(text !== undefined && { text: words(text) }),
        fields: part.fields.map((field) => ({
          ...field,
          label: words(field.label),
          ...(field.hint !== undefined && { hint: words(field.hint) }),
          ...(field.type === 'choice' && { options: field.options.map(words) }),
        })),
      };
    }
  }
}

/** Why one more part can't be added; null: it can. */
export function partProblem(parts: readonly Part[], part: Part): string | null {
  if (parts.length >= PART_LIMITS.parts) return `at most ${PART_LIMITS.parts} of these fit under one answer`;
  if (part.type === 'form' && parts.some(({ type }) => type === 'form')) return 'one answer asks one form';
  return partsSchema.safeParse([...parts, part]).success
    ? null
    : 'like this it is too long, or says the same thing twice';
}

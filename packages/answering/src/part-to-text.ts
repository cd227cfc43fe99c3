/**
 * The parts below a message as text: for answerers that read text alone, and in place of parts that can't be shown. Without
 * it a message that is only a form would be an empty one.
 */
import { isBlank, PART_LIMITS, readParts, truncate } from '@service/protocol';

/** What a part says, in words: for an answer that can't show it. */
export function partToText(value: unknown): string {
  const { title, text, replies, fields, links } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const labels = [replies, fields, links].flatMap((list) => (Array.isArray(list) ? list : []));
  const lines = labels.map((each) => (each as { label?: unknown } | null)?.label);
  const words = [title, text, ...lines.map((line) => typeof line === 'string' && `- ${line}`)]
    .filter((line): line is string => typeof line === 'string' && !isBlank(line))
    .join('\n');
  return truncate(words, PART_LIMITS.partsLength);
}

/** The text of a message; of one without any, the text of its parts. */
export function textWithParts(text: string, parts: string | undefined): string {
  return text !== '' || parts === undefined ? text : readParts(parts).map(partToText).join('\n');
}

/** The parts of a message as a screen reads them: a guard written by hand, held against the schema by a property test. */
import { atMost, type Check, listOf, optional, shape } from '../checks.js';
import { PART_LIMITS, type Part } from './part.js';

const said =
  (length: number): Check =>
  (v) =>
    atMost(length)(v) && (v as string).trim() !== '';

const some =
  (check: Check, most: number): Check =>
  (v) =>
    listOf(check, most)(v) && (v as unknown[]).length > 0;

const reply = shape({ label: said(PART_LIMITS.replyLabel), text: optional(said(PART_LIMITS.replyText)) });
const link = shape({ label: said(PART_LIMITS.replyLabel), url: said(PART_LIMITS.cardUrl) });

const PARTS: Readonly<Record<Part['type'], Check>> = {
  'quick-replies': shape({ replies: some(reply, PART_LIMITS.quickReplies) }),
  card: shape({
    title: said(PART_LIMITS.cardTitle),
    text: optional(said(PART_LIMITS.cardText)),
    links: optional(some(link, PART_LIMITS.cardLinks)),
  }),
};

/** Never throws. What it doesn't know, or can't trust, is left out: a newer server may send more. */
export function readParts(json: string): readonly Part[] {
  let parts: unknown;
  try {
    parts = JSON.parse(json);
  } catch {
    return [];
  }
  return Array.isArray(parts) ? parts.filter(isPart) : [];
}

function isPart(value: unknown): value is Part {
  const type = (value as { readonly type?: unknown } | null)?.type;
  return typeof type === 'string' && Object.hasOwn(PARTS, type) && PARTS[type as Part['type']](value);
}

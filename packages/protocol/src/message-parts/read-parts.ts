/** The parts of a message as a screen reads them: a guard written by hand, held against the schema by a property test. */

import { atMost, bool, type Check, listOf, matching, oneOf, optional, positive, shape } from '../frames/checks.js';
import { FORM_LIMITS, PART_LIMITS } from '../limits.js';
import { asksForSecret } from './asks-for-secret.js';
import { AUTOFILLS, FIELD_NAME, type FormAnswer, type FormField, isAnswerable } from './form.js';
import { safeLink } from './link-policy.js';
import type { Part } from './part.js';
import { isBlank } from './text/is-blank.js';

const filledText =
  (length: number): Check =>
  (v) =>
    atMost(length)(v) && !isBlank(v as string);

const some =
  (check: Check, most: number): Check =>
  (v) =>
    listOf(check, most)(v) && (v as unknown[]).length > 0;

const reply = shape({ label: filledText(PART_LIMITS.replyLabel), text: optional(filledText(PART_LIMITS.replyText)) });
const link = shape({ label: filledText(PART_LIMITS.replyLabel), url: filledText(PART_LIMITS.cardUrl) });

const number: Check = (v) => typeof v === 'number' && Math.abs(v) <= FORM_LIMITS.number;
const asked = {
  name: matching(FIELD_NAME),
  label: filledText(FORM_LIMITS.label),
  hint: optional(filledText(FORM_LIMITS.hint)),
  required: optional(bool),
};
const isOnce = (list: readonly unknown[]): boolean => new Set(list).size === list.length;
const options: Check = (v) => some(filledText(FORM_LIMITS.option), FORM_LIMITS.options)(v) && isOnce(v as unknown[]);
const FIELDS: Readonly<Record<FormField['type'], Check>> = {
  text: shape({ ...asked, autofill: optional(oneOf(...AUTOFILLS)) }),
  'multi-line': shape(asked),
  email: shape(asked),
  number: shape({ ...asked, min: optional(number), max: optional(number) }),
  choice: shape({ ...asked, options }),
  checkbox: shape(asked),
};
const field: Check = (v) => isOneOf(FIELDS, v) && isAnswerable(v as FormField) && !asksForSecret(v as FormField);
const fields: Check = (v) => {
  if (!some(field, FORM_LIMITS.fields)(v)) return false;
  const list = v as readonly FormField[];
  const lines = list.filter(({ type }) => type === 'multi-line').length;
  return lines <= FORM_LIMITS.multiLines && isOnce(list.map(({ name }) => name));
};

const PARTS: Readonly<Record<Part['type'], Check>> = {
  'quick-replies': shape({ replies: some(reply, PART_LIMITS.quickReplies) }),
  card: shape({
    title: filledText(PART_LIMITS.cardTitle),
    text: optional(filledText(PART_LIMITS.cardText)),
    links: optional(some(link, PART_LIMITS.cardLinks)),
  }),
  form: shape({ title: filledText(FORM_LIMITS.title), text: optional(filledText(FORM_LIMITS.text)), fields }),
};
const value: Check = (v) => typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean';
const answer = shape({
  type: oneOf('form-answer'),
  form: positive,
  title: atMost(FORM_LIMITS.title),
  answers: listOf(shape({ name: matching(FIELD_NAME), label: atMost(FORM_LIMITS.label), value }), FORM_LIMITS.fields),
});

/** Never throws. What it doesn't know, or can't trust, is left out: a newer server may send more. The links are safe. */
export function readParts(json: string): readonly Part[] {
  return listIn(json)
    .filter((part): part is Part => isOneOf(PARTS, part))
    .map(withSafeLinks);
}

/** A card keeps its words and loses the links that lead where none may: see `safeLink`. */
function withSafeLinks(part: Part): Part {
  if (part.type !== 'card' || part.links === undefined) return part;
  const { links, ...rest } = part;
  const safe = links.filter(({ url }) => safeLink(url) !== null);
  return { ...rest, ...(safe.length > 0 && { links: safe }) };
}

/** What a visitor's message answers, or null: as `readParts`, of a visitor's `parts`. */
export function readFormAnswer(json: string): FormAnswer | null {
  return listIn(json).find((part): part is FormAnswer => answer(part)) ?? null;
}

function listIn(json: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(json);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function isOneOf(checks: Readonly<Record<string, Check>>, value: unknown): boolean {
  const type = (value as { readonly type?: unknown } | null)?.type;
  return typeof type === 'string' && Object.hasOwn(checks, type) && (checks[type] as Check)(value);
}

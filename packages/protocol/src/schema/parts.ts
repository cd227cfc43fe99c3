/** Parts of a message at the server's doors, where nothing unknown gets in. */

import * as z from 'zod';
import { FORM_LIMITS, PART_LIMITS } from '../limits.js';
import { asksForSecret } from '../message-parts/asks-for-secret.js';
import { AUTOFILLS, FIELD_NAME, type FilledForm, isAnswerable } from '../message-parts/form.js';
import { safeLink } from '../message-parts/link-policy.js';
import type { Part } from '../message-parts/part.js';
import { isBlank } from '../message-parts/text/is-blank.js';
import type { Same } from './same-type.js';
import { LAST_SEQ } from './server-id.js';

const filledText = (length: number) =>
  z
    .string()
    .max(length)
    .refine((text) => !isBlank(text));

/** What a link may lead to. Whether a reader is on this machine is not known here: `readParts` decides about local addresses. */
export const linkSchema = filledText(PART_LIMITS.cardUrl).refine(
  (url) => safeLink(url, true) !== null,
  'an address must be https://, mailto: or tel:, without a user, and with the name of a host',
);

const number = z.number().min(-FORM_LIMITS.number).max(FORM_LIMITS.number);
const isOnce = (list: readonly unknown[]): boolean => new Set(list).size === list.length;
const asked = {
  name: z.string().regex(FIELD_NAME),
  label: filledText(FORM_LIMITS.label),
  hint: filledText(FORM_LIMITS.hint).exactOptional(),
  required: z.boolean().exactOptional(),
};
const fieldSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ ...asked, type: z.literal('text'), autofill: z.enum(AUTOFILLS).exactOptional() }),
    z.strictObject({ ...asked, type: z.literal('multi-line') }),
    z.strictObject({ ...asked, type: z.literal('email') }),
    z.strictObject({
      ...asked,
      type: z.literal('number'),
      min: number.exactOptional(),
      max: number.exactOptional(),
    }),
    z.strictObject({
      ...asked,
      type: z.literal('choice'),
      options: z.array(filledText(FORM_LIMITS.option)).min(1).max(FORM_LIMITS.options).refine(isOnce),
    }),
    z.strictObject({ ...asked, type: z.literal('checkbox') }),
  ])
  .refine(isAnswerable, 'no number is that small and that large')
  .refine((field) => !asksForSecret(field), 'a form may not ask for passwords, codes or card numbers');

export const formSchema = z.strictObject({
  type: z.literal('form'),
  title: filledText(FORM_LIMITS.title),
  text: filledText(FORM_LIMITS.text).exactOptional(),
  fields: z
    .array(fieldSchema)
    .min(1)
    .max(FORM_LIMITS.fields)
    .refine((fields) => isOnce(fields.map(({ name }) => name)), 'each field needs a name of its own')
    .refine((fields) => fields.filter(({ type }) => type === 'multi-line').length <= FORM_LIMITS.multiLines),
});

/** As a visitor brings it; whether it answers the form is `fillForm`'s to say, which knows the form. */
export const filledFormSchema = z.strictObject({
  form: z.int().positive().max(LAST_SEQ),
  values: z
    .record(z.string().regex(FIELD_NAME), z.union([z.string().max(4_000), z.number(), z.boolean()]))
    .refine((values) => Object.keys(values).length <= FORM_LIMITS.fields),
});

export const partSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('quick-replies'),
    replies: z
      .array(
        z.strictObject({
          label: filledText(PART_LIMITS.replyLabel),
          text: filledText(PART_LIMITS.replyText).exactOptional(),
        }),
      )
      .min(1)
      .max(PART_LIMITS.quickReplies),
  }),
  z.strictObject({
    type: z.literal('card'),
    title: filledText(PART_LIMITS.cardTitle),
    text: filledText(PART_LIMITS.cardText).exactOptional(),
    links: z
      .array(z.strictObject({ label: filledText(PART_LIMITS.replyLabel), url: linkSchema }))
      .min(1)
      .max(PART_LIMITS.cardLinks)
      .exactOptional(),
  }),
  formSchema,
]);

/** As an agent or a person brings them; the log has them as JSON text. */
export const partsSchema = z
  .array(partSchema)
  .min(1)
  .max(PART_LIMITS.parts)
  .refine((parts) => JSON.stringify(parts).length <= PART_LIMITS.partsLength)
  .refine((parts) => parts.filter(({ type }) => type === 'form').length <= 1, 'a message asks one form at most');

true satisfies Same<z.infer<typeof filledFormSchema>, FilledForm>;
true satisfies Same<z.infer<typeof partSchema>, Part>;

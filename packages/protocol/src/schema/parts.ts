/** Parts of a message at the server's doors, where nothing unknown gets in. */
import { z } from 'zod';
import { PART_LIMITS, type Part } from '../parts/part.js';
import type { Same } from './same-type.js';

const said = (length: number) =>
  z
    .string()
    .max(length)
    .refine((text) => text.trim() !== '');

export const partSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('quick-replies'),
    replies: z
      .array(z.strictObject({ label: said(PART_LIMITS.replyLabel), text: said(PART_LIMITS.replyText).exactOptional() }))
      .min(1)
      .max(PART_LIMITS.quickReplies),
  }),
  z.strictObject({
    type: z.literal('card'),
    title: said(PART_LIMITS.cardTitle),
    text: said(PART_LIMITS.cardText).exactOptional(),
    links: z
      .array(z.strictObject({ label: said(PART_LIMITS.replyLabel), url: said(PART_LIMITS.cardUrl) }))
      .min(1)
      .max(PART_LIMITS.cardLinks)
      .exactOptional(),
  }),
]);

/** As an agent or a person brings them; the log has them as JSON text. */
export const partsSchema = z
  .array(partSchema)
  .min(1)
  .max(PART_LIMITS.parts)
  .refine((parts) => JSON.stringify(parts).length <= PART_LIMITS.partsLength);

true satisfies Same<z.infer<typeof partSchema>, Part>;

/** Schemas of what a page says of its visitor and of itself, as it arrives at the server: unproven. */

import * as z from 'zod';
import type { PageInfo } from '../embed/visitor/page-info.js';
import type { UserContext } from '../embed/visitor/user-context.js';
import { PAGE_LIMITS, USER_LIMITS } from '../limits.js';
import type { Same } from './same-type.js';

const field = z.string().max(USER_LIMITS.fieldLength).optional();
const value = z.union([z.string().max(USER_LIMITS.attributeLength), z.number(), z.boolean(), z.null()]);

export const userContextSchema = z.strictObject({
  name: field,
  email: field,
  phone: field,
  userId: field,
  company: field,
  customAttributes: z
    .record(z.string().max(USER_LIMITS.attributeName), value)
    .refine((all) => Object.keys(all).length <= USER_LIMITS.attributes)
    .optional(),
});

export const pageInfoSchema = z.strictObject({
  url: z.string().max(PAGE_LIMITS.url),
  title: z.string().max(PAGE_LIMITS.title),
  referrer: z.string().max(PAGE_LIMITS.referrer).optional(),
  language: z.string().max(PAGE_LIMITS.language).optional(),
  timeZone: z.string().max(PAGE_LIMITS.timeZone).optional(),
});

true satisfies Same<z.infer<typeof pageInfoSchema>, PageInfo>;
true satisfies Same<z.infer<typeof userContextSchema>, UserContext>;

/** Schema of a visitor's unverified attributes, as they arrive at the server. */

import { z } from 'zod';
import type { UserContext } from '../embed/user-context.js';
import { USER_LIMITS } from '../limits.js';
import type { Same } from './same-type.js';

const field = z.string().max(USER_LIMITS.fieldLength).exactOptional();
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
    .exactOptional(),
});

true satisfies Same<z.infer<typeof userContextSchema>, UserContext>;

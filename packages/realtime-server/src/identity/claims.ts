/** The claims of a token. An unknown claim is a mistake of the signer, and the token is refused. */
import { hasProtoKey, SUBJECT } from '@service/protocol';
import { z } from 'zod';
import { TOKEN_LIMITS } from '../runtime/limits.js';

/** `iat` and `exp` are Unix seconds. The signature verifies all claims about the visitor, `email` only with `email_verified`. */
export interface IdentityClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly nonce?: string;
  readonly name?: string;
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly attrs?: Readonly<Record<string, string | number | boolean>>;
}

const seconds = z.int().positive().max(1e11);
/** What a bug in the signer makes of a missing id, in any language: all without an id would be one person. */
const NOT_A_PERSON =
  /^(?:undefined|\(?null\)?|nan|none|nil|<nil>|%!\w\(.*\)|true|false|-1|\[object.*|[-+.0{}()[\]"']+)$/i;

const schema = z
  .strictObject({
    iss: z.string().max(64),
    aud: z.string().max(128),
    sub: z
      .string()
      .regex(SUBJECT)
      .refine((sub) => !NOT_A_PERSON.test(sub)),
    iat: seconds,
    exp: seconds,
    jti: z.string().regex(/^[A-Za-z0-9_-]{22,128}$/),
    nonce: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22,43}$/)
      .exactOptional(),
    name: z.string().max(80).exactOptional(),
    email: z.string().max(254).exactOptional(),
    // Anything but `true` is "no"; not worth refusing a token for.
    email_verified: z.unknown().optional(),
    attrs: z
      .record(z.string().max(64), z.union([z.string().max(256), z.number(), z.boolean()]))
      .refine((attrs) => Object.keys(attrs).length <= 20)
      .exactOptional(),
  })
  .refine(({ iat, exp }) => exp > iat && exp - iat <= TOKEN_LIMITS.identityTtlS);

/** The claims, or null when one is missing, of another kind, or too much. */
export function readClaims(payload: unknown): IdentityClaims | null {
  // An own `__proto__` passes every schema and becomes a prototype in the first copy.
  if (typeof payload !== 'object' || payload === null || hasProtoKey(payload)) return null;
  const read = schema.safeParse(payload);
  return read.success ? (read.data as IdentityClaims) : null;
}

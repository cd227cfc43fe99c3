/** Signs what leaves in a mail and comes back from an anonymous peer: links, and the address that bounces go to. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** From what the key is derived. */
export const MAIL_KEY_PURPOSE = 'mail-links';

export type SignedKind = 'open' | 'click' | 'unsubscribe' | 'bounce';

export interface MailKey {
  /** HMAC-SHA-256 over the kind and all parts: no part can be changed, moved into another one, or used for another kind. */
  sign(kind: SignedKind, parts: readonly string[]): Buffer;
  /** Compares in constant time. A shorter signature was never made: `bytes` is the length that `kind` has. */
  isSigned(kind: SignedKind, parts: readonly string[], signature: Uint8Array, bytes: number): boolean;
}

/** `secret`: derived from the master key, so links survive a restart and work on every node. */
export function openMailKey(secret: string): MailKey {
  const sign = (kind: SignedKind, parts: readonly string[]): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([kind, ...parts]))
      .digest();
  return {
    sign,
    isSigned(kind, parts, signature, bytes) {
      return signature.length === bytes && timingSafeEqual(sign(kind, parts).subarray(0, bytes), signature);
    },
  };
}

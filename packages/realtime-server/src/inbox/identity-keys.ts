/** The keys with which the site of an inbox signs who its visitors are. */

/** `notAfter`, `revokedAt`, `createdAt`: ISO 8601. */
export interface IdentityKeyEntry {
  /** `ik_` and 16 characters; public. */
  readonly kid: string;
  readonly secret: string;
  readonly createdAt?: string;
  /** Tokens of this key are taken until then: it is being replaced. */
  readonly notAfter?: string;
  /** Since then no token signed with it is accepted, and sessions that it opened are closed. */
  readonly revokedAt?: string;
}

export type KeyRing = readonly IdentityKeyEntry[];

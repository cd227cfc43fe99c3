/** What a client goes by that is told who its visitor is. In a file of its own: no other client needs the numbers. */
export const IDENTITY_LIMITS = {
  /** How long a page's token function may take; and how long before the end of a session it is asked again. */
  identityTimeoutMs: 8_000,
  identityAheadMs: 60_000,
} as const;

/**
 * Rejects tokens that may have been signed before their person was revoked. A token's time is in whole seconds of the site's
 * clock, which may be behind ours, so a token that was signed after the revocation may look older. It is rejected as well:
 * its page must wait until the time of a new token is unambiguous.
 */
import { TOKEN_LIMITS } from '../../runtime/limits.js';

/** How far a token of now may seem to lie behind: the clocks differ, and it is dated by the second. */
const MOST_BEHIND_MS = (TOKEN_LIMITS.identitySkewS + 1) * 1_000;

/** How long a revocation must be stored: no node accepts a token from before it for longer. */
export const REVOCATION_LIFETIME_MS = (TOKEN_LIMITS.identityTtlS + 2 * TOKEN_LIMITS.identitySkewS) * 1_000;

/**
 * After how many milliseconds the site surely signs what is from after `putOutAt`, for a token of `issuedAt` that isn't. Null:
 * no clock is that far behind, so it was signed before, and another one is good at once. All in Unix milliseconds.
 */
export function retryDelayForToken(putOutAt: number, issuedAt: number): number | null {
  const behind = putOutAt - issuedAt;
  return behind > MOST_BEHIND_MS ? null : behind + 1_000;
}

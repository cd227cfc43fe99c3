/**
 * What a token is worth whose person was put out: nothing, when it may have been signed before. Tokens are dated by the second,
 * by the site's clock, which may be behind ours; so one that was signed since may look older. It isn't taken either: its page is
 * told to wait until what the site signs can't be mistaken any more. Nobody gets in by being given the benefit of the doubt.
 */
import { TOKEN_LIMITS } from '../../runtime/limits.js';

/** How far a token of now may seem to lie behind: the clocks differ, and it is dated by the second. */
const MOST_BEHIND_MS = (TOKEN_LIMITS.identitySkewS + 1) * 1_000;

/** How long it has to be known that somebody was put out: no token from before that is taken for longer, on no node. */
export const REVOCATION_LIFETIME_MS = (TOKEN_LIMITS.identityTtlS + 2 * TOKEN_LIMITS.identitySkewS) * 1_000;

/**
 * After how many milliseconds the site surely signs what is from after `putOutAt`, for a token of `issuedAt` that isn't. Null:
 * no clock is that far behind, so it was signed before, and another one is good at once. All in Unix milliseconds.
 */
export function retryDelayForToken(putOutAt: number, issuedAt: number): number | null {
  const behind = putOutAt - issuedAt;
  return behind > MOST_BEHIND_MS ? null : behind + 1_000;
}

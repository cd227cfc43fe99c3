/**
 * Whether a session is still good for something besides its socket: what would end the socket must not leave a way in beside
 * it. The socket itself is looked after by gateway/live-sessions.ts.
 */
import type { Identities } from '../identity/identities.js';
import type { InboxSettings } from '../inbox/inbox.js';
import { isPublishedWording } from '../inbox/public-inbox.js';
import type { Session } from '../store/store.js';

/** False: the wording has changed, the inbox asks for an identity by now, or the key that vouched for it was revoked. */
export function mayBeServed(
  { consent, identified }: Session,
  inbox: InboxSettings,
  identities: Identities,
  now: number,
): boolean {
  if (inbox.requireConsent && !(consent && isPublishedWording(inbox, consent))) return false;
  if (!identified) return !inbox.identity?.required;
  return identities.stands(inbox.id, identified.kid, now);
}

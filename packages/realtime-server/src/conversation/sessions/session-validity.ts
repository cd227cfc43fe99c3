/**
 * Whether a session is still good for anything: what ends its socket must not leave a way in beside it. Asked for open
 * sockets as soon as the answer may be another (gateway/live-sessions.ts), and with every upload and every link to a file.
 */
import { CLOSE, type CloseRule } from '@service/protocol';
import type { IdentityVerifier } from '../../identity/identity-verifier.js';
import type { InboxSettings } from '../../inbox/inbox.js';
import { isPublishedWording } from '../../inbox/public-inbox.js';
import type { Session } from '../../store/store.js';

/**
 * Why it may not go on, or null: the wording has changed, the inbox asks for an identity by now, the key that vouched for it
 * was revoked, or its time is over. `stands`: whether a key of this inbox does.
 */
export function closeReasonFor(
  { consent, identified }: Pick<Session, 'consent'> & { readonly identified: { kid: string; until: number } | null },
  inbox: InboxSettings,
  stands: (kid: string) => boolean,
  now: number,
): CloseRule | null {
  // Who agreed to another wording than the one that is published now is asked anew before anything more is said.
  if (inbox.requireConsent && !(consent && isPublishedWording(inbox, consent))) return CLOSE.consentRequired;
  if (!identified) return inbox.identity?.required ? CLOSE.identityRequired : null;
  if (!stands(identified.kid)) return CLOSE.unauthorized;
  return now > identified.until ? CLOSE.sessionExpired : null;
}

export function isSessionValid(
  session: Session,
  inbox: InboxSettings,
  identities: IdentityVerifier,
  now: number,
): boolean {
  return closeReasonFor(session, inbox, (kid) => identities.isKeyAccepted(inbox.id, kid, now), now) === null;
}

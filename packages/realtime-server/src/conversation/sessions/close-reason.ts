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
 * Why a session must close, or null: the consent text has changed, the inbox requires an identity now, the key that signed
 * its token was revoked, or it has expired.
 */
export function closeReasonFor(
  { consent, identified }: Pick<Session, 'consent'> & { readonly identified: { kid: string; until: number } | null },
  inbox: InboxSettings,
  isKeyAccepted: (kid: string) => boolean,
  now: number,
): CloseRule | null {
  // A visitor who agreed to an older consent text is asked again before sending anything.
  if (inbox.requireConsent && !(consent && isPublishedWording(inbox, consent))) return CLOSE.consentRequired;
  if (!identified) return inbox.identity?.required ? CLOSE.identityRequired : null;
  if (!isKeyAccepted(identified.kid)) return CLOSE.unauthorized;
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

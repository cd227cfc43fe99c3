/**
 * Turns a token that the site's server signed into a session. What the visitor wrote anonymously in this session comes
 * along, nothing else does; the rules are in store/queries/identity/decide-identity.ts.
 */
import { createHash } from 'node:crypto';
import { type ConsentGrant, cleanLine, type HelloFrame } from '@service/protocol';
import type { IdentityClaims } from '../../identity/claims.js';
import type { InboxSettings } from '../../inbox/inbox.js';
import { TOKEN_LIMITS } from '../../runtime/limits.js';
import type { VerifiedProfile } from '../../store/store.js';
import { newEpoch, newId, newSessionToken, newTokenSalt, tokenHash } from '../ids.js';
import { retryDelayForToken } from './revoked-identities.js';
import { SESSION_LIMITS } from './session-lifetime.js';
import type { OpenSession, SessionsDeps } from './sessions.js';

export interface Proof {
  readonly claims: IdentityClaims;
  readonly kid: string;
}

export type Identified =
  /** `ended`: the session that this one takes the place of, to be closed everywhere. */
  | { readonly kind: 'identified'; readonly session: OpenSession; readonly ended: string | null }
  /** The proof was used before, elsewhere. */
  | { readonly kind: 'replayed' }
  /** It was signed, or may have been, before its person was signed out; one signed `laterInMs` from now is accepted. Null: any new one. */
  | { readonly kind: 'revoked'; readonly laterInMs: number | null };

export async function identifySession(
  { store, clock, random }: SessionsDeps,
  inbox: InboxSettings,
  hello: HelloFrame,
  consent: ConsentGrant | null,
  { claims, kid }: Proof,
): Promise<Identified> {
  const token = newSessionToken(random);
  const id = newId('ses', random);
  const at = clock.now();
  const until = at + SESSION_LIMITS.identifiedHours * 3_600_000;
  const issuedAt = claims.iat * 1_000;
  const result = await store.identify({
    tokenHash: tokenHash(token),
    tokenSalt: newTokenSalt(random),
    session: id,
    inbox: inbox.id,
    contact: newId('ctc', random),
    conversation: newId('cnv', random),
    epoch: newEpoch(random),
    hostOrigin: hello.origin,
    consent,
    at,
    identified: { subject: claims.sub, kid, until },
    profile: profileOf(claims),
    jti: claims.jti,
    issuedAt,
    // Longer than it would be taken, whichever clock is ahead.
    usedUntil: (claims.exp + 2 * TOKEN_LIMITS.identitySkewS) * 1_000,
    page: createHash('sha256').update(hello.instance).digest('hex'),
    before: hello.session === null ? null : tokenHash(hello.session),
    merge: inbox.identity?.mergeAnonymous !== 'none',
  });
  if (result.kind === 'replayed') return result;
  if (result.kind === 'revoked') return { kind: 'revoked', laterInMs: retryDelayForToken(result.at, issuedAt) };
  const { contact, conversation, ended } = result;
  const writer = (await store.conversation(conversation))?.writer ?? contact;
  return {
    kind: 'identified',
    session: {
      id,
      token,
      inbox: inbox.id,
      hostOrigin: hello.origin,
      contact,
      conversation,
      visitor: { kind: 'visitor', id: writer },
      identified: { kid, until },
      consent,
    },
    ended,
  };
}

function profileOf({ name, email, email_verified, attrs }: IdentityClaims): VerifiedProfile {
  return {
    ...(name !== undefined && { name: cleanLine(name) }),
    ...(email !== undefined && { email: cleanLine(email), emailVerified: email_verified === true }),
    ...(attrs && { attrs }),
  };
}

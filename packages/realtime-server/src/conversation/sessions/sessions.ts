/**
 * Finds the visitor of a socket. An anonymous visitor is known by an opaque token alone: no cookie, no address, nothing that
 * the page reports. A token is valid for one inbox and one origin and is exchanged from time to time. A token that is used
 * after its exchange was copied, and ends the session for both holders.
 */
import type { Author, ConsentGrant, HelloFrame, RandomBytes } from '@service/protocol';
import type { InboxSettings } from '../../inbox/inbox.js';
import type { Clock } from '../../runtime/clock.js';
import type { Conversation, Session, Store } from '../../store/store.js';
import { newEpoch, newId, newSessionToken, newTokenSalt, nextToken, tokenHash } from '../ids.js';
import { isExpired, SESSION_LIMITS } from './session-lifetime.js';

const HOUR_MS = 3_600_000;
/** The precision of "last seen"; otherwise every hello would cost a disk flush. */
const SEEN_EVERY_MS = 60_000;

export interface OpenSession {
  readonly id: string;
  readonly token: string;
  readonly inbox: string;
  /** Origin of the page that the visitor is on. */
  readonly hostOrigin: string;
  readonly contact: string;
  readonly conversation: string;
  readonly visitor: Author;
  /** Proven by the site, with which key, until when (Unix milliseconds); null: anonymous. */
  readonly identified: { readonly kid: string; readonly until: number } | null;
  /** The consent text that the visitor agreed to, as the hello of this connection states it. */
  readonly consent: ConsentGrant | null;
}

export interface SessionsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** A token was used after it had been exchanged, so a copy exists. */
  readonly onReuse?: (session: string) => void;
}

/** Begins a session: a contact, an empty conversation, and the token for both. `consent`: to a wording we published. */
export async function beginSession(
  deps: SessionsDeps,
  inbox: InboxSettings,
  hello: HelloFrame,
  consent: ConsentGrant | null,
): Promise<OpenSession> {
  const { store, clock, random } = deps;
  const token = newSessionToken(random);
  const [session, contact, conversation] = [newId('ses', random), newId('ctc', random), newId('cnv', random)];
  await store.createSession({
    tokenHash: tokenHash(token),
    tokenSalt: newTokenSalt(random),
    session,
    inbox: inbox.id,
    contact,
    conversation,
    epoch: newEpoch(random),
    hostOrigin: hello.origin,
    consent,
    at: clock.now(),
  });
  const visitor: Author = { kind: 'visitor', id: contact };
  return {
    id: session,
    token,
    inbox: inbox.id,
    hostOrigin: hello.origin,
    contact,
    conversation,
    visitor,
    identified: null,
    consent,
  };
}

/** Resumes a session, or null: unknown, ended, of another inbox or origin, or too old. The client does not learn which. */
export async function resumeSession(
  deps: SessionsDeps,
  inbox: InboxSettings,
  hello: HelloFrame,
  consent: ConsentGrant | null,
): Promise<OpenSession | null> {
  if (hello.session === null) return null;
  const { store, clock } = deps;
  const session = await store.findSession(tokenHash(hello.session));
  if (!session || session.inbox !== inbox.id || session.hostOrigin !== hello.origin || session.ended) return null;
  const at = clock.now();
  if (isExpired(session, at)) return null;
  const token = await currentToken(deps, session, hello.session, hello.renews === true, at);
  if (token === null) return null;
  if (at - session.lastSeenAt > SEEN_EVERY_MS) await store.touchSession(session.id, at);
  if (consent && (session.consent?.version !== consent.version || session.consent.textHash !== consent.textHash))
    await store.recordConsent(session.id, consent, at);
  const { id, contact, conversation, writer, identified } = session;
  return {
    id,
    token,
    inbox: inbox.id,
    hostOrigin: session.hostOrigin,
    contact,
    conversation,
    visitor: { kind: 'visitor', id: writer },
    identified: identified && { kid: identified.kid, until: identified.until },
    consent,
  };
}

/**
 * The session that this hello names, if it has ended by a withdrawal or a block. Only the holder of its token, in the inbox and
 * origin of the session, learns it.
 */
export async function endedSession(
  { store }: Pick<SessionsDeps, 'store'>,
  inbox: InboxSettings,
  hello: HelloFrame,
): Promise<{ readonly contact: string; readonly why: 'withdrawn' | 'blocked' } | null> {
  if (hello.session === null) return null;
  const session = await store.findSession(tokenHash(hello.session));
  const why = session?.ended?.why;
  if (why !== 'withdrawn' && why !== 'blocked') return null;
  return session?.inbox === inbox.id && session.hostOrigin === hello.origin ? { contact: session.contact, why } : null;
}

/**
 * The token to go on with, or null when this one may not be used any more. A next token leaves the current one good until
 * it is used itself: a lost reply, or a tab that did not receive it, must not lock the visitor out.
 */
async function currentToken(
  { store, random, onReuse }: SessionsDeps,
  { id, token, identified }: Session,
  used: string,
  renews: boolean,
  at: number,
): Promise<string | null> {
  switch (token.as) {
    case 'next':
      await store.rotateToken(id, tokenHash(used), newTokenSalt(random), at, at + SESSION_LIMITS.sessionRenewGraceMs);
      return used;
    case 'retired':
      if (at <= token.until) return nextToken(used, token.salt);
      await store.endSession(id, 'reused', at);
      onReuse?.(id);
      return null;
    case 'current': {
      // In memory only, and short-lived: there is nothing to renew.
      if (!renews || identified || at - token.since < SESSION_LIMITS.sessionRenewHours * HOUR_MS) return used;
      const next = nextToken(used, token.salt);
      await store.offerToken(id, tokenHash(used), tokenHash(next));
      return next;
    }
  }
}

/** A conversation that a session may see, also an erased one. A foreign one and one that doesn't exist are the same: null. */
export async function ownConversation(store: Store, session: OpenSession, id: string): Promise<Conversation | null> {
  const found = await store.conversation(id);
  return found?.contact === session.contact && found.inbox === session.inbox ? found : null;
}

/** The session of a token, or null: unknown, ended or too old. Reading it renews nothing. */
export async function sessionOf(
  { store, clock }: Pick<SessionsDeps, 'store' | 'clock'>,
  token: string,
): Promise<Session | null> {
  const session = await store.findSession(tokenHash(token));
  const at = clock.now();
  if (!session || session.ended || isExpired(session, at)) return null;
  return session.token.as === 'retired' && at > session.token.until ? null : session;
}

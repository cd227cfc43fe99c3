/**
 * Decides from the first frame whose session a socket has. Every fault of inbox or origin looks the same from outside: the
 * answer must not show which inboxes exist or which pages may embed them.
 */
import { CLOSE, type CloseRule, type ConsentGrant, type HelloFrame, PROTOCOL_VERSIONS } from '@service/protocol';
import type { ContactBlocks } from '../conversation/sessions/contact-blocks.js';
import { identifySession } from '../conversation/sessions/identify.js';
import {
  beginSession,
  endedSession,
  type OpenSession,
  resumeSession,
  type SessionsDeps,
} from '../conversation/sessions/sessions.js';
import type { IdentityVerifier } from '../identity/identity-verifier.js';
import type { InboxDirectory, InboxSettings } from '../inbox/inbox.js';
import { isPublishedWording } from '../inbox/public-inbox.js';

export interface HandshakeDeps extends SessionsDeps {
  readonly inboxes: InboxDirectory;
  readonly identities: IdentityVerifier;
  /** Closes what a session has open anywhere. */
  readonly live: { closeEverywhere(session: string, why: 'identified'): void };
  readonly log: { warn(fields: object, message: string): void };
  readonly blocks: ContactBlocks;
  /** A visitor has come in. @defaultValue nothing is noted */
  readonly onVisit?: (visit: Visit) => void;
}

/** From which page a visitor came in, and with which client. */
export interface Visit {
  readonly inbox: string;
  readonly origin: string;
  /** Name and version, as the client says. */
  readonly sdk: string;
}

export type HelloResult =
  | { readonly ok: true; readonly session: OpenSession; readonly version: number; readonly resumed: boolean }
  /** `retryAfterMs`: sooner it would be the same. */
  | { readonly ok: false; readonly close: CloseRule; readonly retryAfterMs?: number };

/** Where a hello comes from. */
export interface HelloSource {
  readonly socketOrigin: string | null;
  readonly ownOrigin: string;
  readonly address: string | null;
}

/**
 * `socketOrigin` is the Origin header: the server's own for the widget's frame, a listed one for a custom UI, none for
 * programs. Browsers can't forge it and programs can, so it protects visitors and not the server. `address`: as it is counted, or
 * null.
 */
export async function acceptHello(deps: HandshakeDeps, hello: HelloFrame, source: HelloSource): Promise<HelloResult> {
  const result = await judgeHello(deps, hello, source);
  if (result.ok) deps.onVisit?.({ inbox: hello.inbox, origin: hello.origin, sdk: hello.sdk });
  return result;
}

async function judgeHello(
  deps: HandshakeDeps,
  hello: HelloFrame,
  { socketOrigin, ownOrigin, address }: HelloSource,
): Promise<HelloResult> {
  const version = Math.max(...hello.v.filter((each) => (PROTOCOL_VERSIONS as readonly number[]).includes(each)));
  if (!Number.isFinite(version)) return { ok: false, close: CLOSE.versionUnsupported };
  const inbox = deps.inboxes.get(hello.inbox);
  const allowed = (origin: string): boolean => inbox?.allowedOrigins.includes(origin) ?? false;
  if (!inbox || !allowed(hello.origin)) return { ok: false, close: CLOSE.inboxGone };
  if (socketOrigin !== null && socketOrigin !== ownOrigin && !allowed(socketOrigin))
    return { ok: false, close: CLOSE.inboxGone };
  const consent = consentGiven(inbox, hello);
  // Also for existing sessions: the wording may be newer than the session.
  if (inbox.requireConsent && !consent) return { ok: false, close: CLOSE.consentRequired };
  const resumed = hello.identity === undefined ? await resumeSession(deps, inbox, hello, consent) : null;
  const ended = resumed ? null : await endedSession(deps, inbox, hello);
  // A client that was offline when consent was withdrawn still sends the old consent: it must not start a new session.
  if (ended?.why === 'withdrawn') return { ok: false, close: CLOSE.consentWithdrawn };
  if (hello.identity !== undefined) return identified(deps, inbox, hello, consent, { version, address });
  if (ended) return blocked(deps, ended.contact, address);
  // Also for existing sessions: an inbox that requires identity serves no anonymous visitor.
  if (inbox.identity?.required && !resumed?.identified) return { ok: false, close: CLOSE.identityRequired };
  if (resumed?.identified && !deps.identities.isKeyAccepted(inbox.id, resumed.identified.kid, deps.clock.now()))
    return { ok: false, close: CLOSE.unauthorized };
  if (resumed) return { ok: true, session: resumed, version, resumed: true };
  // An old token is no attack: the visitor starts again.
  if (hello.session !== null) return { ok: false, close: CLOSE.sessionExpired };
  if (await deps.blocks.isAddressBlocked(inbox.id, address)) return { ok: false, close: CLOSE.contactBlocked };
  return { ok: true, session: await beginSession(deps, inbox, hello, consent), version, resumed: false };
}

/** A token that fails never becomes an anonymous session instead: the site must learn of it. */
async function identified(
  deps: HandshakeDeps,
  inbox: InboxSettings,
  hello: HelloFrame,
  consent: ConsentGrant | null,
  { version, address }: { readonly version: number; readonly address: string | null },
): Promise<HelloResult> {
  const verdict = deps.identities.verify(inbox, hello, deps.clock.now());
  if (!verdict.ok) {
    deps.log.warn({ inbox: inbox.id, reason: verdict.detail }, 'an identity token was refused');
    return {
      ok: false,
      close: verdict.code === 'identity_expired' ? CLOSE.identityExpired : CLOSE.unauthorized,
    };
  }
  const begun = await identifySession(deps, inbox, hello, consent, verdict);
  if (begun.kind === 'replayed') return { ok: false, close: CLOSE.identityReplayed };
  if (begun.kind === 'revoked') {
    deps.log.warn(
      { inbox: inbox.id, reason: 'signed before its person was signed out' },
      'an identity token was refused',
    );
    if (begun.laterInMs === null) return { ok: false, close: CLOSE.identityExpired };
    return { ok: false, close: CLOSE.identityTooEarly, retryAfterMs: begun.laterInMs };
  }
  const { session, ended } = begun;
  if (ended) deps.live.closeEverywhere(ended, 'identified');
  if (await deps.store.blockOf(session.contact)) {
    await deps.store.endSession(session.id, 'blocked', deps.clock.now());
    return blocked(deps, session.contact, address);
  }
  // The store may take long, and the key may have been revoked meanwhile.
  if (!deps.identities.isKeyAccepted(inbox.id, verdict.kid, deps.clock.now())) {
    await deps.store.endSession(session.id, 'revoked', deps.clock.now());
    return { ok: false, close: CLOSE.unauthorized };
  }
  return { ok: true, session, version, resumed: false };
}

async function blocked({ blocks }: HandshakeDeps, contact: string, address: string | null): Promise<HelloResult> {
  await blocks.noteAddress(contact, address);
  return { ok: false, close: CLOSE.contactBlocked };
}

/** Only a wording that this server has published counts, or the record would prove nothing. */
function consentGiven(inbox: InboxSettings, { consent }: HelloFrame): ConsentGrant | null {
  return consent && isPublishedWording(inbox, consent) ? consent : null;
}

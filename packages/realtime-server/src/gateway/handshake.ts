/**
 * Decides who a new socket is, from its first frame. Whatever is wrong with inbox or origin looks the same from outside:
 * nobody learns from here which inboxes exist or who may embed them.
 */
import { CLOSE, type CloseRule, type ConsentGrant, type HelloFrame, PROTOCOL_VERSIONS } from '@service/protocol';
import { beginSession, type OpenSession, resumeSession, type SessionsDeps } from '../conversation/sessions.js';
import type { InboxDirectory, InboxSettings } from '../inbox/inbox.js';
import { isPublishedWording } from '../inbox/public-inbox.js';

export interface HandshakeDeps extends SessionsDeps {
  readonly inboxes: InboxDirectory;
}

export type Admission =
  | { readonly ok: true; readonly session: OpenSession; readonly version: number; readonly resumed: boolean }
  | { readonly ok: false; readonly close: CloseRule };

/**
 * `socketOrigin` is the Origin header: the server's own for the widget's frame, a listed one for a product's own screen,
 * none for programs. A browser can't lie in it; everybody else can, so it protects visitors and not the server.
 */
export async function admit(
  deps: HandshakeDeps,
  hello: HelloFrame,
  socketOrigin: string | null,
  ownOrigin: string,
): Promise<Admission> {
  const version = Math.max(...hello.v.filter((each) => (PROTOCOL_VERSIONS as readonly number[]).includes(each)));
  if (!Number.isFinite(version)) return { ok: false, close: CLOSE.versionUnsupported };
  const inbox = deps.inboxes.get(hello.inbox);
  const allowed = (origin: string): boolean => inbox?.allowedOrigins.includes(origin) ?? false;
  if (!inbox || !allowed(hello.origin)) return { ok: false, close: CLOSE.inboxGone };
  if (socketOrigin !== null && socketOrigin !== ownOrigin && !allowed(socketOrigin))
    return { ok: false, close: CLOSE.inboxGone };
  const consent = consentGiven(inbox, hello);
  // Also of those who come back: the wording may be newer than their session.
  if (inbox.requireConsent && !consent) return { ok: false, close: CLOSE.consentRequired };
  const resumed = await resumeSession(deps, inbox, hello, consent);
  if (resumed) return { ok: true, session: resumed, version, resumed: true };
  // An old token is not an enemy: the visitor simply begins again.
  if (hello.session !== null) return { ok: false, close: CLOSE.sessionExpired };
  return { ok: true, session: await beginSession(deps, inbox, hello, consent), version, resumed: false };
}

/** Only a wording that this server published counts, or the record would prove nothing. */
function consentGiven(inbox: InboxSettings, { consent }: HelloFrame): ConsentGrant | null {
  return consent && isPublishedWording(inbox, consent) ? consent : null;
}

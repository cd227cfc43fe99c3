/**
 * Who a socket belongs to. A visitor is known by an opaque token alone: no cookie, no address, nothing the page says.
 * A token is good for the inbox and the origin it was made for, and for nothing else.
 */
import { type Author, type ConsentGrant, type HelloFrame, LIMITS, type RandomBytes } from '@service/protocol';
import type { Clock } from '../clock.js';
import type { InboxSettings } from '../inbox/inbox.js';
import type { Store } from '../store/store.js';
import { newEpoch, newId, newSessionToken, tokenHash } from './identity.js';

const DAY_MS = 86_400_000;
/** How exactly "last seen" is kept; every hello would otherwise cost a disk flush. */
const SEEN_EVERY_MS = 60_000;

export interface OpenSession {
  readonly id: string;
  readonly token: string;
  readonly inbox: string;
  readonly contact: string;
  readonly conversation: string;
  readonly visitor: Author;
}

export interface SessionsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomBytes;
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
    session,
    inbox: inbox.id,
    contact,
    conversation,
    epoch: newEpoch(random),
    hostOrigin: hello.origin,
    consent,
    at: clock.now(),
  });
  return { id: session, token, inbox: inbox.id, contact, conversation, visitor: { kind: 'visitor', id: contact } };
}

/** Resumes a session, or null: unknown, of another inbox or origin, or too old. Which of these is nobody's business. */
export async function resumeSession(
  deps: SessionsDeps,
  inbox: InboxSettings,
  hello: HelloFrame,
  consent: ConsentGrant | null,
): Promise<OpenSession | null> {
  if (hello.session === null) return null;
  const { store, clock } = deps;
  const session = await store.findSession(tokenHash(hello.session));
  if (!session || session.inbox !== inbox.id || session.hostOrigin !== hello.origin) return null;
  const at = clock.now();
  if (at - session.lastSeenAt > LIMITS.sessionIdleDays * DAY_MS || at - session.createdAt > LIMITS.sessionDays * DAY_MS)
    return null;
  if (at - session.lastSeenAt > SEEN_EVERY_MS) await store.touchSession(session.id, at);
  if (consent && (session.consent?.version !== consent.version || session.consent.textHash !== consent.textHash))
    await store.recordConsent(session.id, consent, at);
  const { id, contact, conversation } = session;
  return {
    id,
    token: hello.session,
    inbox: inbox.id,
    contact,
    conversation,
    visitor: { kind: 'visitor', id: contact },
  };
}

/** Whether a session may see a conversation. A foreign one and one that doesn't exist are the same to whoever asks. */
export async function ownsConversation(store: Store, session: OpenSession, conversation: string): Promise<boolean> {
  if (conversation === session.conversation) return true;
  const found = await store.conversation(conversation);
  return found !== null && found.contact === session.contact && found.inbox === session.inbox;
}

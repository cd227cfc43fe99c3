import { CLOSE } from '@service/protocol';
import type { CheckedClientFrame } from '@service/protocol/schema';
import { DISK_LIMITS } from '../runtime/limits.js';
import { PageToolsSession } from '../tools/page-tools-session.js';
import type { Admission } from './admission/admission-control.js';
import { ClientSession, type GatewayDeps, type SessionSocket } from './client-session.js';
import { returnToConversation } from './frames/conversations.js';
import { BUSY_RETRY_MS } from './frames/request-error.js';
import { acceptHello } from './handshake.js';
import type { UpgradeInfo } from './upgrade-info.js';

export type CheckedHello = Extract<CheckedClientFrame, { t: 'hello' }>;

export interface HelloContext {
  readonly deps: GatewayDeps;
  readonly socket: SessionSocket;
  readonly admission: Admission;
  readonly upgrade: UpgradeInfo;
}

export interface OpenedSession {
  readonly client: ClientSession;
  /** Of the protocol. */
  readonly version: number;
  /** False: the session has just begun. */
  readonly resumed: boolean;
}

/** The session that a hello opens. Null when the socket was closed instead. */
export async function openClientSession(context: HelloContext, hello: CheckedHello): Promise<OpenedSession | null> {
  const { deps, socket, admission, upgrade } = context;
  // Clients with a session are let in at a higher load: they have something to lose.
  if (deps.load() >= (hello.session === null ? 2 : 3)) {
    socket.close(CLOSE.overloaded, false, BUSY_RETRY_MS);
    return null;
  }
  if (hello.session === null && !hasRoomForSession(context)) return null;
  if (hello.session === null && !mayStartSession(context, hello)) return null;
  const { origin: socketOrigin, ownOrigin } = upgrade;
  const source = { socketOrigin, ownOrigin, address: admission.countedAddress };
  const result = await acceptHello(deps, withPrivacySignal(hello, upgrade), source);
  if (socket.isClosed) return null;
  if (!result.ok) {
    // A client that tries tokens has no better claim than one without a token.
    if (hello.session === null || mayStartSession(context, hello))
      socket.close(result.close, false, result.retryAfterMs);
    return null;
  }
  const { session, version, resumed } = result;
  const pageTools = new PageToolsSession(
    deps.tools,
    hello.instance,
    socket.self,
    (frame) => void socket.outbound.sendReliable(frame),
  );
  const client = new ClientSession(deps, socket, session, pageTools, admission.joinSession(session));
  await returnToConversation(client, hello);
  return socket.isClosed ? null : { client, version, resumed };
}

/** Visitors with a session go on where the disk has no room for new ones: their conversations need it. */
function hasRoomForSession({ deps, socket }: HelloContext): boolean {
  const room = deps.diskRoom();
  if (room !== 'no-sessions' && room !== 'no-messages') return true;
  socket.close(CLOSE.overloaded, false, DISK_LIMITS.retryAfterMs);
  return false;
}

function mayStartSession({ deps, socket, admission }: HelloContext, { inbox }: CheckedHello): boolean {
  const verdict = admission.mayStartSession(deps.inboxes.get(inbox) ? inbox : null);
  if (!verdict.ok) socket.close(CLOSE.rateLimited, false, verdict.retryAfterMs);
  return verdict.ok;
}

/** A consent is recorded with the browser's privacy signal, which the page's script need not know. */
function withPrivacySignal(hello: CheckedHello, { gpc }: UpgradeInfo): CheckedHello {
  return gpc && hello.consent ? { ...hello, consent: { ...hello.consent, gpc } } : hello;
}

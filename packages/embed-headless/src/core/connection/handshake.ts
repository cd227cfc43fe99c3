/** Who the client is to the server: its greeting, its session, and what becomes of both when a connection ends. */
import {
  CLOSE_CODE,
  type ConsentGrant,
  closeDuty,
  FRAME_LIMITS,
  type HelloFrame,
  PROTOCOL_VERSIONS,
  type WelcomeFrame,
} from '@service/protocol';
import type { ChatProblem } from '../api/chat-state.js';
import { failMessage, moveToNewSession, TOO_LARGE } from '../outbox/outbox-rules.js';
import type { Proof } from '../session/session-storage.js';
import { loadAgain, tellFeatures } from '../state/feature-dispatch.js';
import type { Run } from '../state/transition.js';

/** The socket is open; `token` is the session's, or null to begin one. */
export function sendHello(run: Run, token: string | null, proof?: Proof): void {
  const frame = fitting({ ...hello(run, token), ...proof });
  // What the page says of the visitor from now on is not in this greeting, and is told as soon as it can be; so is what
  // had no room in it.
  run.set({ token, sentUser: frame.user ?? null });
  run.send(frame);
}

export function welcomeReceived(run: Run, frame: WelcomeFrame): void {
  const { pingEveryMs, pingTimeoutMs, outboxItems: most } = frame.limits;
  run.link({ type: 'welcomed', pingEveryMs, pingTimeoutMs });
  const { conversation, token } = run.model;
  if (conversation !== null && conversation !== frame.conversation) run.leave(run.model.outbox);
  const outbox = { ...run.model.outbox, most };
  run.set({ outbox, conversation: frame.conversation, token: frame.session, problem: null });
  // The one that was greeted with has been kept: where it isn't any more, its visitor has left in another tab since, or
  // another one has begun there, and it must not come back for whoever is next at this screen.
  if (frame.session !== token) run.do({ do: 'keep-session', token: frame.session });
  // The log comes unasked after a welcome; until it is live nothing can be sent, so its silence counts as well.
  run.expectAnswer();
  loadAgain(run);
  tellFeatures(run, 'welcomed', frame);
}

export function socketClosed(run: Run, code: number, reason: string): void {
  if (tellFeatures(run, 'closed', code, reason)) return;
  const duty = closeDuty(code);
  const { outbox, token, connection: link } = run.model;
  if (duty === 'fail-item' && outbox.inFlight) failMessage(run, outbox.inFlight, TOO_LARGE);
  if (duty === 'snapshot') run.set({ log: null });
  if (duty === 'new-session') {
    if (token) run.do({ do: 'drop-session', token });
    moveToNewSession(run);
  }
  const wasConnecting = link.phase === 'connecting';
  run.link({ type: 'closed', code, reason });
  if (wasConnecting) run.disconnected();
  if (run.model.connection.phase === 'stopped') stopped(run, code, reason);
}

/** Told with the next greeting. A server that had refused this client for the lack of it is asked again. */
export function consentGiven(run: Run, consent: ConsentGrant): void {
  const { settings: identity, connection: link } = run.model;
  run.set({ settings: { ...identity, consent } });
  if (link.phase !== 'stopped' || link.lastCode !== CLOSE_CODE.consentRequired) return;
  run.set({ connection: { ...link, phase: 'idle', lastCode: null }, problem: null });
  run.link({ type: 'want' });
}

function hello(run: Run, token: string | null): HelloFrame {
  const { log, user } = run.model;
  const { inboxId, hostOrigin, requireConsent, page, ...identity } = run.model.settings;
  const cursor = log && token ? { conversation: log.conversation, epoch: log.epoch, seq: log.applied } : null;
  const frame = {
    t: 'hello' as const,
    v: PROTOCOL_VERSIONS,
    inbox: inboxId,
    session: token,
    origin: hostOrigin,
    cursor,
    visible: run.around.visible,
    ...(user && { user }),
    // Its sdk, instance, and, where there are any, consent and locale.
    ...identity,
    // A title may be as long as its page likes. Half an address is the address of another page.
    ...(page && { page: { url: page.url.length > 2_048 ? '' : page.url, title: page.title.slice(0, 256) } }),
  };
  // What is undefined is not written.
  return frame as HelloFrame;
}

/** Without what has no room in it: nobody is let in with a larger one, however often they come back. */
function fitting(whole: HelloFrame): HelloFrame {
  const frame = { ...whole };
  for (const part of ['user', 'page'] as const)
    if (new TextEncoder().encode(JSON.stringify(frame)).length > FRAME_LIMITS.helloBytes) delete frame[part];
  return frame;
}

const PROBLEMS: Readonly<Record<number, ChatProblem['code']>> = {
  [CLOSE_CODE.versionUnsupported]: 'protocol_unsupported',
  [CLOSE_CODE.consentRequired]: 'consent_required',
  [CLOSE_CODE.identityRequired]: 'identity_required',
};

/** The server says why in the reason of the close. */
export function stopped(run: Run, code: number, reason: string): void {
  const message = reason || `The server ended the connection (${code}).`;
  const problem: ChatProblem = { code: PROBLEMS[code] ?? 'inbox_unavailable', message };
  run.set({ problem });
  run.do({ do: 'emit', name: 'error', detail: problem });
}

import {
  CLOSE_CODE,
  type ConsentGrant,
  closeDuty,
  type HelloFrame,
  PROTOCOL_VERSIONS,
  START_ERRORS,
  type WelcomeFrame,
} from '@service/protocol';
import type { ChatProblem } from '../api/chat-state.js';
import { failMessage, TOO_LARGE } from '../outbox/outbox-transitions.js';
import { leaveConversation, moveToNewSession } from '../session/change-conversation.js';
import type { Proof } from '../session/session-storage.js';
import { notifyFeatures } from '../state/feature.js';
import { retryLoads } from '../state/feature-dispatch.js';
import { addEffects, emit, expectAnswer, patch, sendFrame, type Transition } from '../state/transition.js';
import { connectionLost, restartConnection, updateConnection } from './update-connection.js';

/** The socket is open. `token`: the session's, or null to begin one. */
export function sendHello(tx: Transition, token: string | null, proof?: Proof): void {
  patch(tx, { token });
  sendFrame(tx, { ...hello(tx, token), ...proof });
}

export function welcomeReceived(tx: Transition, frame: WelcomeFrame): void {
  const { pingEveryMs, pingTimeoutMs, outboxItems: most } = frame.limits;
  updateConnection(tx, { type: 'welcomed', pingEveryMs, pingTimeoutMs });
  const { conversation, token } = tx.model;
  if (conversation !== null && conversation !== frame.conversation) leaveConversation(tx, tx.model.outbox);
  const outbox = { ...tx.model.outbox, most };
  const { conversation: entered, session, page: pageDetail } = frame;
  patch(tx, { outbox, conversation: entered, token: session, problem: null, pageDetail, paused: !!frame.paused });
  // Store new tokens only. The token of the hello is in the storage already; where it is gone, the visitor has signed out in
  // another tab, and storing it again would give the session to the next visitor.
  if (frame.session !== token) addEffects(tx, { do: 'store-session', token: frame.session });
  // The log follows a welcome without a request. Nothing can be sent until it is live, so its silence counts as well.
  expectAnswer(tx);
  retryLoads(tx);
  notifyFeatures(tx, 'onWelcome', frame);
}

export function socketClosed(tx: Transition, code: number, reason: string): void {
  if (notifyFeatures(tx, 'onClose', code, reason)) return;
  const duty = closeDuty(code);
  const { outbox, token, connection } = tx.model;
  if (duty === 'fail-item' && outbox.inFlight) failMessage(tx, outbox.inFlight, TOO_LARGE);
  if (duty === 'snapshot') patch(tx, { log: null });
  if (duty === 'new-session') {
    if (token) addEffects(tx, { do: 'remove-session', token });
    moveToNewSession(tx);
  }
  const wasConnecting = connection.phase === 'connecting';
  updateConnection(tx, { type: 'closed', code, reason });
  if (wasConnecting) connectionLost(tx);
  if (tx.model.connection.phase === 'stopped') stopped(tx, code, reason);
}

/** The browser opens no socket to this address, or there is no such class: the next attempt would end in the same way. */
export function socketRefused(tx: Transition, why: string): void {
  updateConnection(tx, { type: 'closed', code: CLOSE_CODE.versionUnsupported, reason: '' });
  connectionLost(tx);
  endWith(tx, { code: 'config_invalid', message: `${START_ERRORS.config_invalid} ${why}` });
}

/** Sent with the next hello. Reconnects when the server had refused this client for lack of a consent. */
export function consentGiven(tx: Transition, consent: ConsentGrant): void {
  const { settings, connection } = tx.model;
  patch(tx, { settings: { ...settings, consent } });
  if (connection.phase === 'stopped' && connection.lastCode === CLOSE_CODE.consentRequired) restartConnection(tx);
}

function hello(tx: Transition, token: string | null): HelloFrame {
  const { log } = tx.model;
  const { inboxId, hostOrigin, requireConsent, ...rest } = tx.model.settings;
  const cursor = log && token ? { conversation: log.conversation, epoch: log.epoch, seq: log.applied } : null;
  const frame = {
    t: 'hello' as const,
    v: PROTOCOL_VERSIONS,
    inbox: inboxId,
    session: token,
    origin: hostOrigin,
    cursor,
    visible: tx.env.visible,
    // sdk, instance, and consent and locale if there are any.
    ...rest,
  };
  // JSON leaves out what is undefined.
  return frame as HelloFrame;
}

const PROBLEMS: Readonly<Record<number, ChatProblem['code']>> = {
  [CLOSE_CODE.versionUnsupported]: 'protocol_unsupported',
  [CLOSE_CODE.consentRequired]: 'consent_required',
  [CLOSE_CODE.identityRequired]: 'identity_required',
};

function stopped(tx: Transition, code: number, reason: string): void {
  const message = reason || `The server ended the connection (${code}).`;
  endWith(tx, { code: PROBLEMS[code] ?? 'inbox_unavailable', message });
}

function endWith(tx: Transition, problem: ChatProblem): void {
  patch(tx, { problem });
  emit(tx, 'error', problem);
}

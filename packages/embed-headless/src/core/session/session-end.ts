/**
 * The session of this client is over: the consent was withdrawn, the visitor has signed out, or goes on in another session, here
 * or in another tab. Afterwards no tab continues the old session, also when it is offline or in the back/forward cache meanwhile.
 */
import { CLOSE_CODE, CONSENT_REQUIRED } from '@service/protocol';
import { browserPorts } from '../../platform/browser.js';
import { updateConnection } from '../connection/update-connection.js';
import { act, type DeferredEffect, type DeferredInput } from '../features/deferred-state.js';
import { type EffectContext, notifyFeatures } from '../state/feature.js';
import { addEffects, emit, patch, type Transition, trySendFrame } from '../state/transition.js';
import { moveToNewSession } from './change-conversation.js';
import { reportWithdrawal } from './report-withdrawal.js';
import { resetConnection, resetVisitor } from './reset-visitor.js';
import { LEFT, sessionKey, WITHDRAWN } from './storage-keys.js';

/** `wasRead`: the value was read before a connection, and is no news from another tab. */
export function sessionChanged(tx: Transition, value: string, wasRead: true | undefined): void {
  const { token } = tx.model;
  // A page without a session begins one, whatever an earlier page has left in the storage.
  if (wasRead && (token === null || token === value)) return;
  if (value === WITHDRAWN) consentWithdrawn(tx);
  else if (value === LEFT) signedOutElsewhere(tx);
  else sessionReplaced(tx, value);
}

/** By the visitor, in this tab. */
export function withdrawConsent(tx: Transition): void {
  const { token, settings, connection } = tx.model;
  // Don't trust a connection that is being probed: it may lose the frame, and nothing would send it again.
  const reported = connection.phase !== 'probing' && trySendFrame(tx, { t: 'withdraw' });
  forgetConsent(tx);
  const { inboxId, hostOrigin } = settings;
  act(tx, { do: 'clear-storage', inboxId, hostOrigin, token, reported });
}

/** In another tab, or as the server says. This tab may have stored its session again before it heard of that. */
export function consentWithdrawn(tx: Transition): void {
  const { token } = tx.model;
  forgetConsent(tx);
  if (token !== null) act(tx, { do: 'clear-storage-of', token });
}

function forgetConsent(tx: Transition): void {
  dropVisitor(tx);
  const { settings, connection } = tx.model;
  patch(tx, {
    settings: { ...settings, consent: undefined, requireConsent: true },
    // As the server closes for lack of a consent: the next `consent` input connects again.
    connection: { ...connection, phase: 'stopped', lastCode: CLOSE_CODE.consentRequired },
    problem: { code: 'consent_required', message: CONSENT_REQUIRED.message },
  });
}

/** Another tab has begun another session. All tabs of a browser are one visitor, so this one moves there too. */
function sessionReplaced(tx: Transition, value: string): void {
  if (tx.model.token === null || tx.model.token === value) return;
  patch(tx, { token: null });
  moveToNewSession(tx);
  updateConnection(tx, { type: 'reconnect' });
}

function signedOutElsewhere(tx: Transition): void {
  if (notifyFeatures(tx, 'onSignedOutElsewhere')) return;
  const { token, log, outbox } = tx.model;
  // Heard twice, or there was no visitor here.
  if (token === null && log === null && outbox.items.length === 0) return;
  // Its welcome may have come, and been stored, after the sign-out.
  if (token !== null) addEffects(tx, { do: 'remove-session', token });
  dropVisitor(tx);
  emit(tx, 'signedOut', { why: 'elsewhere' });
}

function dropVisitor(tx: Transition): void {
  // The tab that has cleared the storage may not have seen yet what this one wrote there.
  for (const { clientId } of tx.model.outbox.items) addEffects(tx, { do: 'remove-item', clientId });
  resetVisitor(tx);
  resetConnection(tx);
}

export function watchSession({ ports, session, root, ended, dispatch }: EffectContext<DeferredInput>): void {
  const key = sessionKey(root);
  session.checkSession = () => {
    const value = ports.storage.get(key);
    if (value) dispatch({ type: 'session-changed', value, asked: true });
  };
  const stop = ports.storage.watch(key, (heard, isCleared) => {
    // The site has signed its visitor out.
    if (isCleared) return dispatch({ type: 'session-changed', value: LEFT });
    // Sentinels may be removed again at once: take them as heard. Read a session from our own storage instead, because signed-in
    // visitors have theirs in memory.
    const value = heard === LEFT || heard === WITHDRAWN ? heard : heard && ports.storage.get(key);
    if (value) dispatch({ type: 'session-changed', value });
  });
  // Another tab may have changed the session while this code was loading.
  session.checkSession();
  if (ended.aborted) stop();
  else ended.addEventListener('abort', stop);
}

export function clearStorage(
  effect: Extract<DeferredEffect, { do: 'clear-storage' | 'clear-storage-of' }>,
  { ports, baseUrl, session, root, createClient }: EffectContext<DeferredInput>,
): void {
  const { storage } = ports;
  const token = effect.token ?? session.token();
  if (effect.do === 'clear-storage-of' && session.token() !== token) return;
  for (const key of storage.keys(root)) storage.remove(key);
  // For the other tabs, also those in the back/forward cache.
  session.storeToken(WITHDRAWN);
  if (effect.do === 'clear-storage-of' || effect.reported || token === null) return;
  const { inboxId, hostOrigin } = effect;
  const memory = browserPorts('memory').storage;
  reportWithdrawal(createClient, { inboxId, hostOrigin, baseUrl }, token, { ...ports, storage: memory });
}

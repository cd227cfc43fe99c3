/**
 * Visitors whom the site has signed in, and the hard boundary between two people at one screen: whatever ends an identity drops
 * everything of that person first, and what still arrives for them changes nothing.
 *
 *     anonymous ──identify──▶ proving ──welcome──▶ identified
 *         ▲  ▲                   │ not signed in        │ logout, here or in another tab; signed out on the site; another
 *         │  └───────────────────┘                      │ person; revoked
 *         └──────────────── resetVisitor ───────────────┘
 */
import {
  type GetIdentityToken,
  IDENTITY_CLOSE,
  IDENTITY_ERRORS,
  IDENTITY_LIMITS,
  type WelcomeFrame,
} from '@service/protocol';
import type { SignedOut } from '../../api/chat-client.js';
import { connectionLost, restartConnection, updateConnection } from '../../connection/update-connection.js';
import { discard } from '../../outbox/outbox-transitions.js';
import { resetConnection, resetVisitor } from '../../session/reset-visitor.js';
import type { Feature } from '../../state/feature.js';
import {
  addEffects,
  emit,
  featureSlice,
  patch,
  requestAnswered,
  startTimer,
  type Transition,
  trySendFrame,
} from '../../state/transition.js';
import { clearStorage, createSignedInStorage, signedInStorageOf } from './signed-in-storage.js';
import { hashSubject, type TabMessage } from './tab-channel.js';
import type { IdentityEffect, IdentityInput, IdentityState } from './types.js';

const { stateOf, update, act } = featureSlice<IdentityState, IdentityEffect>('identity');

const ANONYMOUS: IdentityState = { state: 'anonymous', subject: null, failing: false, doubtful: [] };

export const identity: Feature<IdentityState, IdentityInput, IdentityEffect> = {
  initialState: ANONYMOUS,
  // Nothing is stored in this browser, but a visitor who signs in again finds the conversation again.
  view: ({ state }) => ({
    identified: state === 'identified',
    ...(state !== 'anonymous' && { storage: 'persistent' }),
  }),

  onInput(tx, input) {
    switch (input.type) {
      case 'identify':
        return identify(tx, input.getToken);
      case 'logout':
        return signOut(tx, 'logout', true);
      case 'token-received':
        return tokenReceived(tx, input.subject, input.isAwaited);
      case 'not-signed-in':
        return notSignedIn(tx);
      case 'token-failed':
        return tokenFailed(tx);
      case 'tab-message':
        return tabMessageReceived(tx, input);
      case 'page-hidden':
        return pageHidden(tx);
    }
  },

  onWelcome(tx, frame) {
    if (frame.identified) identified(tx, frame, frame.identified.until);
  },

  onRefused(tx, { re, code, message }) {
    if (code !== 'not_found' || re === undefined || !stateOf(tx).doubtful.includes(re)) return false;
    // It is. Drop it: the present visitor may not see it either.
    discard(tx, re);
    emit(tx, 'error', { code: 'message_failed', message });
    requestAnswered(tx);
    startTimer(tx, 'again', 0);
    return true;
  },

  onClose(tx, code, reason) {
    const { state } = stateOf(tx);
    if (state === 'anonymous') return false;
    switch (code) {
      case IDENTITY_CLOSE.sessionExpired:
      case IDENTITY_CLOSE.accessChanged:
      case IDENTITY_CLOSE.identityTooEarly:
        // The session is over, or the token is not valid yet. Same visitor: with a new token they continue where they were.
        renew(tx);
        closeConnection(tx, code, reason);
        return true;
      case IDENTITY_CLOSE.unauthorized:
        // A revoked session, or an invalid token.
        if (state === 'identified') signOut(tx, 'revoked', false);
        refused(tx, code, reason, 'identity_invalid');
        return true;
      case IDENTITY_CLOSE.identityExpired:
        refused(tx, code, reason, 'identity_expired');
        return true;
      case IDENTITY_CLOSE.identityReplayed:
        refused(tx, code, reason, 'identity_replayed');
        return true;
      default:
        return false;
    }
  },

  onTimer(tx) {
    renew(tx);
    updateConnection(tx, { type: 'reconnect' });
  },

  // After consent is withdrawn and given again, the page's function is asked again.
  onVisitorReset(tx) {
    if (stateOf(tx).state !== 'anonymous') renew(tx);
  },
  onSignedOutElsewhere(tx) {
    if (stateOf(tx).state === 'anonymous') return false;
    tabMessageReceived(tx, { mark: null });
    return true;
  },
  keepOnReset: ({ state }) => (state === 'anonymous' ? {} : { state: 'proving' }),

  runEffect(effect, context) {
    const signedIn = signedInStorageOf(context.session);
    switch (effect.type) {
      case 'use-token':
        if (signedIn) signedIn.replaceFunction(effect.getToken, effect.now);
        else createSignedInStorage(effect.getToken, context);
        return;
      case 'renew':
        return signedIn?.renew();
      case 'confirmed':
        return signedIn?.confirmed(effect.subject);
      case 'restore-storage':
        return signedIn?.restoreStorage();
      case 'subject-gone':
        signedIn?.subjectGone(effect.subject);
        return clearStorage(context, false);
      case 'clear':
        signedIn?.restoreStorage();
        return clearStorage(context, effect.broadcast);
    }
  },
};

/** The next connection brings a token. One that is open, or was refused for the lack of it, is replaced. */
function identify(tx: Transition, getToken: GetIdentityToken): void {
  const { connection } = tx.model;
  const { state } = stateOf(tx);
  // A signed-in visitor stays connected while the site is asked.
  const now = state === 'identified' && connection.phase !== 'connecting' && connection.phase !== 'waiting';
  update(tx, { state: state === 'anonymous' ? 'proving' : state, failing: false });
  act(tx, { type: 'use-token', getToken, now });
  if (now) return;
  const { lastCode } = connection;
  const isRefused = lastCode !== null && (Object.values(IDENTITY_CLOSE) as readonly number[]).includes(lastCode);
  if (connection.phase === 'stopped' && isRefused) restartConnection(tx);
  else updateConnection(tx, { type: 'reconnect' });
}

function tokenReceived(tx: Transition, subject: string | null, isAwaited: boolean): void {
  const { state, subject: before } = stateOf(tx);
  if (state === 'anonymous') return;
  const another = before !== null && subject !== before;
  const emitSignedOut = another ? dropVisitor(tx, 'changed') : null;
  if (before === null && subject !== null) {
    dropStrandedMessages(tx);
    leaveEmptyConversation(tx);
  }
  if (another) act(tx, { type: 'subject-gone', subject: before });
  update(tx, { state: another ? 'proving' : state, subject, failing: false });
  // A connection that is open, or being opened, speaks for the person before.
  if (another && !isAwaited) {
    renew(tx);
    updateConnection(tx, { type: 'reconnect' });
  }
  emitSignedOut?.();
}

/**
 * Messages written anonymously in a session that is over may be in its log. Another tab may have signed in with that session
 * since: then they belong to that person, and must not be shown here.
 */
function dropStrandedMessages(tx: Transition): void {
  const { outbox } = tx.model;
  const stranded = outbox.items.filter(({ failed }) => failed === 'not_found');
  for (const { clientId } of stranded) addEffects(tx, { do: 'remove-item', clientId });
  const items = outbox.items.filter((item) => !stranded.includes(item));
  patch(tx, { outbox: { ...outbox, items } });
  update(tx, { doubtful: items.filter(({ sent }) => sent > 0).map(({ clientId }) => clientId) });
}

/** Don't name an empty anonymous conversation in the hello: the server would open it instead of the person's own. */
function leaveEmptyConversation(tx: Transition): void {
  const { log, outbox } = tx.model;
  if (log?.applied === 0 && outbox.items.length === 0) patch(tx, { log: null, conversation: null });
}

/** Not signed in on the site: an anonymous visitor, if the inbox allows them. */
function notSignedIn(tx: Transition): void {
  const { state, subject } = stateOf(tx);
  if (state === 'anonymous') return;
  const emitSignedOut = subject === null ? null : dropVisitor(tx, 'not-signed-in');
  // If hello was never received, items stored before sign-in still belong to the old user: delete them.
  if (subject !== null) act(tx, { type: 'subject-gone', subject });
  update(tx, ANONYMOUS);
  act(tx, { type: 'restore-storage' });
  updateConnection(tx, { type: 'reconnect' });
  emitSignedOut?.();
}

/** A failing site makes no visitor anonymous: retried with the delays of a failing connection. */
function tokenFailed(tx: Transition): void {
  const { state, failing } = stateOf(tx);
  if (state === 'anonymous') return;
  if (!failing) emit(tx, 'error', problemOf('identity_unavailable'));
  update(tx, { failing: true });
  if (tx.model.connection.phase === 'connecting') closeConnection(tx, ABNORMAL_CLOSURE, '');
}

function tabMessageReceived(tx: Transition, message: TabMessage): void {
  const { state, subject } = stateOf(tx);
  if (state === 'anonymous') return;
  const here = subject && hashSubject(subject);
  const isOver =
    'gone' in message ? message.gone === here : message.mark === null || (here !== null && message.mark !== here);
  // Don't ask the site: it may not know of the sign-out yet. The page has to call `identify` again.
  if (isOver) signOut(tx, 'elsewhere', false);
}

/** A page in the back/forward cache keeps nothing that its visitor would need a token to see. */
function pageHidden(tx: Transition): void {
  if (stateOf(tx).state !== 'identified') return;
  renew(tx);
  patch(tx, { log: null, streams: new Map(), hasOlder: false });
}

function identified(tx: Transition, { now }: WelcomeFrame, until: number): void {
  const { state, subject } = stateOf(tx);
  if (state === 'anonymous') return;
  update(tx, { state: 'identified' });
  act(tx, { type: 'confirmed', subject });
  startTimer(tx, 'identity.renew', Math.max(0, until - now - IDENTITY_LIMITS.identityAheadMs));
}

/** Ends the identity, and the connection with it. `broadcast`: other tabs sign out too. */
function signOut(tx: Transition, why: SignedOut['why'], broadcast: boolean): void {
  const emitSignedOut = dropVisitor(tx, why);
  resetConnection(tx);
  update(tx, ANONYMOUS);
  act(tx, { type: 'clear', broadcast });
  emitSignedOut();
}

/** Returns the way to emit the event when all is done: its listener may connect again at once. */
function dropVisitor(tx: Transition, why: SignedOut['why']): () => void {
  if (why !== 'revoked') trySendFrame(tx, { t: 'logout' });
  resetVisitor(tx);
  return () => emit(tx, 'signedOut', { why });
}

function renew(tx: Transition): void {
  act(tx, { type: 'renew' });
}

/** As when the network breaks: reconnects with a growing delay. */
const ABNORMAL_CLOSURE = 1006;

function closeConnection(tx: Transition, code: number, reason: string): void {
  updateConnection(tx, { type: 'closed', code, reason });
  connectionLost(tx);
}

/** The token was refused. A second one is tried where it may help; then the problem says why and what to do. */
function refused(tx: Transition, code: number, reason: string, name: keyof typeof IDENTITY_ERRORS): void {
  renew(tx);
  const { connection } = tx.model;
  // After a sign-out there is no connection that could end.
  if (connection.phase === 'idle') patch(tx, { connection: { ...connection, phase: 'stopped', lastCode: code } });
  else closeConnection(tx, code, reason);
  if (tx.model.connection.phase !== 'stopped') return;
  const problem = problemOf(name);
  patch(tx, { problem });
  emit(tx, 'error', problem);
}

function problemOf(code: keyof typeof IDENTITY_ERRORS): {
  readonly code: keyof typeof IDENTITY_ERRORS;
  readonly message: string;
} {
  return { code, message: IDENTITY_ERRORS[code].message };
}

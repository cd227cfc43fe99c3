import { initialConnection } from '../connection/connection-state.js';
import { updateConnection } from '../connection/update-connection.js';
import { loadedFeatures } from '../state/feature.js';
import type { FeatureInput } from '../state/input.js';
import { newModel } from '../state/model.js';
import { clearTimers, patch, type Transition } from '../state/transition.js';

/**
 * Drops everything of the visitor: log, outbox, streams, session, user, and the state of every feature. What stays belongs to
 * the page: the connection, the loaded code, and the tools that the page has registered.
 */
export function resetVisitor(tx: Transition): void {
  const all = loadedFeatures(tx.model);
  for (const [, feature] of all) {
    feature.onConversationLeft?.(tx);
    feature.onVisitorReset?.(tx);
  }
  const { settings, connection, features, loadingFeatures, pendingInputs, requestCount, featureStates, page } =
    tx.model;
  patch(tx, {
    ...newModel(settings),
    page,
    connection,
    features,
    loadingFeatures,
    pendingInputs: pendingInputs.filter(({ name, input }) => name === 'clientTools' && isRegistration(input)),
    requestCount,
    featureStates: Object.fromEntries(
      all.map(([name, { initialState, keepOnReset }]) => [
        name,
        Object.assign({}, initialState, keepOnReset?.(featureStates[name])),
      ]),
    ),
  });
  clearTimers(tx, 'request', 'again', 'gap', 'identity.renew');
}

/** Closes the socket and forgets the connection's history. */
export function resetConnection(tx: Transition): void {
  updateConnection(tx, { type: 'suspend' });
  // Higher than that of any socket so far: events of old sockets are ignored.
  patch(tx, { connection: { ...initialConnection, generation: tx.model.connection.generation + 1 } });
}

const isRegistration = (input: { readonly type: string }): boolean =>
  input.type === 'feature' && ((input as FeatureInput).input as { readonly type?: string }).type === 'register';

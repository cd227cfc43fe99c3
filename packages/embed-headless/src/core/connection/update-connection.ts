import { clearInFlight } from '../outbox/outbox.js';
import { notifyFeatures } from '../state/feature.js';
import { NO_CONNECTION } from '../state/model.js';
import { addEffects, clearTimers, patch, type Transition } from '../state/transition.js';
import { reduceConnection } from './connection-reducer.js';
import { type ConnectionInput, isConnected } from './connection-state.js';

/** Gives an input to the connection, and cleans up when the socket was lost by it. */
export function updateConnection(tx: Transition, input: ConnectionInput): void {
  const before = tx.model.connection;
  const { connection, effects } = reduceConnection(before, input, tx.env);
  patch(tx, { connection });
  addEffects(tx, ...effects);
  const lost = isConnected(before) && (!isConnected(connection) || connection.generation !== before.generation);
  if (lost) connectionLost(tx);
}

/** Requests on the old socket get no answer; what was in flight is sent again with the same id. */
export function connectionLost(tx: Transition): void {
  const { log, outbox } = tx.model;
  patch(tx, { ...NO_CONNECTION, outbox: clearInFlight(outbox), log: log && { ...log, live: false } });
  clearTimers(tx, 'request', 'gap');
  notifyFeatures(tx, 'onDisconnect');
}

/** Connects after a close that had stopped the client, once its cause is gone. */
export function restartConnection(tx: Transition): void {
  patch(tx, { connection: { ...tx.model.connection, phase: 'idle', lastCode: null }, problem: null });
  updateConnection(tx, { type: 'connect' });
}

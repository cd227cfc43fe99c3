import { CLIENT_LIMITS, type ClientFrame } from '@service/protocol';
import type { ClientEvents } from '../api/chat-client.js';
import { isConnected } from '../connection/connection-state.js';
import type { Effect, TimerName } from './effect.js';
import type { Environment } from './environment.js';
import type { FeatureName } from './feature-names.js';
import type { Model } from './model.js';

/** One step under way: the model as changed so far, and the effects collected so far. Lives for one call of `reduce`. */
export interface Transition {
  model: Model;
  readonly effects: Effect[];
  readonly env: Environment;
}

export function patch(tx: Transition, change: Partial<Model>): void {
  tx.model = { ...tx.model, ...change };
}

export function addEffects(tx: Transition, ...effects: readonly Effect[]): void {
  tx.effects.push(...effects);
}

/** An event for the client's listeners. */
export function emit<Name extends keyof ClientEvents>(tx: Transition, name: Name, detail: ClientEvents[Name]): void {
  addEffects(tx, { do: 'emit', name, detail } as Effect);
}

export function startTimer(tx: Transition, name: TimerName, ms: number): void {
  addEffects(tx, { do: 'timer', name, ms });
}

export function clearTimers(tx: Transition, ...names: readonly TimerName[]): void {
  for (const name of names) addEffects(tx, { do: 'clear', name });
}

export function sendFrame(tx: Transition, frame: ClientFrame): void {
  addEffects(tx, { do: 'send', frame });
}

/** Sends, or drops what would be worth nothing later. True: sent. */
export function trySendFrame(tx: Transition, frame: ClientFrame): boolean {
  const sends = isConnected(tx.model.connection);
  if (sends) sendFrame(tx, frame);
  return sends;
}

/** A live server answers within this time; otherwise the connection is dropped. */
export function expectAnswer(tx: Transition): void {
  startTimer(tx, 'request', CLIENT_LIMITS.requestTimeoutMs);
}

/** Sends a request whose answer carries the id in the frame. Null: not connected. */
export function request(tx: Transition, kind: string, frame: (id: string) => ClientFrame): string | null {
  const requestCount = tx.model.requestCount + 1;
  const id = `${kind}-${requestCount}`;
  if (!trySendFrame(tx, frame(id))) return null;
  patch(tx, { requestCount, openRequests: [...tx.model.openRequests, id] });
  expectAnswer(tx);
  return id;
}

/** Stops the request timer when nothing is open: no request, no append, and the log is live. */
export function requestAnswered(tx: Transition, id?: string): void {
  patch(tx, { openRequests: tx.model.openRequests.filter((each) => each !== id) });
  const { openRequests, outbox, log } = tx.model;
  if (openRequests.length === 0 && outbox.inFlight === null && log?.live) clearTimers(tx, 'request');
}

export interface FeatureSlice<State, Effect> {
  stateOf(tx: { readonly model: Model }): State;
  update(tx: Transition, change: Partial<State>): void;
  act(tx: Transition, effect: Effect): void;
}

/** Typed access of one loaded feature to its own state and effects: the only place that knows their types. */
export function featureSlice<State, FeatureEffect>(name: FeatureName): FeatureSlice<State, FeatureEffect> {
  const stateOf = ({ model }: { readonly model: Model }): State => model.featureStates[name] as State;
  return {
    stateOf,
    update: (tx, change) =>
      patch(tx, { featureStates: { ...tx.model.featureStates, [name]: { ...stateOf(tx), ...change } } }),
    act: (tx, effect) => addEffects(tx, { do: 'feature', name, effect }),
  };
}

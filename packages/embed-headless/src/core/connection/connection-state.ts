import type { Effect } from '../state/effect.js';

interface Shared {
  /** Number of the current socket. Events of any other number are ignored. */
  readonly generation: number;
  /** Failed attempts in a row; decides the next delay. */
  readonly attempt: number;
  readonly everLive: boolean;
  readonly lastCode: number | null;
  /** The server asked not to be called before this moment (Unix milliseconds). An impatient visitor does not change that. */
  readonly notBefore: number;
}

/** As the server asked for in `welcome`. */
interface Heartbeat {
  readonly pingEveryMs: number;
  readonly pingTimeoutMs: number;
}

interface Open extends Shared, Heartbeat {
  readonly heardAt: number;
}

/** The window of the drain under way, until its socket is lost or another one is welcomed. */
interface MaybeDraining {
  readonly drainWindowMs: number | null;
}

export type ConnectedState = Open &
  MaybeDraining &
  (
    | { readonly phase: 'live'; readonly drainWindowMs: null }
    | { readonly phase: 'draining'; readonly drainWindowMs: number }
    /** Asked for a sign of life. */
    | { readonly phase: 'probing' }
  );

export type ConnectionState =
  /** `passive`: not wanted until the visitor comes back; `suspended`: the page is in the back/forward cache. */
  | (Shared & { readonly phase: 'idle' | 'waiting' | 'passive' | 'suspended' | 'stopped' })
  | (Shared & MaybeDraining & { readonly phase: 'connecting' })
  | ConnectedState;

export type ConnectionInput =
  | { readonly type: 'connect' }
  | ({ readonly type: 'welcomed' } & Heartbeat)
  | { readonly type: 'frame-received' }
  | { readonly type: 'closed'; readonly code: number; readonly reason: string }
  | { readonly type: 'drain'; readonly windowMs: number }
  /** The socket is of no use any more: a request got no answer, or a frame was malformed. */
  | { readonly type: 'drop' }
  /** The socket speaks for a session that is over: replace it now. */
  | { readonly type: 'reconnect' }
  | { readonly type: 'timer'; readonly name: ConnectionTimer }
  | { readonly type: 'wake' }
  /** The page goes into the back/forward cache. */
  | { readonly type: 'suspend' }
  /** The tab has been hidden for long and nothing is expected. */
  | { readonly type: 'rest' };

export type ConnectionTimer = 'connect' | 'backoff' | 'stable' | 'liveness' | 'probe' | 'leave';

export interface ConnectionStep {
  readonly connection: ConnectionState;
  readonly effects: readonly Effect[];
}

export const initialConnection: ConnectionState = {
  phase: 'idle',
  generation: 0,
  attempt: 0,
  everLive: false,
  lastCode: null,
  notBefore: 0,
};

/** True while frames may be sent on the current socket. */
export function isConnected(connection: ConnectionState): connection is ConnectedState {
  const { phase } = connection;
  return phase === 'live' || phase === 'probing' || phase === 'draining';
}

/**
 * Decides whether there should be a socket, and when the next one. Pure.
 *
 *     idle ──connect─▶ connecting ──welcomed─▶ live ◀──frame── probing
 *                        ▲  │                   │  ──silence──▶ │
 *                   timer│  │refused            │closed         │timeout
 *                        │  ▼                   ▼               ▼
 *                      waiting ◀────────── by the duty of the close code ──▶ passive | stopped
 *
 * What must hold: an event of an old socket changes nothing (generations). The delay starts small again only after ten quiet
 * seconds of being live, or clients that reconnect to a dying server never spread out. A socket that looks open after sleep is
 * probed before it is trusted. A draining server is left while it still serves, so that no message waits.
 */
import { CLIENT_LIMITS, CLOSE_CODE, closeDuty, closeRetryAfterMs } from '@service/protocol';
import type { Effect } from '../state/effect.js';
import type { Environment } from '../state/environment.js';
import {
  type ConnectedState,
  type ConnectionInput,
  type ConnectionState,
  type ConnectionStep,
  type ConnectionTimer,
  isConnected,
} from './connection-state.js';
import { reconnectDelay } from './reconnect-delay.js';

const STABLE_AFTER_MS = 10_000;

/** A tab hidden for so long needs no connection. */
export const HIDDEN_REST_MS = 10 * 60_000;

export function reduceConnection(from: ConnectionState, input: ConnectionInput, env: Environment): ConnectionStep {
  switch (input.type) {
    case 'connect':
      return from.phase === 'idle' || from.phase === 'passive' ? connect(from) : stay(from);
    case 'welcomed':
      return from.phase === 'connecting' ? welcomed(from, input, env) : stay(from);
    case 'frame-received':
      return isConnected(from) ? frameReceived(from, env) : stay(from);
    case 'drain':
      if (!isConnected(from)) return stay(from);
      return {
        connection: { ...from, phase: 'draining', drainWindowMs: input.windowMs },
        effects: [timer('leave', upTo(env, input.windowMs))],
      };
    case 'closed':
      return from.phase === 'suspended' || from.phase === 'stopped'
        ? stay(from)
        : closed(from, input.code, input.reason, env);
    case 'drop':
      // Backs off: the cause may be there after the next welcome as well.
      return hasSocket(from) ? backOff(dropSocket(from), env) : stay(from);
    case 'reconnect':
      return hasSocket(from) || from.phase === 'waiting' ? replaceSocket(from) : stay(from);
    case 'wake':
      return wake(from, env);
    case 'suspend':
      return from.phase === 'idle' || from.phase === 'stopped' || from.phase === 'passive'
        ? stay(from)
        : settle(dropSocket(from), 'suspended');
    case 'rest':
      return from.phase === 'live' ? settle(dropSocket(from), 'passive') : stay(from);
    case 'timer':
      return expired(from, input.name, env);
  }
}

function welcomed(
  from: ConnectionState,
  { pingEveryMs, pingTimeoutMs }: Extract<ConnectionInput, { type: 'welcomed' }>,
  env: Environment,
): ConnectionStep {
  const connection: ConnectedState = {
    ...shared(from),
    phase: 'live',
    everLive: true,
    heardAt: env.now,
    drainWindowMs: null,
    pingEveryMs,
    pingTimeoutMs,
  };
  return {
    connection,
    effects: [clear('connect'), timer('stable', STABLE_AFTER_MS), timer('liveness', maxSilenceMs(connection))],
  };
}

function frameReceived(from: ConnectedState, env: Environment): ConnectionStep {
  const heard = { ...from, heardAt: env.now };
  if (heard.phase !== 'probing') return stay(heard);
  const phase = heard.drainWindowMs === null ? 'live' : 'draining';
  return {
    connection: { ...heard, phase } as ConnectedState,
    effects: [clear('probe'), timer('liveness', maxSilenceMs(heard))],
  };
}

function wake(from: ConnectionState, env: Environment): ConnectionStep {
  switch (from.phase) {
    case 'waiting':
      return { connection: from, effects: [timer('backoff', Math.max(upTo(env, 500), from.notBefore - env.now))] };
    case 'passive':
    case 'suspended':
      return connect(from);
    case 'live':
      return probe(from);
    default:
      return stay(from);
  }
}

function expired(from: ConnectionState, name: ConnectionTimer, env: Environment): ConnectionStep {
  switch (name) {
    case 'backoff':
      return from.phase === 'waiting' ? connect(from) : stay(from);
    case 'stable':
      return isConnected(from) ? stay({ ...from, attempt: 0, lastCode: null }) : stay(from);
    case 'connect':
      return from.phase === 'connecting' ? backOff(dropSocket(from), env) : stay(from);
    case 'probe':
      return from.phase === 'probing' ? waitFor(dropSocket(from), upTo(env, 1_000)) : stay(from);
    case 'leave':
      // Also while probing: otherwise the server's close would end it.
      return isConnected(from) ? replaceSocket(from) : stay(from);
    case 'liveness': {
      if (from.phase !== 'live' && from.phase !== 'draining') return stay(from);
      const rest = maxSilenceMs(from) - (env.now - from.heardAt);
      return rest > 0 ? { connection: from, effects: [timer('liveness', rest)] } : probe(from);
    }
  }
}

function closed(from: ConnectionState, code: number, reason: string, env: Environment): ConnectionStep {
  const isRepeated = from.lastCode === code;
  const atLeastMs = closeRetryAfterMs(reason) ?? 0;
  const next: ConnectionState = { ...from, lastCode: code, notBefore: env.now + atLeastMs };
  switch (closeDuty(code)) {
    case 'stop':
      return settle(next, 'stopped');
    case 'reconnect-once':
      return isRepeated ? settle(next, 'stopped') : waitFor(next, atLeastMs + upTo(env, 1_000));
    case 'passive':
      // A visible page reconnects by itself: its visitor must get messages without writing first.
      return env.visible ? waitFor(next, atLeastMs + 30_000 + upTo(env, 30_000)) : settle(next, 'passive');
    case 'reconnect-spread':
      return waitFor(next, atLeastMs + upTo(env, drainWindowOf(from) ?? 10_000));
    default: {
      const floor = code === CLOSE_CODE.goingAway || code === CLOSE_CODE.restart ? upTo(env, 1_000) : 0;
      return backOff(next, env, Math.max(atLeastMs, floor));
    }
  }
}

function connect(from: ConnectionState, drainWindowMs: number | null = null): ConnectionStep {
  const generation = from.generation + 1;
  return {
    connection: { ...shared(from), phase: 'connecting', generation, drainWindowMs },
    effects: [clear('backoff'), { do: 'open', generation }, timer('connect', CLIENT_LIMITS.connectTimeoutMs)],
  };
}

/** Replaces the socket without a pause. */
function replaceSocket(from: ConnectionState): ConnectionStep {
  const left = settle(dropSocket(from), 'waiting');
  const next = connect(left.connection, drainWindowOf(from));
  return { connection: next.connection, effects: [...left.effects, ...next.effects] };
}

function probe(from: ConnectedState): ConnectionStep {
  return {
    connection: { ...from, phase: 'probing' },
    effects: [{ do: 'send', frame: { t: 'ping', n: from.generation } }, timer('probe', CLIENT_LIMITS.probeTimeoutMs)],
  };
}

function backOff(from: ConnectionState, env: Environment, atLeastMs = 0): ConnectionStep {
  const delay = reconnectDelay(from.attempt, env);
  return waitFor({ ...from, attempt: from.attempt + 1 }, delay + atLeastMs);
}

function waitFor(from: ConnectionState, ms: number): ConnectionStep {
  const { connection, effects } = settle(from, 'waiting');
  return { connection, effects: [...effects, timer('backoff', ms)] };
}

const SOCKET_TIMERS: readonly ConnectionTimer[] = ['connect', 'stable', 'liveness', 'probe', 'backoff', 'leave'];

/** Closes the socket, if there is one, and enters a phase without one. */
function settle(from: ConnectionState, phase: 'waiting' | 'passive' | 'suspended' | 'stopped'): ConnectionStep {
  const closing: readonly Effect[] = hasSocket(from) ? [{ do: 'close', code: CLOSE_CODE.normal }] : [];
  return { connection: { ...shared(from), phase }, effects: [...SOCKET_TIMERS.map(clear), ...closing] };
}

function shared({ generation, attempt, everLive, lastCode, notBefore }: ConnectionState) {
  return { generation, attempt, everLive, lastCode, notBefore };
}

/** Raises the generation: later events of the old socket are ignored. */
function dropSocket(from: ConnectionState): ConnectionState {
  return { ...from, generation: from.generation + 1 };
}

function hasSocket(state: ConnectionState): boolean {
  return state.phase === 'connecting' || isConnected(state);
}

function drainWindowOf(state: ConnectionState): number | null {
  return 'drainWindowMs' in state ? state.drainWindowMs : null;
}

function maxSilenceMs({ pingEveryMs, pingTimeoutMs }: ConnectedState): number {
  // The server spreads its pings by a fifth, so one fifth more may pass before silence means anything.
  return pingEveryMs * 1.2 + pingTimeoutMs;
}

/** Random, from 0 to `maxMs`. */
function upTo(env: Environment, maxMs: number): number {
  return Math.round(env.fraction() * maxMs);
}

function stay(connection: ConnectionState): ConnectionStep {
  return { connection, effects: [] };
}

function timer(name: ConnectionTimer, ms: number): Effect {
  return { do: 'timer', name, ms };
}

function clear(name: ConnectionTimer): Effect {
  return { do: 'clear', name };
}

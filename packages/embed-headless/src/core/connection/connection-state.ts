/**
 * The decision whether there should be a socket, and when the next one. A pure reducer.
 *
 *     idle ──want──▶ connecting ──welcome──▶ live ◀──pong── probing
 *                        ▲  │                 │  ──silence──▶ │
 *                      timer│refused        closed          timeout
 *                        │  ▼                 ▼               ▼
 *                      waiting ◀──────────── by the close code's duty ──▶ passive | stopped
 *
 * What must hold: a late event of an old socket changes nothing (generations); the delay starts small again only after
 * ten quiet seconds of being live, or a crowd that reconnects to a dying server would never spread out; a socket that
 * looks open after sleep is asked before it is believed; a draining server is left while it still serves, so that nobody
 * notices.
 */
import { CLIENT_LIMITS, CLOSE_CODE, closeDuty, closeRetryAfterMs } from '@service/protocol';
import type { Effect } from '../state/effect.js';

export type Phase =
  | 'idle'
  | 'connecting'
  | 'live'
  | 'probing'
  | 'draining'
  | 'waiting'
  | 'passive'
  | 'parked'
  | 'stopped';

export interface ConnectionState {
  readonly phase: Phase;
  /** Number of the current socket. Events of any other number are too late. */
  readonly generation: number;
  /** Failed attempts in a row; decides the next delay. */
  readonly attempt: number;
  readonly everLive: boolean;
  readonly heardAt: number;
  readonly lastCode: number | null;
  /** Until then the server asked to be left alone; a visitor who is impatient does not change that. */
  readonly notBefore: number;
  /** Of the drain under way: until its line is lost, or another one is welcomed. */
  readonly drainWindowMs: number | null;
  /** As the server asked for in `welcome`. */
  readonly pingEveryMs: number;
  readonly pingTimeoutMs: number;
}

export interface Environment {
  readonly now: number;
  readonly fraction: () => number;
  readonly visible: boolean;
}

export type ConnectionInput =
  | { readonly type: 'want' }
  | { readonly type: 'welcomed'; readonly pingEveryMs: number; readonly pingTimeoutMs: number }
  | { readonly type: 'heard' }
  | { readonly type: 'closed'; readonly code: number; readonly reason: string }
  | { readonly type: 'drain'; readonly windowMs: number }
  /** The connection is of no use any more (a request got no answer, a frame can't be trusted). */
  | { readonly type: 'abandon' }
  /** The connection speaks for a session that is over: a new one, now. */
  | { readonly type: 'again' }
  | { readonly type: 'timer'; readonly name: ConnectionTimer }
  | { readonly type: 'wake' }
  | { readonly type: 'park' }
  | { readonly type: 'rest' };

export type ConnectionTimer = 'connect' | 'backoff' | 'stable' | 'liveness' | 'probe' | 'leave';

export type ConnectionStep = { readonly link: ConnectionState; readonly effects: readonly Effect[] };

const BACKOFF = { baseMs: 500, floorMs: 250, capVisibleMs: 20_000, capHiddenMs: 60_000, stableMs: 10_000 } as const;

/** A tab hidden for so long needs no connection. */
export const HIDDEN_REST_MS = 10 * 60_000;

export const initialConnection: ConnectionState = {
  phase: 'idle',
  generation: 0,
  attempt: 0,
  everLive: false,
  heardAt: 0,
  lastCode: null,
  notBefore: 0,
  drainWindowMs: null,
  pingEveryMs: CLIENT_LIMITS.pingEveryMs,
  pingTimeoutMs: CLIENT_LIMITS.pingTimeoutMs,
};

/** True while frames may be sent on the current socket. */
export function isConnected(link: ConnectionState): boolean {
  return link.phase === 'live' || link.phase === 'probing' || link.phase === 'draining';
}

/** One step of the machine. `around` is the moment it happens in. */
export function reduceConnection(link: ConnectionState, input: ConnectionInput, around: Environment): ConnectionStep {
  switch (input.type) {
    case 'want':
      return link.phase === 'idle' || link.phase === 'passive' ? connect(link) : stay(link);
    case 'welcomed':
      if (link.phase !== 'connecting') return stay(link);
      return {
        link: {
          ...link,
          phase: 'live',
          everLive: true,
          heardAt: around.now,
          drainWindowMs: null,
          pingEveryMs: input.pingEveryMs,
          pingTimeoutMs: input.pingTimeoutMs,
        },
        effects: [clear('connect'), timer('stable', BACKOFF.stableMs), timer('liveness', silenceMs(input))],
      };
    case 'heard':
      if (link.phase === 'probing')
        return {
          link: { ...link, phase: link.drainWindowMs === null ? 'live' : 'draining', heardAt: around.now },
          effects: [clear('probe'), timer('liveness', silenceMs(link))],
        };
      return stay({ ...link, heardAt: around.now });
    case 'drain':
      if (!isConnected(link)) return stay(link);
      return {
        link: { ...link, phase: 'draining', drainWindowMs: input.windowMs },
        effects: [timer('leave', upTo(around, input.windowMs))],
      };
    case 'closed':
      return link.phase === 'parked' || link.phase === 'stopped'
        ? stay(link)
        : closed(link, input.code, input.reason, around);
    case 'abandon':
      // Whatever is wrong may be so after the next welcome as well.
      return hasSocket(link) ? backOff(dropSocket(link), around) : stay(link);
    case 'again':
      return hasSocket(link) || link.phase === 'waiting' ? change(link) : stay(link);
    case 'wake':
      if (link.phase === 'waiting')
        return { link, effects: [timer('backoff', Math.max(upTo(around, 500), link.notBefore - around.now))] };
      if (link.phase === 'passive' || link.phase === 'parked') return connect(link);
      return link.phase === 'live' ? probe(link) : stay(link);
    case 'park':
      return isWanted(link) ? settle(dropSocket(link), 'parked') : stay(link);
    case 'rest':
      return link.phase === 'live' ? settle(dropSocket(link), 'passive') : stay(link);
    case 'timer':
      return expired(link, input.name, around);
  }
}

function expired(link: ConnectionState, name: ConnectionTimer, around: Environment): ConnectionStep {
  switch (name) {
    case 'backoff':
      return link.phase === 'waiting' ? connect(link) : stay(link);
    case 'stable':
      return isConnected(link) ? stay({ ...link, attempt: 0, lastCode: null }) : stay(link);
    case 'connect':
      return link.phase === 'connecting' ? backOff(dropSocket(link), around) : stay(link);
    case 'probe':
      return link.phase === 'probing' ? wait(dropSocket(link), upTo(around, 1_000)) : stay(link);
    case 'leave':
      // Also while it is asked whether it still lives: it would be left by the close of the server then.
      return isConnected(link) ? change(link) : stay(link);
    case 'liveness': {
      if (link.phase !== 'live' && link.phase !== 'draining') return stay(link);
      const quietFor = around.now - link.heardAt;
      const rest = silenceMs(link) - quietFor;
      return rest > 0 ? { link, effects: [timer('liveness', rest)] } : probe(link);
    }
  }
}

function closed(link: ConnectionState, code: number, reason: string, around: Environment): ConnectionStep {
  const again = link.lastCode === code;
  const atLeast = closeRetryAfterMs(reason) ?? 0;
  const next: ConnectionState = { ...link, lastCode: code, notBefore: around.now + atLeast };
  switch (closeDuty(code)) {
    case 'stop':
      return settle(next, 'stopped');
    case 'reconnect-once':
      return again ? settle(next, 'stopped') : wait(next, atLeast + upTo(around, 1_000));
    case 'passive':
      // A visitor who looks at this page must not have to write before they hear what was said to them.
      return around.visible ? wait(next, atLeast + 30_000 + upTo(around, 30_000)) : settle(next, 'passive');
    case 'reconnect-spread':
      return wait(next, atLeast + upTo(around, link.drainWindowMs ?? 10_000));
    default: {
      const floor = code === CLOSE_CODE.goingAway || code === CLOSE_CODE.restart ? upTo(around, 1_000) : 0;
      return backOff(next, around, Math.max(atLeast, floor));
    }
  }
}

function connect(link: ConnectionState): ConnectionStep {
  const generation = link.generation + 1;
  return {
    link: { ...link, phase: 'connecting', generation },
    effects: [clear('backoff'), { do: 'open', generation }, timer('connect', CLIENT_LIMITS.connectTimeoutMs)],
  };
}

/** Leaves whatever socket there is for a new one, without a pause. */
function change(link: ConnectionState): ConnectionStep {
  const left = settle(dropSocket(link), 'waiting');
  const next = connect({ ...left.link, drainWindowMs: link.drainWindowMs });
  return { link: next.link, effects: [...left.effects, ...next.effects] };
}

function probe(link: ConnectionState): ConnectionStep {
  return {
    link: { ...link, phase: 'probing' },
    effects: [{ do: 'send', frame: { t: 'ping', n: link.generation } }, timer('probe', CLIENT_LIMITS.probeTimeoutMs)],
  };
}

/** Full jitter: a crowd that was cut off together must not come back together. */
function backOff(link: ConnectionState, around: Environment, atLeastMs = 0): ConnectionStep {
  const cap = around.visible ? BACKOFF.capVisibleMs : BACKOFF.capHiddenMs;
  const most = Math.min(cap, BACKOFF.baseMs * 2 ** Math.min(link.attempt, 16));
  const delay = Math.max(BACKOFF.floorMs, upTo(around, most)) + atLeastMs;
  return wait({ ...link, attempt: link.attempt + 1 }, delay);
}

function wait(link: ConnectionState, ms: number): ConnectionStep {
  const step = settle(link, 'waiting');
  return { link: step.link, effects: [...step.effects, timer('backoff', ms)] };
}

const OF_A_SOCKET: readonly ConnectionTimer[] = ['connect', 'stable', 'liveness', 'probe', 'backoff', 'leave'];

/** Leaves the socket behind and enters a phase without one. */
function settle(link: ConnectionState, phase: Phase): ConnectionStep {
  const wasUsable = hasSocket(link);
  return {
    link: { ...link, phase, drainWindowMs: null },
    effects: [...OF_A_SOCKET.map(clear), ...(wasUsable ? ([{ do: 'close', code: CLOSE_CODE.normal }] as const) : [])],
  };
}

/** Raises the generation, so that whatever the old socket still says is too late. */
function dropSocket(link: ConnectionState): ConnectionState {
  return { ...link, generation: link.generation + 1 };
}

function hasSocket(link: ConnectionState): boolean {
  return link.phase === 'connecting' || isConnected(link);
}

function isWanted(link: ConnectionState): boolean {
  return link.phase !== 'idle' && link.phase !== 'stopped' && link.phase !== 'passive';
}

function silenceMs(of: { readonly pingEveryMs: number; readonly pingTimeoutMs: number }): number {
  // The server spreads its pings by a fifth, so one fifth more may pass before silence means anything.
  return of.pingEveryMs * 1.2 + of.pingTimeoutMs;
}

/** Anything from nothing to `mostMs`. */
function upTo(around: Environment, mostMs: number): number {
  return Math.round(around.fraction() * mostMs);
}

function stay(link: ConnectionState): ConnectionStep {
  return { link, effects: [] };
}

function timer(name: ConnectionTimer, ms: number): Effect {
  return { do: 'timer', name, ms };
}

function clear(name: ConnectionTimer): Effect {
  return { do: 'clear', name };
}

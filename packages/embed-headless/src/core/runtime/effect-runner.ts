import { CLOSE_CODE, REALTIME_PATH, readServerFrame, SUBPROTOCOL } from '@service/protocol';
import type { Ports, Socket, SocketEvents } from '../../platform/ports.js';
import type { ClientEvents } from '../api/chat-client.js';
import type { DeferredInput } from '../features/deferred-state.js';
import type { Proof, SessionStorage } from '../session/session-storage.js';
import type { Effect, TimerName } from '../state/effect.js';
import { type EffectContext, featureOf } from '../state/feature.js';
import type { FeatureName } from '../state/feature-names.js';
import type { Input } from '../state/input.js';
import type { Model } from '../state/model.js';
import { loadFeature } from './load-feature.js';

/** What the effects need of the client around them. */
export interface EffectHost {
  readonly ports: Ports;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Prefix of every storage key of this client. */
  readonly root: string;
  readonly session: SessionStorage;
  /** Aborted when the client is destroyed. */
  readonly ended: AbortSignal;
  readonly createClient: EffectContext<never>['createClient'];
  model(): Model;
  dispatch(input: Input): void;
  emit<Name extends keyof ClientEvents>(name: Name, detail: ClientEvents[Name]): void;
}

export interface EffectRunner {
  run(effect: Effect): void;
  /** Closes the socket and cancels every timer. */
  stop(): void;
}

/** Carries out effects: one socket, the timers, the storage, the code of features. */
export function createEffectRunner(host: EffectHost): EffectRunner {
  const { session } = host;
  const socket = createSocket(host);
  const timers = createTimers(host);
  return {
    run(effect) {
      switch (effect.do) {
        case 'open':
          return socket.open(effect.generation);
        case 'send':
          return socket.send(JSON.stringify(effect.frame));
        case 'close':
          return socket.close(effect.code);
        case 'timer':
          return timers.start(effect.name, effect.ms);
        case 'clear':
          return timers.clear(effect.name);
        case 'store-session':
          return session.storeToken(effect.token);
        case 'remove-session':
          return session.removeToken(effect.token);
        case 'store-item':
          return session.storeItem(effect.item);
        case 'remove-item':
          return session.removeItem(effect.clientId);
        case 'load':
          return load(host, effect.name);
        case 'feature':
          return void featureOf(host.model(), effect.name)?.runEffect?.(effect.effect, contextOf(host, effect.name));
        case 'emit':
          return host.emit(effect.name, effect.detail as never);
      }
    },
    stop() {
      timers.clearAll();
      socket.close(CLOSE_CODE.normal);
    },
  };
}

/** The host, which is the client's own, seen from one feature. */
function contextOf(host: EffectHost, name: FeatureName): EffectContext<unknown> {
  return {
    ...host,
    instance: host.model().settings.instance,
    dispatch: (input) => host.dispatch({ type: 'feature', name, input }),
  };
}

function load({ ports, dispatch }: EffectHost, name: FeatureName): void {
  (ports.load ?? loadFeature)(name).then(
    (feature) => dispatch({ type: 'loaded', name, feature }),
    () => dispatch({ type: 'load-failed', name }),
  );
}

function createTimers({ ports: { clock }, dispatch }: EffectHost) {
  const running = new Map<TimerName, () => void>();
  const clear = (name: TimerName): void => {
    running.get(name)?.();
    running.delete(name);
  };
  return {
    clear,
    start(name: TimerName, ms: number): void {
      clear(name);
      const cancel = clock.after(ms, () => {
        running.delete(name);
        dispatch({ type: 'timer', name });
      });
      running.set(name, cancel);
    },
    clearAll(): void {
      for (const cancel of running.values()) cancel();
      running.clear();
    },
  };
}

function createSocket({ ports, session, ended, baseUrl, model, dispatch }: EffectHost) {
  const url = `${baseUrl.replace(/^http/, 'ws')}${REALTIME_PATH}`;
  let socket: Socket | null = null;
  /** Lets the next tab begin a session. */
  let release: (() => void) | null = null;
  const isCurrent = (generation: number): boolean => generation === model().connection.generation;

  /** Resolves when the socket was welcomed, or is gone. */
  const dial = (generation: number, token: string | null, proof?: Proof): Promise<void> =>
    new Promise((resolve) => {
      if (ended.aborted || !isCurrent(generation)) return resolve();
      release = resolve;
      const events: SocketEvents = {
        opened: () => dispatch({ type: 'opened', generation, token, proof }),
        message(data) {
          const read = readServerFrame(data);
          if (read.kind === 'malformed') dispatch({ type: 'malformed', generation });
          else dispatch({ type: 'frame', generation, frame: read.frame });
          if (read.kind === 'frame' && read.frame.t === 'welcome') resolve();
        },
        closed(code, reason) {
          if (isCurrent(generation)) {
            socket = null;
            const input: DeferredInput = { type: 'consent-withdrawn' };
            if (code === CLOSE_CODE.consentWithdrawn) dispatch({ type: 'feature', name: 'deferred', input });
          }
          dispatch({ type: 'closed', generation, code, reason });
          resolve();
        },
      };
      try {
        socket = ports.openSocket(url, SUBPROTOCOL, events);
      } catch (error) {
        dispatch({ type: 'refused', generation, why: `${url}: ${(error as Error)?.message}` });
        resolve();
      }
    });

  return {
    open(generation: number): void {
      // A visitor who is about to be identified must not become an anonymous one first.
      if (model().pendingInputs.some(({ name }) => name === 'identity')) return;
      session.checkSession?.();
      session.withSession((token, proof) => dial(generation, token, proof));
    },
    send: (text: string): void => socket?.send(text),
    close(code: number): void {
      socket?.close(code);
      socket = null;
      release?.();
      release = null;
    },
  };
}

/**
 * Asks every connection, now and then, whether it still lives, and tells it how far its conversations go. One clock for
 * all of them: a timer for each would cost more than the connection, and their heads are read in one question.
 */
import { CLIENT_LIMITS } from '@service/protocol';
import type { Clock } from '../runtime/clock.js';
import type { Progress, Store } from '../store/store.js';

/** How exactly anything here is on time. */
const TICK_MS = 1_000;
/** Asked in one go. Each go is a pause for everybody else, and so would be many without a rest between them. */
const AT_ONCE = 16;

export interface HeartbeatTarget {
  /** True when it is time to ask. */
  isDue(now: number): boolean;
  /** Ends it when it has not said who it is, or not answered, for too long. */
  closeIfSilent(now: number): void;
  followedConversations(): Iterable<string>;
  /** Asks, and learns how far its conversations go; those that could not be read are missing. */
  ping(heads: ReadonlyMap<string, Progress>): void;
}

export interface HeartbeatDeps {
  readonly store: Pick<Store, 'heads'>;
  readonly clock: Clock;
  readonly fraction: () => number;
}

/** When the next ping is due. Spread by a fifth, or sockets that came together would be pinged together for ever. */
export function nextPingAt(now: number, fraction: () => number): number {
  return now + CLIENT_LIMITS.pingEveryMs * (0.8 + fraction() * 0.4);
}

/** Starts beating for whatever is in `connections` at each tick; returns the way to stop. */
export function startHeartbeat(deps: HeartbeatDeps, connections: ReadonlySet<HeartbeatTarget>): () => void {
  const { store, clock } = deps;
  const tick = (): void => {
    cancel = clock.after(TICK_MS, tick);
    const now = clock.now();
    const due: HeartbeatTarget[] = [];
    for (const connection of [...connections]) {
      connection.closeIfSilent(now);
      if (connection.isDue(now)) due.push(connection);
    }
    if (due.length > 0) void beat(due);
  };
  /** Spread over the time until the next tick. */
  const beat = async (due: readonly HeartbeatTarget[]): Promise<void> => {
    const restMs = (TICK_MS * AT_ONCE) / due.length;
    for (let i = 0; i < due.length; i += AT_ONCE) {
      if (i > 0) await new Promise<void>((resolve) => clock.after(restMs, resolve));
      if (stopped) return;
      // A store that takes long must not have anybody asked twice.
      const some = due.slice(i, i + AT_ONCE).filter((connection) => connection.isDue(clock.now()));
      const ids = new Set(some.flatMap((connection) => [...connection.followedConversations()]));
      // A ping without heads still shows that both ends live.
      const heads = await store.heads([...ids]).catch(() => new Map<string, Progress>());
      for (const connection of some) connection.ping(heads);
    }
  };
  let stopped = false;
  let cancel = clock.after(TICK_MS, tick);
  return () => {
    stopped = true;
    cancel();
  };
}

/**
 * Pings every connection, with the heads of its conversations. One timer for all of them: one for each would cost more than
 * the connection, and the heads of many are read in one query.
 */
import { CLIENT_LIMITS } from '@service/protocol';
import { type Clock, delay } from '../runtime/clock.js';
import type { Progress, Store } from '../store/store.js';

/** Precision of everything here. */
const TICK_MS = 1_000;
/** Pinged in one batch. A batch blocks everything else, and so do many batches without a pause between them. */
const AT_ONCE = 16;
/** Sockets whose heads are read in one query. A query costs more than a row; what is committed after it, the socket hears from the bus. */
const READ_AT_ONCE = 8 * AT_ONCE;

export interface HeartbeatTarget {
  /** True when a ping is due. */
  isDue(now: number): boolean;
  /** Closes it when its hello, or the answer to a ping, is overdue. */
  closeIfSilent(now: number): void;
  followedConversations(): Iterable<string>;
  /** `heads` lacks the conversations that could not be read. */
  ping(heads: ReadonlyMap<string, Progress>): void;
}

export interface HeartbeatDeps {
  readonly store: Pick<Store, 'heads'>;
  readonly clock: Clock;
  readonly fraction: () => number;
}

/** When the next ping is due. Spread by a fifth, or sockets that connected together would be pinged together for ever. */
export function nextPingAt(now: number, fraction: () => number): number {
  return now + CLIENT_LIMITS.pingEveryMs * (0.8 + fraction() * 0.4);
}

/** Pings what is in `connections` at each tick. Returns a function that stops it. */
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
  /** While the store was slow, a connection may have been pinged already. */
  const isStillDue = (connection: HeartbeatTarget): boolean => connection.isDue(clock.now());
  /** In batches, spread over the time until the next tick. */
  const beat = async (due: readonly HeartbeatTarget[]): Promise<void> => {
    const restMs = (TICK_MS * AT_ONCE) / due.length;
    let heads: ReadonlyMap<string, Progress> = new Map();
    for (let i = 0; i < due.length; i += AT_ONCE) {
      if (i > 0) await delay(clock, restMs);
      if (stopped) return;
      if (i % READ_AT_ONCE === 0) heads = await readHeads(due.slice(i, i + READ_AT_ONCE).filter(isStillDue));
      for (const connection of due.slice(i, i + AT_ONCE).filter(isStillDue)) connection.ping(heads);
    }
  };
  const readHeads = (of: readonly HeartbeatTarget[]): Promise<ReadonlyMap<string, Progress>> => {
    const ids = new Set(of.flatMap((connection) => [...connection.followedConversations()]));
    // A ping without heads still shows that both ends are alive.
    return store.heads([...ids]).catch(() => new Map<string, Progress>());
  };
  let stopped = false;
  let cancel = clock.after(TICK_MS, tick);
  return () => {
    stopped = true;
    cancel();
  };
}

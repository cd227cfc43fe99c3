/** Pings every connection. One timer for all of them: one for each would cost more than the connection. */
import { CLIENT_LIMITS } from '@service/protocol';
import { afterAbout, type Clock, delay } from '../runtime/clock.js';

/** Precision of everything here. */
const TICK_MS = 1_000;
/** Pinged in one batch. A batch blocks everything else, and so do many batches without a pause between them. */
const AT_ONCE = 32;

export interface HeartbeatTarget {
  /** True when a ping is due. */
  isDue(now: number): boolean;
  /** Closes it when its hello, or the answer to a ping, is overdue. */
  closeIfSilent(now: number): void;
  ping(): void;
}

export interface HeartbeatDeps {
  readonly clock: Clock;
}

/** When the next ping is due. Spread by a fifth, or sockets that connected together would be pinged together for ever. */
export function nextPingAt(now: number, fraction: () => number): number {
  return now + CLIENT_LIMITS.pingEveryMs * (0.8 + fraction() * 0.4);
}

/** Pings what is in `connections` at each tick. Returns a function that stops it. */
export function startHeartbeat({ clock }: HeartbeatDeps, connections: ReadonlySet<HeartbeatTarget>): () => void {
  const tick = (): void => {
    cancel = afterAbout(clock, TICK_MS, tick);
    const now = clock.now();
    const due: HeartbeatTarget[] = [];
    for (const connection of [...connections]) {
      connection.closeIfSilent(now);
      if (connection.isDue(now)) due.push(connection);
    }
    if (due.length > 0) void beat(due);
  };
  /** In batches, spread over the time until the next tick. When that one comes early, a connection may have been pinged already. */
  const beat = async (due: readonly HeartbeatTarget[]): Promise<void> => {
    const restMs = (TICK_MS * AT_ONCE) / due.length;
    for (let i = 0; i < due.length; i += AT_ONCE) {
      if (i > 0) await delay(clock, restMs);
      if (stopped) return;
      for (const connection of due.slice(i, i + AT_ONCE)) if (connection.isDue(clock.now())) connection.ping();
    }
  };
  let stopped = false;
  let cancel = afterAbout(clock, TICK_MS, tick);
  return () => {
    stopped = true;
    cancel();
  };
}

import { backoff } from '@service/protocol';
import type { Environment } from '../state/environment.js';

const RECONNECT = { baseMs: 500, minMs: 250 } as const;
const MAX_VISIBLE_MS = 20_000;
const MAX_HIDDEN_MS = 60_000;

/**
 * How long a client waits before its next connection, in milliseconds. Full jitter: clients that were cut off together must
 * not come back together.
 */
export function reconnectDelay(attempt: number, env: Pick<Environment, 'visible' | 'fraction'>): number {
  const maxMs = env.visible ? MAX_VISIBLE_MS : MAX_HIDDEN_MS;
  return Math.round(backoff(attempt, env.fraction(), { ...RECONNECT, maxMs }));
}

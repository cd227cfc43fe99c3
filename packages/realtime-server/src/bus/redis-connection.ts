import { type BackoffPolicy, backoff } from '@service/protocol';
import { Redis } from 'ioredis';

const CHECK_EVERY_MS = 2_000;
const CONNECT_MS = 3_000;
const RETRY_POLICY: BackoffPolicy = { baseMs: 100, maxMs: 2_000, jitter: 0.5 };

export interface RedisConnection {
  readonly redis: Redis;
  /** Waits for commands under way when the connection is well, and closes it. */
  close(): Promise<void>;
}

/**
 * A connection to Redis that queues nothing: while it is away, every command fails at once. It comes back by itself, also when the
 * peer vanished without closing, which TCP would notice only after many minutes.
 */
export function connectToRedis(url: string, name: string): RedisConnection {
  const redis = new Redis(url, {
    connectionName: name,
    connectTimeout: CONNECT_MS,
    keepAlive: 10_000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // The bus subscribes again itself, because it has to know when that is done.
    autoResubscribe: false,
    // Otherwise a command is never answered when the connection breaks under it.
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => backoff(times - 1, Math.random(), RETRY_POLICY),
  });
  let silent = 0;
  const alive = (): void => {
    silent = 0;
  };
  redis.on('ready', alive);
  redis.on('messageBuffer', alive);
  const checking = setInterval(() => {
    if (redis.status === 'ready') redis.ping().then(alive, () => undefined);
    silent += 1;
    if (silent <= 2) return;
    alive();
    if (redis.status === 'ready' || redis.status === 'connect') redis.disconnect(true);
  }, CHECK_EVERY_MS);
  return {
    redis,
    async close() {
      clearInterval(checking);
      if (redis.status === 'ready') {
        const late = setTimeout(() => redis.disconnect(), CHECK_EVERY_MS);
        await redis.quit().catch(() => undefined);
        clearTimeout(late);
      }
      redis.disconnect();
    },
  };
}

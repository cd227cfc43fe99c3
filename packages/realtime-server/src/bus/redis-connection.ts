/**
 * A connection to Redis that keeps nothing for later: while it is away every command fails at once. It comes back by
 * itself, also from the silence of a peer that vanished without closing: then the system would wait for many minutes.
 */
import { Redis } from 'ioredis';

const LOOK_EVERY_MS = 2_000;
const CONNECT_MS = 3_000;

export interface RedisConnection {
  readonly redis: Redis;
  /** Lets what is under way finish when the connection is well, and ends it for good. */
  close(): Promise<void>;
}

export function connectToRedis(url: string, name: string): RedisConnection {
  const redis = new Redis(url, {
    connectionName: name,
    connectTimeout: CONNECT_MS,
    keepAlive: 10_000,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // Whoever subscribed is subscribed again by the bus, which has to know when that is done.
    autoResubscribe: false,
    // Otherwise a command that was under way when the connection broke is never answered.
    maxRetriesPerRequest: 0,
    retryStrategy: (times) => Math.min(2_000, 50 * 2 ** Math.min(times, 6)) * (0.5 + Math.random() / 2),
  });
  let silent = 0;
  const alive = (): void => {
    silent = 0;
  };
  redis.on('ready', alive);
  redis.on('message', alive);
  const looking = setInterval(() => {
    if (redis.status === 'ready') redis.ping().then(alive, () => undefined);
    silent += 1;
    if (silent <= 2) return;
    alive();
    if (redis.status === 'ready' || redis.status === 'connect') redis.disconnect(true);
  }, LOOK_EVERY_MS);
  return {
    redis,
    async close() {
      clearInterval(looking);
      if (redis.status === 'ready') {
        const late = setTimeout(() => redis.disconnect(), LOOK_EVERY_MS);
        await redis.quit().catch(() => undefined);
        clearTimeout(late);
      }
      redis.disconnect();
    },
  };
}

/** Where the process keeps things: the one place that chooses a store, a bus and a file storage. */
import { join } from 'node:path';
import type { RandomBytes } from '@service/protocol';
import {
  type Bus,
  localBus,
  type OpenStore,
  openDiskFileStorage,
  openPostgresFileStorage,
  openPostgresStore,
  openRedisBus,
  openSqliteStore,
  type StoredFiles,
} from '@service/realtime-server';
import type { Logger } from 'pino';
import type { Config } from './config.js';

export interface Storage {
  readonly store: OpenStore;
  readonly bus: Bus;
  readonly files: StoredFiles;
  readonly uploadsDir: string;
  close(): Promise<void>;
}

/** `onBroken`: the store can't write any more. */
export async function openStorage(
  config: Config,
  log: Logger,
  random: RandomBytes,
  onBroken: () => void,
): Promise<Storage> {
  const { databaseUrl, redisUrl } = config;
  const store =
    databaseUrl === null
      ? await openSqliteStore(config.dataDir, {
          warn: (what) => log.warn(what),
          onBroken(error) {
            log.fatal({ error: error.message }, 'nothing can be stored any more');
            onBroken();
          },
        })
      : await openPostgresStore(databaseUrl);
  const bus = redisUrl === null ? localBus() : await openRedisBus(redisUrl, random, redisEvents(log));
  if (databaseUrl !== null && redisUrl === null) {
    log.warn(
      'DATABASE_URL without REDIS_URL: run ONE node only. Another would show what this one stores seconds late.',
    );
  }
  const uploadsDir = join(config.dataDir, 'uploads');
  const files =
    databaseUrl === null ? openDiskFileStorage(join(uploadsDir, 'kept')) : await openPostgresFileStorage(databaseUrl);
  return {
    store,
    bus,
    files,
    uploadsDir,
    async close() {
      await bus.close();
      await files.close();
      await store.close();
    },
  };
}

function redisEvents(log: Logger) {
  return {
    away: (reason: string) =>
      log.warn({ reason }, 'Redis is away: what other nodes store shows only with the next look'),
    back: () => log.info('Redis is back'),
  };
}

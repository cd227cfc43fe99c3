/** Where the process keeps things: the one place that chooses a store, a bus and a file storage. */
import { join } from 'node:path';
import type { RandomBytes } from '@service/protocol';
import {
  type Bus,
  type DiskRoom,
  localBus,
  type OpenStore,
  openDiskFileStorage,
  openPostgresFileStorage,
  openPostgresStore,
  openRedisBus,
  openSqliteStore,
  type StoredFiles,
  systemClock,
  watchDisk,
} from '@service/realtime-server';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import { openDataFolder } from './data-folder.js';

export interface Storage {
  readonly store: OpenStore;
  readonly bus: Bus;
  readonly files: StoredFiles;
  readonly uploadsDir: string;
  /** What the disk of the embedded store can take; null with PostgreSQL, whose disk can't be looked at from here. */
  readonly diskRoom: (() => DiskRoom) | null;
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
  openDataFolder(config.dataDir, (what) => log.warn(what));
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
  const disk = databaseUrl === null ? watchDisk(config.dataDir, systemClock, reportDisk(log)) : null;
  const uploadsDir = join(config.dataDir, 'uploads');
  const files =
    databaseUrl === null ? openDiskFileStorage(join(uploadsDir, 'kept')) : await openPostgresFileStorage(databaseUrl);
  return {
    store,
    bus,
    files,
    uploadsDir,
    diskRoom: disk && (() => disk.room()),
    async close() {
      disk?.stop();
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

const DISK_NEWS: Readonly<Record<DiskRoom, string>> = {
  enough: 'the disk has room again',
  low: 'the disk is filling up: make room, or let `retentionDays` in inbox.json erase old conversations',
  'no-sessions': 'the disk is nearly full: new visitors are sent away until there is room',
  'no-messages': 'the disk is full: visitors’ messages are refused until there is room',
};

function reportDisk(log: Logger) {
  return (room: DiskRoom, { free }: { readonly free: number }): void =>
    log[room === 'enough' ? 'info' : 'warn']({ freeMiB: Math.floor(free / 2 ** 20) }, DISK_NEWS[room]);
}

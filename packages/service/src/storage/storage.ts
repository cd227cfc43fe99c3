/**
 * Where the process keeps things: the one place that chooses a store, a bus and a file storage. What only some servers have is loaded
 * where it is chosen.
 */
import { join } from 'node:path';
import type { RandomBytes } from '@service/protocol';
import {
  type Bus,
  type DiskRoom,
  localBus,
  type OpenStore,
  openDiskFileStorage,
  openSqliteStore,
  type StoredFiles,
  systemClock,
  transportWarnings,
  watchDisk,
} from '@service/realtime-server';
import type { WriterThread } from '@service/realtime-server/writer-thread';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
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

/** `onBroken`: the store can't write any more. `thread`: the writer's, if it was started before. */
export async function openStorage(
  config: Config,
  log: Logger,
  random: RandomBytes,
  { onBroken, thread }: { readonly onBroken: () => void; readonly thread: WriterThread | null },
): Promise<Storage> {
  const { databaseUrl, redisUrl } = config;
  openDataFolder(config.dataDir, (what) => log.warn(what), databaseUrl === null);
  for (const warning of transportWarnings(config, process.env)) log.warn(warning);
  const postgres = databaseUrl === null ? null : await import('./postgres.js');
  const store =
    postgres === null || databaseUrl === null
      ? await openSqliteStore(config.dataDir, {
          ...(thread && { thread }),
          warn: (what) => log.warn(what),
          onBroken(error) {
            log.fatal({ error: error.message }, 'nothing can be stored any more');
            onBroken();
          },
        })
      : await postgres.openPostgresStore(databaseUrl);
  const bus =
    redisUrl === null ? localBus() : await (await import('./redis-bus.js')).openBus(redisUrl, store, log, random);
  if (databaseUrl !== null && redisUrl === null) {
    log.warn(
      'DATABASE_URL without REDIS_URL: run ONE node only. Another would show what this one stores seconds late.',
    );
  }
  const isEmbedded = databaseUrl === null;
  const disk = watchDisk(config.dataDir, systemClock, reportDisk(log, isEmbedded ? DISK_NEWS : NODE_DISK_NEWS));
  const uploadsDir = join(config.dataDir, 'uploads');
  const files =
    postgres === null || databaseUrl === null
      ? openDiskFileStorage(join(uploadsDir, 'kept'))
      : await postgres.openPostgresFileStorage(databaseUrl);
  return {
    store,
    bus,
    files,
    uploadsDir,
    diskRoom: isEmbedded ? () => disk.room() : null,
    async close() {
      disk.stop();
      await bus.close();
      await files.close();
      await store.close();
    },
  };
}

type DiskNews = Readonly<Record<DiskRoom, string>>;

const DISK_NEWS: DiskNews = {
  enough: 'the disk has room again',
  low: 'the disk is filling up: make room, or let `retentionDays` in inbox.json erase old conversations',
  'no-uploads': 'the disk is filling up: no files are taken until there is room',
  'no-sessions': 'the disk is nearly full: new visitors are sent away until there is room',
  'no-messages': 'the disk is full: visitors’ messages are refused until there is room',
};

/** Of a node whose conversations are in PostgreSQL: on its own disk are uploads in progress. */
const NODE_FULL = 'the disk of DATA_DIR is nearly full: this node takes no files until there is room';
const NODE_DISK_NEWS: DiskNews = {
  enough: 'the disk of DATA_DIR has room again',
  low: 'the disk of DATA_DIR is filling up: make room',
  'no-uploads': NODE_FULL,
  'no-sessions': NODE_FULL,
  'no-messages': NODE_FULL,
};

function reportDisk(log: Logger, news: DiskNews) {
  return (room: DiskRoom, { free }: { readonly free: number }): void =>
    log[room === 'enough' ? 'info' : 'warn']({ freeMiB: Math.floor(free / 2 ** 20) }, news[room]);
}

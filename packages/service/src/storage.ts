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
  type RedisBusReport,
  type StoredFiles,
  systemClock,
  transportWarnings,
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
  for (const warning of transportWarnings(config, process.env)) log.warn(warning);
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
  const bus = redisUrl === null ? localBus() : await openBus(redisUrl, store, log, random);
  if (databaseUrl !== null && redisUrl === null) {
    log.warn(
      'DATABASE_URL without REDIS_URL: run ONE node only. Another would show what this one stores seconds late.',
    );
  }
  const isEmbedded = databaseUrl === null;
  const disk = watchDisk(config.dataDir, systemClock, reportDisk(log, isEmbedded ? DISK_NEWS : NODE_DISK_NEWS));
  const uploadsDir = join(config.dataDir, 'uploads');
  const files =
    databaseUrl === null ? openDiskFileStorage(join(uploadsDir, 'kept')) : await openPostgresFileStorage(databaseUrl);
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

async function openBus(url: string, store: OpenStore, log: Logger, random: RandomBytes): Promise<Bus> {
  const key = await store.sharedKey('bus', Buffer.from(random(32)).toString('base64url'));
  return openRedisBus({ url, key, random, clock: systemClock, report: redisEvents(log) });
}

const REFUSED = {
  forged:
    'messages on Redis were not written by a node of this database, and were dropped: another program writes there. Give Redis a password, and let only the nodes reach it',
  late: 'messages of another node were dropped, because their time is more than 30 seconds from this node’s clock: set the clocks of all nodes by NTP',
} as const;

function redisEvents(log: Logger): RedisBusReport {
  return {
    refused: (why, count) => log.warn({ count }, REFUSED[why]),
    away: (reason: string) =>
      log.warn({ reason }, 'Redis is away: what other nodes store shows only with the next look'),
    back: () => log.info('Redis is back'),
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

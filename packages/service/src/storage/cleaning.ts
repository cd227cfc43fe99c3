/** What is removed by itself: quiet visitors, and files that no message names. */
import {
  type InboxDirectory,
  type IncomingFiles,
  Retention,
  startRemovingUnusedFiles,
  systemClock,
} from '@service/realtime-server';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Storage } from './storage.js';

export interface Cleaning {
  /** Something was erased: its files are to be removed. */
  soon(): void;
  stopForgetting(): void;
  stop(): void;
}

export interface CleaningParts {
  readonly storage: Storage;
  readonly inboxes: InboxDirectory;
  readonly incoming: IncomingFiles;
  readonly config: Config;
  readonly log: Logger;
}

export function startCleaning({ storage, inboxes, incoming, config, log }: CleaningParts): Cleaning {
  const { store, files } = storage;
  const unusedFiles = startRemovingUnusedFiles({
    store,
    files,
    incoming,
    // Nodes of one database may share a folder.
    startedAt: config.databaseUrl === null ? systemClock.now() - process.uptime() * 1_000 : null,
    clock: systemClock,
    onFailure: (error) => log.warn({ error: (error as Error).message }, 'abandoned files could not be removed'),
  });
  const retention = new Retention({
    store,
    inboxes: inboxes.all,
    clock: systemClock,
    fraction: Math.random,
    onForgotten(inbox, contacts) {
      log.info({ inbox, contacts }, 'quiet visitors were forgotten');
      unusedFiles.soon();
    },
    onFailure: (error) => log.warn({ error: (error as Error).message }, 'forgetting failed; it is tried again'),
  });
  retention.start();
  return {
    soon: () => unusedFiles.soon(),
    stopForgetting: () => retention.stop(),
    stop: () => unusedFiles.stop(),
  };
}

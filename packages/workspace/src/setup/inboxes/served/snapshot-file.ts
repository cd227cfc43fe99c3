/** The inboxes of the console that were known last, in a file. Loaded before the server serves, so it needs no database. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inboxFileSchema } from '@service/protocol/schema';
import type { ConsoleInbox, InboxSettings } from '@service/realtime-server/ports';
import { replaceWhole } from '@service/realtime-server/runtime';
import { hashOf, type MasterKey } from '../../../database/secrets/master-key.js';
import { openRing } from '../sealed-ring.js';

type Log = (level: 'warn' | 'error', message: string, more?: Readonly<Record<string, unknown>>) => void;

export interface KnownInbox {
  readonly settings: InboxSettings;
  /** Sealed. Null: there are none. */
  readonly identityKeys: string | null;
}

export interface Snapshot {
  readonly revision: number;
  readonly inboxes: readonly KnownInbox[];
}

const FILE = 'inboxes.json';

export interface Place {
  readonly dataDir: string;
  /** `postgres://…`; null: the embedded database. */
  readonly databaseUrl: string | null;
}

/** The address holds a password. */
const nameOf = (databaseUrl: string | null): string => (databaseUrl === null ? 'sqlite' : hashOf(databaseUrl));

/** With their keys opened. One whose keys can't be opened has none, and is served otherwise. */
export const openedInboxes = ({ inboxes }: Snapshot, masterKey: MasterKey, log: Log): readonly ConsoleInbox[] =>
  inboxes.map(({ settings, identityKeys }) => {
    try {
      return { settings, keys: openRing(masterKey, settings.id, identityKeys) };
    } catch (error) {
      log('error', 'identity keys can’t be opened: visitors of this inbox can’t be identified', {
        inbox: settings.id,
        error: (error as Error).message,
      });
      return { settings, keys: [] };
    }
  });

/** So that visitors are served at the next start before the database is open. For the server's own user alone. */
export const writeSnapshotFile = ({ dataDir, databaseUrl }: Place, snapshot: Snapshot): void =>
  replaceWhole(join(dataDir, FILE), `${JSON.stringify({ of: nameOf(databaseUrl), ...snapshot })}\n`, 0o600);

/** Null: there is no such file of this database, or it can't be used. */
export function readSnapshotFile({ dataDir, databaseUrl }: Place, log: Log): Snapshot | null {
  try {
    const written = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as Snapshot & { readonly of: string };
    const { of, revision, inboxes } = written;
    if (of !== nameOf(databaseUrl)) return null;
    const known = inboxes.map(({ settings, identityKeys }) => {
      // What a newer version of this program knows besides has its default until the database was read.
      const read = inboxFileSchema.strip().parse(settings);
      return { settings: { ...settings, aiAgent: settings.aiAgent ?? null, ...read }, identityKeys };
    });
    return { revision, inboxes: known };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log('warn', `${FILE} can’t be used: the inboxes are read from the database first`, {
        error: (error as Error).message,
      });
    return null;
  }
}

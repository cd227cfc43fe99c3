/** The inboxes of the console before the workspace is open: those known last, else those of the database as it is. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleInbox } from '@service/realtime-server/ports';
import { WORKSPACE_FILE } from '../../../database/database.js';
import { readMasterKey } from '../../../database/secrets/master-key.js';
import type { Services } from '../../../router/services.js';
import { openPreviews, type Previews } from '../previews.js';
import { openedInboxes, readSnapshotFile, type Snapshot } from './snapshot-file.js';

interface StartSettings extends Pick<Services, 'now' | 'log'> {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly masterKey: string | null;
}

export interface AtStart {
  readonly inboxes: readonly ConsoleInbox[];
  readonly previews: Pick<Previews, 'read'>;
}

/**
 * With the file of those known last it waits for nothing. A database that can't be read has none here: the workspace that can't be
 * opened then ends the start.
 */
export async function inboxesAtStart(settings: StartSettings): Promise<AtStart> {
  const { dataDir, log, now } = settings;
  const masterKey = readMasterKey(settings.masterKey, dataDir);
  const snapshot = readSnapshotFile(settings, log) ?? (await snapshotOfDatabase(settings).catch(() => NONE));
  return { inboxes: openedInboxes(snapshot, masterKey, log), previews: openPreviews(masterKey, now) };
}

const NONE: Snapshot = { revision: 0, inboxes: [] };

async function snapshotOfDatabase({ dataDir, databaseUrl }: StartSettings): Promise<Snapshot> {
  if (databaseUrl === null && !existsSync(join(dataDir, WORKSPACE_FILE))) return NONE;
  // The database's code is large, and most starts don't come here.
  const [{ openDatabase }, { readSnapshot }, { publishedAgents }] = await Promise.all([
    import('../../../database/open-database.js'),
    import('./snapshot.js'),
    import('../../ai-agents/published-agents.js'),
  ]);
  const database = await openDatabase({ dataDir, databaseUrl, onFailed: () => undefined });
  try {
    return await readSnapshot(database.db, publishedAgents);
  } finally {
    await database.close();
  }
}

/** The inboxes of the console before the workspace is open: those known last, else those of the database as it is. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsoleInbox } from '@service/realtime-server/ports';
import { openDatabase, WORKSPACE_FILE } from '../../../database/open-database.js';
import { readMasterKey } from '../../../database/secrets/master-key.js';
import type { Services } from '../../../router/services.js';
import { publishedAgents } from '../../ai-agents/published-agents.js';
import { openPreviews, type Previews } from '../previews.js';
import { openedInboxes, readSnapshot, readSnapshotFile, type Snapshot } from './snapshot.js';

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
 * With the file of those known last it waits for nothing.
 * @throws when there is no such file and the database can't be read
 */
export async function inboxesAtStart(settings: StartSettings): Promise<AtStart> {
  const { dataDir, log, now } = settings;
  const masterKey = readMasterKey(settings.masterKey, dataDir);
  const snapshot = readSnapshotFile(settings, log) ?? (await snapshotOfDatabase(settings));
  return { inboxes: openedInboxes(snapshot, masterKey, log), previews: openPreviews(masterKey, now) };
}

const NONE: Snapshot = { revision: 0, inboxes: [] };

async function snapshotOfDatabase({ dataDir, databaseUrl, log }: StartSettings): Promise<Snapshot> {
  if (databaseUrl === null && !existsSync(join(dataDir, WORKSPACE_FILE))) return NONE;
  const onFailed = (error: Error): void => log('error', 'the workspace can’t be read', { error: error.message });
  const database = await openDatabase({ dataDir, databaseUrl, onFailed });
  try {
    return await readSnapshot(database.db, publishedAgents);
  } catch (error) {
    // Of an earlier version, or of none yet: it has no inboxes.
    if (/no such table|does not exist/i.test((error as Error).message)) return NONE;
    throw error;
  } finally {
    await database.close();
  }
}

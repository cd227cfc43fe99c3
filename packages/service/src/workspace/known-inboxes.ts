/** The inboxes of the console before the workspace is open. */
import { type JoinedInboxes, type ReadPreview, systemClock } from '@service/realtime-server';
import { inboxesAtStart } from '@service/workspace';
import type { Logger } from 'pino';
import type { Config } from '../config.js';

/** Those that were known last: visitors are served before the workspace is open. @returns what reads previews */
export async function applyKnownInboxes({ apply }: JoinedInboxes, config: Config, log: Logger): Promise<ReadPreview> {
  const { dataDir, databaseUrl, masterKey } = config;
  const { inboxes, previews } = await inboxesAtStart({
    ...{ dataDir, databaseUrl, masterKey },
    now: systemClock.now,
    log: (level, message, more) => log[level]({ ...more }, message),
  });
  apply(inboxes);
  return previews.read;
}

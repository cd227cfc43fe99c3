/** What the workspace does for the server that serves its inboxes: brings it their settings, and stores where they were seen. */
import type { ConsoleInbox } from '@service/realtime-server/ports';
import type { Database } from '../../../database/database.js';
import type { MasterKey } from '../../../database/secrets/master-key.js';
import type { After } from '../../../organizations/daily.js';
import type { Services } from '../../../router/services.js';
import { publishedAgents } from '../../ai-agents/published-agents.js';
import { inboxRevision } from '../inbox-rows.js';
import { collectInstalls, type Visit } from '../installs/collect-installs.js';
import { noteInstalls } from '../installs/installs.js';
import { openPreviews } from '../previews.js';
import { follow } from './follow-inboxes.js';
import { readSnapshot } from './snapshot.js';
import { openedInboxes, type Snapshot, writeSnapshotFile } from './snapshot-file.js';

/** The server that serves inboxes, and the others of its kind. */
export interface InboxPort {
  /** From now on these are all inboxes of the console. */
  apply(inboxes: readonly ConsoleInbox[]): void;
  /** Tells the other servers that there is something new. It may be lost. */
  announce(): void;
  /** Calls `listener` when another server announces something. */
  onAnnounced(listener: () => void): void;
}

interface Settings extends Pick<Services, 'now' | 'log'> {
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly after: After;
  readonly served: InboxPort;
}

export interface ServedInboxes {
  readonly services: Pick<Services, 'previews' | 'installs' | 'inboxesChanged'>;
  readonly noteVisit: (visit: Visit) => void;
  /** Resolves when this server's inboxes are those of the database. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export function serveInboxes({ db }: Database, masterKey: MasterKey, settings: Settings): ServedInboxes {
  const { now, after, served, log } = settings;
  const follower = follow<Snapshot>(
    {
      revision: () => inboxRevision(db),
      read: () => readSnapshot(db, publishedAgents),
      apply(snapshot) {
        served.apply(openedInboxes(snapshot, masterKey, log));
        writeSnapshotFile(settings, snapshot);
      },
    },
    after,
    (error) => log('error', 'the inboxes can’t be read; the last ones known stay', { error: error.message }),
  );
  served.onAnnounced(() => void follower.look());
  const installs = collectInstalls({
    save: (seen) => noteInstalls(db, seen),
    ...{ now, after },
    onFailure: (error) => log('warn', 'where inboxes were seen was not stored', { error: error.message }),
  });
  return {
    services: {
      previews: openPreviews(masterKey, now),
      installs,
      async inboxesChanged() {
        await follower.look();
        served.announce();
      },
    },
    noteVisit: installs.note,
    look: follower.look,
    async stop() {
      await follower.stop();
      await installs.stop();
    },
  };
}

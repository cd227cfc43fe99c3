/** Where an inbox was seen: the origins whose visitors have begun a session, as the server itself has noticed. */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { dateTime } from '../../../contract/fields.js';
import type { Tables } from '../../../database/tables.js';

type Db = Kysely<Tables>;

/** Of an inbox: those seen last. As many as may be allowed at a time. */
export const MOST_ORIGINS = 200;

export interface SeenInstall {
  readonly inboxId: string;
  readonly origin: string;
  /** Name and version of the client. */
  readonly client: string;
  /** Unix milliseconds. */
  readonly at: number;
}

export const shownInstall = z.object({
  origin: z.string(),
  firstSeenAt: dateTime,
  lastSeenAt: dateTime,
  loaderVersion: z.string().describe('Name and version of the client at the last session, as it says.'),
});

/** Notes them in one transaction, and forgets those beyond the bound. */
export async function noteInstalls(db: Db, seen: readonly SeenInstall[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { inboxId, origin, client, at } of seen)
      await transaction
        .insertInto('inbox_install')
        .values({ inbox_id: inboxId, origin, first_seen_at: at, last_seen_at: at, loader_version: client })
        .onConflict((conflict) =>
          conflict.columns(['inbox_id', 'origin']).doUpdateSet({ last_seen_at: at, loader_version: client }),
        )
        .execute();
    for (const inboxId of new Set(seen.map((each) => each.inboxId)))
      await transaction
        .deleteFrom('inbox_install')
        .where('inbox_id', '=', inboxId)
        .where('origin', 'in', (query) =>
          query
            .selectFrom('inbox_install')
            .select('origin')
            .where('inbox_id', '=', inboxId)
            .orderBy('last_seen_at', 'desc')
            .orderBy('origin')
            .limit(MOST_ORIGINS)
            .offset(MOST_ORIGINS),
        )
        .execute();
  });
}

/** By inbox, the ones seen last first. */
export async function installsOf(
  db: Db,
  inboxIds: readonly string[],
): Promise<ReadonlyMap<string, z.input<typeof shownInstall>[]>> {
  const found = new Map<string, z.input<typeof shownInstall>[]>();
  if (inboxIds.length === 0) return found;
  const rows = await db
    .selectFrom('inbox_install')
    .selectAll()
    .where('inbox_id', 'in', inboxIds)
    .orderBy('last_seen_at', 'desc')
    .orderBy('origin')
    .execute();
  for (const row of rows) {
    const its = found.get(row.inbox_id) ?? [];
    its.push({
      origin: row.origin,
      firstSeenAt: new Date(Number(row.first_seen_at)).toISOString(),
      lastSeenAt: new Date(Number(row.last_seen_at)).toISOString(),
      loaderVersion: row.loader_version,
    });
    found.set(row.inbox_id, its);
  }
  return found;
}

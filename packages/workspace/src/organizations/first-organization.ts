/** The organization that has the inboxes which name none. */
import type { Kysely } from 'kysely';
import type { AuthRows } from '../auth/auth-rows.js';
import type { Tables } from '../database/tables.js';

/**
 * Its slug. Null where it has been deleted: its inboxes' conversations must not become those of the next one, so from then on inboxes
 * have to name theirs.
 */
export async function firstOrganization(rows: AuthRows, db: Kysely<Tables>): Promise<string | null> {
  const [first] = await rows.list('organization', { demo: false }, 1);
  if (!first) return null;
  const before = await db
    .selectFrom('deleted_organization')
    .select('org_id')
    .where('demo', '=', 0)
    .where('created_at', '<', first.createdAt.getTime())
    .limit(1)
    .executeTakeFirst();
  return before ? null : first.slug;
}

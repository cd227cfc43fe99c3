/** Who may make which organization. */
import type { Transaction } from 'kysely';
import type { AuthRows } from '../auth/auth-rows.js';
import type { Person } from '../callers/caller.js';
import { failure } from '../contract/errors.js';
import { hashOf } from '../database/secrets/master-key.js';
import type { Tables } from '../database/tables.js';
import { hold } from './hold.js';
import type { Inboxes } from './inboxes.js';
import { MOST_OWNED } from './limits.js';

export const SLUG_TAKEN = 'An organization has this slug already. Choose another one.';

/**
 * An admin of the installation may make any. Others may own a few, and get no slug that an inbox names: its conversations are seen by
 * the organization's members. The slug of a deleted organization is never used again.
 * @returns false where the slug is not for them
 * @throws FORBIDDEN with the reason `limit`
 */
export async function mayFound(
  transaction: Transaction<Tables>,
  rows: AuthRows,
  { userId, isInstallationAdmin }: Person,
  slug: string,
  inboxes: Inboxes,
): Promise<boolean> {
  const deleted = await transaction
    .selectFrom('deleted_organization')
    .select('org_id')
    .where('slug_hash', '=', hashOf(slug))
    .executeTakeFirst();
  if (deleted) return false;
  if (isInstallationAdmin) return true;
  if (inboxes.list().some(({ organization }) => organization === slug)) return false;
  await hold(transaction, 'user', userId);
  if ((await rows.count('member', { userId, role: 'owner' })) >= MOST_OWNED)
    throw failure('FORBIDDEN', `You own ${MOST_OWNED} organizations, which is the most. Delete one first.`, {
      reason: 'limit',
    });
  return true;
}

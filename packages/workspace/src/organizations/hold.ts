/** Rows that a transaction holds until it ends, so that what it has counted or read stays true until it writes. */
import { sql, type Transaction } from 'kysely';
import type { OrgScope } from '../callers/caller.js';
import { failure } from '../contract/errors.js';
import type { Tables } from '../database/tables.js';

/** Others that hold the same row wait. False: there is no such row. */
export async function hold(
  transaction: Transaction<Tables>,
  table: 'organization' | 'user',
  id: string,
): Promise<boolean> {
  // An update, because the embedded database knows no `FOR UPDATE`.
  const held = await sql`UPDATE ${sql.table(table)} SET id = id WHERE id = ${id}`.execute(transaction);
  return held.numAffectedRows === 1n;
}

/**
 * For changes that depend on other rows of the organization: limits, names, the last owner, who is in which team.
 * @throws NOT_FOUND when it has been deleted meanwhile
 */
export async function holdOrganization(transaction: Transaction<Tables>, scope: OrgScope | string): Promise<void> {
  if (!(await hold(transaction, 'organization', scope))) throw failure('NOT_FOUND', 'There is no such organization.');
}

/** What may be done to members, and by whom. */
import type { AuthRows, MemberRow, Role } from '../../auth/auth-rows.js';
import type { Membership, OrgScope } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import { findTeam } from '../../organizations/teams/team-rows.js';
import type { Writing } from '../changes/once.js';
import type { CallContext } from '../procedure.js';

export interface ScopedContext extends CallContext {
  readonly scope: OrgScope;
}

/** An owner may give any role; an admin and a key anything below. */
export async function mayGiveRole(rows: AuthRows, context: ScopedContext, given: Role): Promise<void> {
  if (given === 'owner' && !(await isOwner(rows, context)))
    throw failure('FORBIDDEN', 'Only an owner can make another person an owner.');
}

/** Whether an invitation of this person, as of now, may make a member with this role. Null: the person is no member. */
export const mayInvite = (inviter: Membership | null, role: Role): boolean =>
  inviter !== null &&
  !inviter.suspended &&
  (inviter.role === 'owner' || (inviter.role === 'admin' && role !== 'owner'));

export async function mayChange(
  rows: AuthRows,
  context: ScopedContext,
  before: MemberRow,
  given?: Role,
): Promise<void> {
  if (given !== undefined) await mayGiveRole(rows, context, given);
  if (before.role === 'owner' && !(await isOwner(rows, context)))
    throw failure('FORBIDDEN', 'Only an owner can change or remove an owner.');
}

async function isOwner(rows: AuthRows, { caller, scope }: ScopedContext): Promise<boolean> {
  if (caller.kind !== 'person') return false;
  const row = await rows.find('member', { organizationId: scope, userId: caller.userId });
  return row?.role === 'owner' && !row.suspended;
}

export async function memberIn(rows: AuthRows, scope: OrgScope, memberId: string): Promise<MemberRow> {
  const row = await rows.find('member', { id: memberId, organizationId: scope });
  if (!row) throw failure('NOT_FOUND', 'This organization has no such member.');
  return row;
}

/** Call it while the organization is held: two owners who make each other a member at once must not both succeed. */
export async function mustHaveAnotherOwner(rows: AuthRows, scope: OrgScope, memberId: string): Promise<void> {
  const owners = await rows.list('member', { organizationId: scope, role: 'owner' });
  if (!owners.some(({ id, suspended }) => id !== memberId && !suspended))
    throw failure('CONFLICT', 'An organization needs an owner. Make another member an owner first.');
}

/** @throws BAD_REQUEST with the ids that are no members of this organization */
export async function mustBeMembers(rows: AuthRows, scope: OrgScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await rows.list('member', { organizationId: scope, id: ids });
  refuseUnknown(ids, new Set(found.map(({ id }) => id)), 'members');
}

/** @throws BAD_REQUEST with the ids that are no teams of this organization */
export async function mustBeTeams(
  { transaction }: Pick<Writing, 'transaction'>,
  scope: OrgScope,
  ids: readonly string[],
): Promise<void> {
  const found = new Set<string>();
  for (const id of ids) if (await findTeam(transaction, scope, id)) found.add(id);
  refuseUnknown(ids, found, 'teams');
}

function refuseUnknown(ids: readonly string[], found: ReadonlySet<string>, what: 'members' | 'teams'): void {
  const unknown = ids.filter((id) => !found.has(id));
  if (unknown.length > 0) throw failure('BAD_REQUEST', `This organization has no such ${what}: ${unknown.join(', ')}.`);
}

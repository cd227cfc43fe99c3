/** Who may let an agent into an organization, and what they may let it do. The same for credentials and for linked agents. */
import type { Transaction } from 'kysely';
import type { AuthRows } from '../../auth/auth-rows.js';
import type { Permission, Person } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import type { Tables } from '../../database/tables.js';
import { hold } from '../../organizations/hold.js';
import { OPERATIONS } from './operations.js';
import { withReads } from './setup-operations.js';

/**
 * A confirmed owner or admin, of an approved organization that is not the demo's: the specification's rule 6.
 * @throws FORBIDDEN
 */
async function mustLetAgentsIn({ userId, verified }: Person, orgId: string, rows: AuthRows): Promise<void> {
  if (!verified) throw forbidden('Confirm your email address first: follow the link in the mail.', 'unverified');
  const [organization, member] = await Promise.all([
    rows.find('organization', { id: orgId }),
    rows.find('member', { organizationId: orgId, userId }),
  ]);
  if (!organization || !member || member.suspended || member.role === 'member')
    throw forbidden('Only owners and admins of the organization may let an agent in.');
  if (organization.demo) throw forbidden('The demo’s organization lets no agent in. Make one of your own.', 'demo');
  if (!organization.approved)
    throw forbidden('This organization waits for approval by an admin of the installation.', 'approval_pending');
}

/**
 * The same for a transaction that lets one in: until it ends, the membership doesn't, and no other one counts what the person has let in.
 * @throws FORBIDDEN
 */
export async function holdLettingIn(
  transaction: Transaction<Tables>,
  person: Person,
  orgId: string,
  rows: AuthRows,
): Promise<void> {
  await hold(transaction, 'organization', orgId);
  await mustLetAgentsIn(person, orgId, rows);
  await hold(transaction, 'user', person.userId);
}

export interface WantedPermission {
  readonly mode: Permission['mode'];
  readonly procedures?: readonly string[] | undefined;
}

/** @throws BAD_REQUEST for a procedure that no agent may call or that the mode does not let, and for writing without a list */
export function permissionFor({ mode, procedures }: WantedPermission): Permission {
  for (const id of procedures ?? []) {
    const operation = OPERATIONS.get(id);
    if (!operation) throw failure('BAD_REQUEST', `There is no procedure ${id}. Take one of the catalog.`);
    if (operation.excluded !== null) throw failure('BAD_REQUEST', `Agents can’t call ${id}. ${operation.excluded}`);
    if (mode === 'read' && operation.meta.kind !== 'read')
      throw failure('BAD_REQUEST', `${id} changes something. Leave it out, or ask for the mode \`write\`.`);
  }
  if (mode === 'read') return { mode, procedures: procedures ? [...new Set(procedures)] : null };
  if (!procedures) throw failure('BAD_REQUEST', 'Name the procedures that the agent may call as `procedures`.');
  return { mode, procedures: withReads(procedures) };
}

const forbidden = (message: string, reason?: string) => failure('FORBIDDEN', message, reason ? { reason } : undefined);

/** Issues a credential for an agent: the specification's "POST /api/agents/credentials" and rules 6 to 9 of "Authentication". */
import { z } from 'zod';
import { AGENT_SECONDS } from '../../auth/auth-options.js';
import type { Permission, Person } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import { line } from '../../contract/fields.js';
import { mustFit } from '../../organizations/limits.js';
import type { Services } from '../../router/services.js';
import { OPERATIONS } from './operations.js';
import { withReads } from './setup-operations.js';

const procedureId = z.string().max(100);

export const newCredential = z.object({
  orgId: z.string().max(64),
  name: line(32),
  mode: z.enum(['read', 'write']),
  expiresIn: z.int().min(60).max(AGENT_SECONDS.most).default(AGENT_SECONDS.default),
  procedures: z.array(procedureId).min(1).max(500).optional(),
  consent: z.literal(true),
});

type NewCredential = z.infer<typeof newCredential>;

export interface IssuedCredential {
  /** Shown once. */
  readonly key: string;
  readonly id: string;
  readonly expiresAt: string | null;
}

/**
 * @throws FORBIDDEN when the person or the organization may not issue one; BAD_REQUEST for a procedure that no agent may call, or that the
 *   mode does not let
 */
export async function issueCredential(
  { userId, verified }: Person,
  input: NewCredential,
  { auth }: Services,
): Promise<IssuedCredential> {
  if (!verified) throw forbidden('Confirm your email address first: follow the link in the mail.', 'unverified');
  const { orgId, name, expiresIn } = input;
  const rows = auth.rows();
  const [organization, member] = await Promise.all([
    rows.find('organization', { id: orgId }),
    rows.find('member', { organizationId: orgId, userId }),
  ]);
  if (!organization || !member || member.suspended || member.role === 'member')
    throw forbidden('Only owners and admins of the organization may let an agent in.');
  if (organization.demo) throw forbidden('The demo’s organization lets no agent in. Make one of your own.', 'demo');
  if (!organization.approved)
    throw forbidden('This organization waits for approval by an admin of the installation.', 'approval_pending');
  const permission = permissionOf(input);
  mustFit('credentials', await rows.count('apikey', { referenceId: userId, configId: 'agent' }));
  const issued = await auth.issueCredential({ userId, orgId, name, permission, expiresInSeconds: expiresIn });
  return { key: issued.key, id: issued.id, expiresAt: issued.expiresAt && new Date(issued.expiresAt).toISOString() };
}

function permissionOf({ mode, procedures }: NewCredential): Permission {
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

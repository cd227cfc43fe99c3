/** The one rule for who may call which procedure. Pure: everything it needs is passed in. */
import type { Role } from '../auth/auth-rows.js';
import type { ErrorCode } from '../contract/errors.js';
import type { ProcedureMeta } from '../contract/meta.js';
import type { Caller, Membership } from './caller.js';

export interface Asked {
  readonly caller: Caller;
  readonly procedure: ProcedureMeta;
  /** As the input names it; null: it names none. */
  readonly orgId: string | null;
  /** Of a person, in that organization, as of now. Null: there is none. */
  readonly membership: Membership | null;
  readonly approved: boolean;
  /** A setting of the installation. */
  readonly organizationsBy: OrganizationsBy;
}

/** Who may make organizations. */
export type OrganizationsBy = 'admin' | 'anyone';

export type Decision =
  | { readonly ok: true; readonly orgId: string | null }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly reason?: string };

const RANK: Readonly<Record<Role, number>> = { member: 0, admin: 1, owner: 2 };

const refuse = (code: ErrorCode, message: string, reason?: string): Decision => ({
  ok: false,
  code,
  message,
  ...(reason !== undefined && { reason }),
});

const SIGN_IN = 'Sign in, or send an organization key as X-API-Key.';

/** The same answer for an organization that does not exist and for one of other people, so that ids can't be tried. */
const NO_MEMBER = 'You are not a member of this organization. Ask one of its owners for an invitation.';

export function mayCall(asked: Asked): Decision {
  const { caller, procedure } = asked;
  if (procedure.access === 'anyone') return { ok: true, orgId: null };
  if (caller.kind === 'anonymous') return refuse('UNAUTHORIZED', SIGN_IN);
  if (caller.kind === 'key') return mayKeyCall(caller, asked);
  if (!caller.verified)
    return refuse('FORBIDDEN', 'Confirm your email address first: follow the link in the mail.', 'unverified');
  if (procedure.access === 'person') return { ok: true, orgId: null };
  if (procedure.access === 'founder' && asked.organizationsBy === 'anyone') return { ok: true, orgId: null };
  if (procedure.access !== 'organization')
    return caller.isInstallationAdmin
      ? { ok: true, orgId: null }
      : refuse('FORBIDDEN', 'Only an admin of this installation may do this.');
  return mayMemberCall(asked);
}

function mayMemberCall({ procedure, orgId, membership, approved }: Asked): Decision {
  if (orgId === null) return refuse('BAD_REQUEST', 'Name the organization as `orgId`.');
  if (!membership) return refuse('FORBIDDEN', NO_MEMBER);
  if (membership.suspended)
    return refuse('FORBIDDEN', 'Your membership is suspended. Ask an owner of the organization.', 'suspended');
  if (RANK[membership.role] < RANK[procedure.role])
    return refuse('FORBIDDEN', `This needs the role ${procedure.role}; yours is ${membership.role}.`);
  return ifApproved(procedure, approved, orgId);
}

function mayKeyCall(key: Extract<Caller, { kind: 'key' }>, { procedure, orgId, approved }: Asked): Decision {
  if (procedure.access !== 'organization' || procedure.sessionOnly)
    return refuse('UNAUTHORIZED', 'This needs a person who is signed in; keys are refused.');
  if (orgId !== null && orgId !== key.orgId) return refuse('FORBIDDEN', 'This key belongs to another organization.');
  const scope = procedure.kind === 'read' ? 'read' : 'write';
  if (!key.scopes.includes(scope)) return refuse('FORBIDDEN', `This key lacks the scope \`${scope}\`.`);
  return ifApproved(procedure, approved, key.orgId);
}

function ifApproved(procedure: ProcedureMeta, approved: boolean, orgId: string): Decision {
  if (approved || procedure.availableBeforeApproval) return { ok: true, orgId };
  return refuse(
    'FORBIDDEN',
    'This organization waits for approval by an admin of the installation.',
    'approval_pending',
  );
}

/** The one rule for who may call which procedure. Pure: everything it needs is passed in. */
import type { Role } from '../auth/auth-rows.js';
import type { ErrorCode } from '../contract/errors.js';
import type { ProcedureMeta } from '../contract/meta.js';
import type { Agent, Caller, Membership, Permission } from './caller.js';

export interface Asked {
  readonly caller: Caller;
  readonly procedure: ProcedureMeta;
  /** Of the procedure, such as `inboxes.list`. */
  readonly name: string;
  /** As the input names it; null: it names none. */
  readonly orgId: string | null;
  /** Of a person, or of an agent's, in that organization, as of now. Null: there is none. */
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
  if (caller.kind === 'agent') return mayAgentCall(caller, asked);
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

/**
 * Why no agent may call a procedure; null: one may that is let.
 * Rule: an agent works in one organization, and never takes the place of a person who is signed in.
 */
export function excludedFromAgents({ access, sessionOnly, issuesSecret }: ProcedureMeta): string | null {
  if (access !== 'organization') return 'It does not belong to one organization.';
  if (sessionOnly) return 'It needs a person who is signed in.';
  return issuesSecret ? 'Its answer holds a secret.' : null;
}

/** Whether the permission covers the procedure. It never makes its person's rights larger. */
export const covers = ({ mode, procedures }: Permission, name: string, kind: ProcedureMeta['kind']): boolean =>
  (kind === 'read' || mode === 'write') && (procedures?.includes(name) ?? true);

function mayAgentCall(agent: Agent, asked: Asked): Decision {
  const { procedure, name, orgId } = asked;
  const excluded = excludedFromAgents(procedure);
  if (excluded !== null) return refuse('FORBIDDEN', `Agents can’t call this. ${excluded}`, 'excluded');
  if (orgId !== null && orgId !== agent.orgId)
    return refuse('FORBIDDEN', 'This credential belongs to another organization. Leave `orgId` out.');
  if (!agent.verified)
    return refuse(
      'FORBIDDEN',
      'The person who issued this credential has to confirm their email address.',
      'unverified',
    );
  if (!covers(agent.permission, name, procedure.kind))
    return refuse(
      'FORBIDDEN',
      `This credential does not cover ${name}. Its person can issue another one.`,
      'not_granted',
    );
  return mayMemberCall({ ...asked, orgId: agent.orgId });
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

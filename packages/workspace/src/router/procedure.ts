/** The builders that every procedure starts from. Each sets who may call, and its guard asks {@link mayCall} before the input is read. */
import { os } from '@orpc/server';
import type { Caller, Membership, OrgScope, Person } from '../callers/caller.js';
import { mayCall } from '../callers/may-call.js';
import { failure } from '../contract/errors.js';
import { DEFAULT_META, type ProcedureMeta } from '../contract/meta.js';
import { holdsUnstorable, unstorable } from '../contract/unstorable.js';
import type { Services } from './services.js';

/** What a request says of the program that sent it. */
export interface Client {
  /** Of the network. Null: our own machine. */
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface CallContext {
  readonly caller: Caller;
  readonly client: Client;
  readonly services: Services;
}

const base = os.$context<CallContext>().$meta<ProcedureMeta>(DEFAULT_META);

const guarded = base.use(async ({ context, procedure, path, next }, input: unknown) => {
  const { caller, services } = context;
  const { meta } = procedure['~orpc'];
  if (holdsUnstorable(input)) throw unstorable();
  const orgId = orgIdIn(input);
  const reached = meta.access === 'organization' ? await reachedOrganization(services, caller, orgId) : null;
  const decision = mayCall({
    caller,
    procedure: meta,
    name: path.join('.'),
    orgId,
    membership: reached?.membership ?? null,
    approved: reached?.approved ?? false,
    organizationsBy: services.settings.organizationsBy,
  });
  if (!decision.ok)
    throw failure(decision.code, decision.message, decision.reason ? { reason: decision.reason } : undefined);
  return next({ context: { procedure: path.join('.'), scope: decision.orgId as OrgScope | null } });
});

function orgIdIn(input: unknown): string | null {
  const orgId = (input as { orgId?: unknown } | null | undefined)?.orgId;
  return typeof orgId === 'string' ? orgId : null;
}

interface Reached {
  readonly membership: Membership | null;
  readonly approved: boolean;
}

/** Read at each call: a membership that ended a second ago opens nothing. */
async function reachedOrganization({ auth }: Services, caller: Caller, named: string | null): Promise<Reached | null> {
  const id = caller.kind === 'key' || caller.kind === 'agent' ? caller.orgId : named;
  if (id === null) return null;
  const rows = auth.rows();
  const organization = await rows.find('organization', { id });
  if (!organization) return null;
  const member =
    caller.kind === 'person' || caller.kind === 'agent'
      ? await rows.find('member', { organizationId: id, userId: caller.userId })
      : null;
  return { membership: member, approved: organization.approved };
}

/** Also without an account. */
export const forAnyone = guarded.meta({ ...DEFAULT_META, access: 'anyone', availableBeforeApproval: true });

/** Anybody who is signed in. */
export const forPersons = guarded
  .meta({ ...DEFAULT_META, access: 'person', availableBeforeApproval: true })
  .use(({ context, next }) => next({ context: { person: personIn(context.caller) } }));

/** Admins of the installation. */
export const forInstallationAdmins = guarded
  .meta({ ...DEFAULT_META, access: 'installation', availableBeforeApproval: true })
  .use(({ context, next }) => next({ context: { person: personIn(context.caller) } }));

/** Admins of the installation, and others where it lets everyone make organizations. */
export const forFounders = guarded
  .meta({ ...DEFAULT_META, access: 'founder', kind: 'write', availableBeforeApproval: true })
  .use(({ context, next }) => next({ context: { person: personIn(context.caller) } }));

/** Members of an organization, and its keys where `sessionOnly` isn't set. */
export const forMembers = (meta: Partial<Omit<ProcedureMeta, 'access'>> = {}) =>
  guarded
    .meta({ ...DEFAULT_META, ...meta, access: 'organization' })
    .use(({ context, next }) => next({ context: { scope: scopeIn(context.scope) } }));

function personIn(caller: Caller): Person {
  if (caller.kind !== 'person') throw failure('UNAUTHORIZED', 'Sign in.');
  return caller;
}

function scopeIn(scope: OrgScope | null): OrgScope {
  if (scope === null) throw failure('BAD_REQUEST', 'Name the organization as `orgId`.');
  return scope;
}

/** Under which name a caller's writes are stored. */
export function callerId(caller: Caller): string {
  switch (caller.kind) {
    case 'person':
      return caller.userId;
    case 'key':
      return caller.keyId;
    case 'agent':
      return caller.credentialId;
    case 'anonymous':
      return 'anonymous';
  }
}

/** Who may use the conversations of which organizations. The API that shows them is not one of the procedures yet, and asks here. */
import { ORPCError } from '@orpc/server';
import type { From } from '@service/realtime-server/runtime';
import type { Agent, Caller } from '../callers/caller.js';
import { type Decision, mayCall } from '../callers/may-call.js';
import { readCaller } from '../callers/read-caller.js';
import { type ErrorData, failure } from '../contract/errors.js';
import { DEFAULT_META, type ProcedureMeta } from '../contract/meta.js';
import { firstOrganization } from '../organizations/first-organization.js';
import type { Services } from '../router/services.js';
import { checkOrigin, isRead } from './origins/check-origin.js';

export interface ConversationAccess {
  /** Null: an organization's key asks. */
  readonly person: { readonly account: string; readonly name: string } | null;
  /** Slugs. */
  readonly organizations: readonly string[];
  /** Whether the caller may write in conversations: every person may, and a key with the scope `write`. */
  readonly mayAnswer: boolean;
  /** Of these, slugs of those whose knowledge the caller may change: an admin, an owner, or a key. */
  readonly mayChangeKnowledge: readonly string[];
  /** The slug of the organization that has the inboxes which name none; see `firstOrganization`. */
  readonly first: string | null;
}

export type ConversationAdmission =
  | { readonly ok: true; readonly access: ConversationAccess }
  | {
      readonly ok: false;
      readonly status: 401 | 403 | 429;
      readonly code: string;
      readonly message: string;
      readonly retryAfterSeconds?: number;
    };

/** They are not one procedure yet. */
const NAME = 'conversations';

const NO_ORGANIZATION: Decision = {
  ok: false,
  code: 'FORBIDDEN',
  message: 'You are not a member of an organization. Ask one of its owners for an invitation.',
};

/** Reads the session or key of a request, and with it the organizations of which the caller may see conversations. */
export function conversationAccess(services: Services, cookie: string) {
  const { auth, database, settings } = services;
  const rows = auth.rows();
  return async (request: Request, from: From): Promise<ConversationAdmission> => {
    try {
      const kind = isRead(request) ? 'read' : 'write';
      if (kind === 'write') checkOrigin(request, settings.publicUrl);
      const caller = await readCaller(request.headers, from, { ...services, cookie });
      return { ok: true, access: await accessOf(caller, { ...DEFAULT_META, access: 'organization', kind }) };
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error;
      const { code, message } = error;
      const { retryAfterSeconds } = (error.data as ErrorData | undefined) ?? {};
      const status = error.status as 401 | 403 | 429;
      return {
        ok: false,
        status,
        code: String(code),
        message,
        ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      };
    }
  };

  /** @throws UNAUTHORIZED or FORBIDDEN when no organization is left, with the reason of the last one */
  async function accessOf(caller: Exclude<Caller, Agent>, procedure: ProcedureMeta): Promise<ConversationAccess> {
    const reached = await reachable(caller);
    const [first, found] = await Promise.all([
      firstOrganization(rows, database.db),
      reached.length === 0 ? [] : rows.list('organization', { id: reached.map(({ orgId }) => orgId) }),
    ]);
    const { organizationsBy } = settings;
    const byId = new Map(found.map((organization) => [organization.id, organization]));
    const organizations: string[] = [];
    const mayChangeKnowledge: string[] = [];
    // As the procedures ask for it that change knowledge.
    const change: ProcedureMeta = { ...procedure, kind: 'write', role: 'admin' };
    let refusal =
      caller.kind === 'person' && caller.verified
        ? NO_ORGANIZATION
        : mayCall({ caller, procedure, name: NAME, orgId: null, membership: null, approved: false, organizationsBy });
    for (const { orgId, membership } of reached) {
      const organization = byId.get(orgId);
      if (!organization) continue;
      const { approved } = organization;
      const asked = { caller, name: NAME, orgId, membership, approved, organizationsBy };
      const decision = mayCall({ ...asked, procedure });
      if (decision.ok) organizations.push(organization.slug);
      else refusal = decision;
      if (decision.ok && mayCall({ ...asked, procedure: change }).ok) mayChangeKnowledge.push(organization.slug);
    }
    if (organizations.length === 0 && !refusal.ok) throw failure(refusal.code, refusal.message);
    const person = caller.kind === 'person' ? { account: caller.userId, name: caller.name } : null;
    const mayAnswer = caller.kind === 'person' || (caller.kind === 'key' && caller.scopes.includes('write'));
    return { person, organizations, mayAnswer, mayChangeKnowledge, first };
  }

  async function reachable(caller: Exclude<Caller, Agent>) {
    if (caller.kind === 'key') return [{ orgId: caller.orgId, membership: null }];
    if (caller.kind === 'anonymous') return [];
    const members = await rows.list('member', { userId: caller.userId });
    return members.map((membership) => ({ orgId: membership.organizationId, membership }));
  }
}

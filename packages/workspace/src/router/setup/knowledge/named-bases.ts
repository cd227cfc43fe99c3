/** Which inboxes and AI agents a call may name: those of its organization. */
import { CONSOLE_INBOX } from '@service/realtime-server/ports';
import type { OrgScope } from '../../../callers/caller.js';
import { failure } from '../../../contract/errors.js';
import { firstOrganization } from '../../../organizations/first-organization.js';
import { inboxesOf, type NamedInbox } from '../../../organizations/inboxes.js';
import { findAgent } from '../../../setup/ai-agents/agent-rows.js';
import { draftBaseOf } from '../../../setup/ai-agents/answering.js';
import { readOrganization } from '../../organization/shown-organization.js';
import type { Services } from '../../services.js';

export async function ownInboxes(services: Services, scope: OrgScope): Promise<readonly NamedInbox[]> {
  const { auth, database, inboxes } = services;
  const [organization, first] = await Promise.all([
    readOrganization(services, scope),
    firstOrganization(auth.rows(), database.db),
  ]);
  return inboxesOf(inboxes, organization, first);
}

/** Those that the operator has as folders: the team's own have what their AI agents have. */
export const ownFolders = async (services: Services, scope: OrgScope): Promise<readonly NamedInbox[]> =>
  (await ownInboxes(services, scope)).filter(({ inboxId }) => !inboxId.startsWith(CONSOLE_INBOX));

/** @throws NOT_FOUND */
export async function mustBeInboxes(services: Services, scope: OrgScope, inboxIds: readonly string[]): Promise<void> {
  if (inboxIds.length === 0) return;
  const own = await ownInboxes(services, scope);
  for (const id of inboxIds)
    if (!own.some(({ inboxId }) => inboxId === id)) throw failure('NOT_FOUND', `This organization has no inbox ${id}.`);
}

/** @throws NOT_FOUND */
export async function mustBeAgents(services: Services, scope: OrgScope, agentIds: readonly string[]): Promise<void> {
  for (const id of agentIds)
    if (!(await findAgent(services.database.db, scope, id)))
      throw failure('NOT_FOUND', `This organization has no AI agent ${id}.`);
}

/** What the draft of an AI agent has, or an inbox that is a folder. @throws NOT_FOUND */
export async function baseOf(services: Services, scope: OrgScope, id: string): Promise<string> {
  if (await findAgent(services.database.db, scope, id)) return draftBaseOf(id);
  if ((await ownInboxes(services, scope)).some(({ inboxId }) => inboxId === id)) return id;
  throw failure('NOT_FOUND', 'This organization has no AI agent or inbox of this id.');
}

/** What holds for every change of an inbox. */
import type { Kysely, Transaction } from 'kysely';
import type { OrgScope } from '../../../callers/caller.js';
import { failure } from '../../../contract/errors.js';
import type { Tables } from '../../../database/tables.js';
import { holdOrganization } from '../../../organizations/hold.js';
import { findAgent } from '../../../setup/ai-agents/agent-rows.js';
import { recordWordings } from '../../../setup/inboxes/consent-wordings.js';
import { findInbox, type InboxChange, type StoredInbox, updateInbox } from '../../../setup/inboxes/inbox-rows.js';
import { fieldsSince, outdated } from '../../changes/changed-fields.js';
import { type ChangeContext, recordChange } from '../../changes/record-change.js';
import { foldersIn, NO_INBOX } from './shown-inbox.js';

export const TAGS = ['Inboxes'];

/**
 * The inbox as it is to be changed; its organization is held until the transaction ends.
 * @param version that the caller has seen. Undefined: it makes no difference what else was changed
 * @throws NOT_FOUND, FORBIDDEN for a folder, PRECONDITION_FAILED with what was changed meanwhile
 */
export async function changeableInbox(
  transaction: Transaction<Tables>,
  { services, scope }: ChangeContext,
  inboxId: string,
  version?: number,
): Promise<StoredInbox> {
  await holdOrganization(transaction, scope);
  const before = await findInbox(transaction, scope, inboxId);
  if (!before) {
    const isFolder = (await foldersIn(services, scope, transaction)).some(({ id }) => id === inboxId);
    if (!isFolder) throw failure('NOT_FOUND', NO_INBOX);
    throw failure('FORBIDDEN', 'This inbox is a folder on the server. Ask its operator to change its inbox.json.', {
      reason: 'managed_by_file',
    });
  }
  if (version !== undefined && version !== before.version)
    throw outdated(before.version, fieldsSince(before.changedIn, version));
  return before;
}

/** Stores the change with its row for the log. @returns the new version */
export async function storeChange(
  transaction: Transaction<Tables>,
  context: ChangeContext,
  before: StoredInbox,
  change: InboxChange,
): Promise<number> {
  const at = context.services.now();
  const version = await updateInbox(transaction, before, change, at);
  await recordWordings(transaction, before.id, { ...before.fields, ...change }, at);
  const fields = Object.keys(change);
  await recordChange(transaction, context, { target: 'inbox', targetId: before.id, version, fields });
  return version;
}

/** For a change, call it while the organization is held. @throws BAD_REQUEST when the organization has no such AI agent */
export async function mustBeAgent(db: Kysely<Tables>, scope: OrgScope, agent: string | null): Promise<void> {
  if (agent !== null && !(await findAgent(db, scope, agent)))
    throw failure('BAD_REQUEST', `This organization has no such AI agent: ${agent}.`);
}

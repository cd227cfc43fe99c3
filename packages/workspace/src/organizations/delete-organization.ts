/** Deletes organizations whose time is over, with everything that the workspace stores of them. */
import type { Transaction } from 'kysely';
import type { AuthRows, OrganizationRow } from '../auth/auth-rows.js';
import { hashOf } from '../database/secrets/master-key.js';
import type { Tables } from '../database/tables.js';
import type { Services } from '../router/services.js';
import { deleteAgents, listAgents } from '../setup/ai-agents/agent-rows.js';
import { deleteInboxesOf } from '../setup/inboxes/inbox-rows.js';
import { deleteSources } from '../setup/knowledge/source-rows.js';
import { forgetGrantsOf } from './agent-grants.js';
import { hold } from './hold.js';
import { LIMITS } from './limits.js';
import { deleteTeams, listTeams } from './teams/team-rows.js';

/** From the moment in which an owner asked for it. Until then an owner can take it back. */
export const DELETED_AFTER_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
/** Read at once. */
const HELPING = 100;

type Deleting = Pick<Services, 'database' | 'auth' | 'now' | 'log' | 'inboxesChanged'>;

/** Those whose thirty days are over. One that fails is logged, and tried again the next time. @returns how many were deleted */
export async function deleteDueOrganizations(services: Deleting): Promise<number> {
  const { database, auth, now, log } = services;
  const until = new Date(now() - DELETED_AFTER_DAYS * DAY_MS + 1);
  const due = await auth.rows().list('organization', {}, HELPING, [{ field: 'deletionRequestedAt', to: until }]);
  let deleted = 0;
  for (const { id } of due)
    try {
      const isDeleted = await database.db.transaction().execute(async (transaction) => {
        const rows = auth.rows(transaction);
        // Taken back, or deleted by another node, meanwhile.
        if (!(await hold(transaction, 'organization', id))) return false;
        const organization = await rows.find('organization', { id });
        if (!organization?.deletionRequestedAt || organization.deletionRequestedAt >= until) return false;
        await deleteOrganization(transaction, rows, organization, now());
        return true;
      });
      if (!isDeleted) continue;
      deleted += 1;
      log('info', 'an organization was deleted: its thirty days are over', { organization: id });
    } catch (error) {
      log('error', 'an organization could not be deleted; it is tried again', {
        organization: id,
        error: (error as Error).message,
      });
    }
  if (deleted > 0) await services.inboxesChanged();
  return deleted === HELPING ? deleted + (await deleteDueOrganizations(services)) : deleted;
}

/** Accounts stay: they may be members elsewhere, and an invitation lets them in again. */
async function deleteOrganization(
  transaction: Transaction<Tables>,
  rows: AuthRows,
  { id, slug, demo, createdAt }: OrganizationRow,
  at: number,
): Promise<void> {
  const mails = transaction.selectFrom('email_message').select('id').where('org_id', '=', id);
  await transaction.deleteFrom('email_event').where('message_id', 'in', mails).execute();
  await transaction.deleteFrom('email_message').where('org_id', '=', id).execute();
  await transaction.deleteFrom('idempotent_answer').where('org_id', '=', id).execute();
  await forgetGrantsOf(id, { transaction, rows });
  await transaction.deleteFrom('outbox').where('org_id', '=', id).execute();
  await transaction.deleteFrom('onboarding_step').where('org_id', '=', id).execute();
  await deleteInboxesOf(transaction, id);
  await deleteSources(transaction, id, at);
  const agents = await listAgents(transaction, id, null, LIMITS.aiAgents);
  await deleteAgents(
    transaction,
    id,
    agents.map((agent) => agent.id),
    at,
  );
  const teams = await listTeams(transaction, id);
  await deleteTeams(
    transaction,
    teams.map((team) => team.id),
  );
  await rows.remove('apikey', { referenceId: id, configId: 'default' });
  await rows.remove('invitation', { organizationId: id });
  await rows.remove('member', { organizationId: id });
  await rows.remove('organization', { id });
  const mark = { org_id: id, slug_hash: hashOf(slug), demo: demo ? 1 : 0 };
  await transaction
    .insertInto('deleted_organization')
    .values({ ...mark, created_at: createdAt.getTime(), deleted_at: at })
    .execute();
}

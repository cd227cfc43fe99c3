/** Where a question would be asked that no visitor asks: whose business it is, whether it has people, which pages it has. */
import type { Services } from '../../router/services.js';
import { inboxesOfAgent, pageOfInboxes } from '../inboxes/inbox-rows.js';
import type { SimulatedQuestion } from './answering.js';

export interface SimulationPlace extends Pick<SimulatedQuestion, 'business' | 'people' | 'origins'> {
  /** Of the organization: the agent may have answered in another one than today. */
  readonly inboxIds: readonly string[];
}

const MOST_INBOXES = 1_000;
/** Links may go to so many pages' origins. */
const MOST_ORIGINS = 200;

/** An agent that no inbox has yet is asked as if there were people. */
export async function simulationPlace(
  { auth, database: { db } }: Pick<Services, 'auth' | 'database'>,
  orgId: string,
  agentId: string,
): Promise<SimulationPlace> {
  const [organization, own, all] = await Promise.all([
    auth.rows().find('organization', { id: orgId }),
    inboxesOfAgent(db, orgId, agentId),
    pageOfInboxes(db, orgId, { after: null, limit: MOST_INBOXES }),
  ]);
  const site = organization?.website ? [new URL(organization.website).origin] : [];
  const origins = own.length > 0 ? own.flatMap(({ fields }) => fields.allowedOrigins) : site;
  return {
    business: organization?.name ?? '',
    people: own.length === 0 || own.some(({ fields }) => fields.people !== null),
    origins: [...new Set(origins)].slice(0, MOST_ORIGINS),
    inboxIds: all.map(({ id }) => id),
  };
}

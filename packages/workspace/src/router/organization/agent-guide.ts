/** How an AI agent sets the organization up for its owner. */
import { z } from 'zod';
import { orgId } from '../../contract/fields.js';
import { checklistOf } from '../../organizations/onboarding.js';
import { setupGuide } from '../../setup/setup-guide.js';
import { forMembers } from '../procedure.js';
import { readOrganization } from './shown-organization.js';

export const agentGuide = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/onboarding/agentGuide',
    tags: ['Organization'],
    summary: 'Read the guide for agents',
    description:
      'Markdown for an AI agent that sets the organization up: what to ask the owner, in which order, and with which procedures.',
  })
  .input(z.object({ orgId }))
  .output(z.object({ guide: z.string() }))
  .handler(async ({ context: { services, scope } }) => {
    const [{ name }, rows] = await Promise.all([
      readOrganization(services, scope),
      services.database.db
        .selectFrom('onboarding_step')
        .select(['step', 'state'])
        .where('org_id', '=', scope)
        .execute(),
    ]);
    return { guide: setupGuide(name, checklistOf(rows)) };
  });

/** An owner asks for the deletion of an organization, or takes it back. `organizations/delete-organization.ts` carries it out. */
import { z } from 'zod';
import { failure } from '../../contract/errors.js';
import { line, orgId } from '../../contract/fields.js';
import { forMembers } from '../procedure.js';
import { organization, readOrganization } from './shown-organization.js';

const TAGS = ['Organization'];

export const requestDeletion = forMembers({
  kind: 'destructive',
  role: 'owner',
  sessionOnly: true,
  availableBeforeApproval: true,
})
  .route({
    method: 'POST',
    path: '/organization/delete',
    tags: TAGS,
    summary: 'Delete the organization',
    description:
      'Asks for the deletion of the organization with all its data, 30 days from now. Until then an owner can take it back.',
  })
  .input(z.object({ orgId, confirm: line(80).describe('The name of the organization, letter by letter.') }))
  .output(organization)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { name } = await readOrganization(services, scope);
    if (input.confirm !== name) throw failure('BAD_REQUEST', `Write the name as it is: ${name}`);
    await services.auth.rows().update('organization', { id: scope }, { deletionRequestedAt: new Date(services.now()) });
    return readOrganization(services, scope);
  });

export const keep = forMembers({ kind: 'write', role: 'owner', sessionOnly: true, availableBeforeApproval: true })
  .route({
    method: 'POST',
    path: '/organization/keep',
    tags: TAGS,
    summary: 'Take the deletion back',
    description: 'Takes back that the organization was to be deleted.',
  })
  .input(z.object({ orgId }))
  .output(organization)
  .handler(async ({ context: { services, scope } }) => {
    await services.auth.rows().update('organization', { id: scope }, { deletionRequestedAt: null });
    return readOrganization(services, scope);
  });

/** The organization: what it is called, what it is, and what works in it. */
import { z } from 'zod';
import type { OrganizationRow } from '../../auth/auth-rows.js';
import { failure } from '../../contract/errors.js';
import {
  dateTime,
  emailAddress,
  idempotencyKey,
  line,
  locale,
  organizationName,
  orgId,
  slug,
  timeZone,
  webAddress,
} from '../../contract/fields.js';
import { CAPABILITIES } from '../../organizations/capabilities.js';
import { createOrganization, slugOf } from '../../organizations/new-organization.js';
import { defined, outdated } from '../changes.js';
import { once } from '../once.js';
import { forInstallationAdmins, forMembers } from '../procedure.js';
import type { Services } from '../services.js';

const TAGS = ['Organization'];

const business = z.object({
  description: z.string().max(2_000),
  industry: z.string().max(80),
  supportEmail: z.union([emailAddress, z.literal('')]),
  tone: z.enum(['friendly', 'neutral', 'formal']),
});

const organization = z.object({
  orgId: z.string(),
  name: z.string(),
  slug: z.string(),
  timeZone: z.string(),
  locale: z.string(),
  website: z.string().nullable(),
  business,
  demo: z.boolean(),
  approved: z.boolean(),
  deletionRequestedAt: dateTime.nullable().describe('Since when it is to be deleted; 30 days later it is.'),
  version: z.int().describe('Send it with a change, so that no change is overwritten unseen.'),
  createdAt: dateTime,
});

const SLUG_TAKEN = 'An organization has this slug already. Choose another one.';

const create = forInstallationAdmins
  .meta({ ...forInstallationAdmins['~orpc'].meta, kind: 'write' })
  .route({
    method: 'POST',
    path: '/organization/create',
    tags: TAGS,
    summary: 'Create an organization',
    description: 'Makes another organization on this installation. Who makes it is its owner. Undo by deleting it.',
  })
  .input(
    z.object({
      name: organizationName,
      slug: slug.optional(),
      timeZone: timeZone.default('UTC'),
      locale: locale.default('en'),
    }),
  )
  .output(organization)
  .handler(async ({ context, input }) => {
    const { database, auth } = context.services;
    const described = { ...input, slug: input.slug ?? slugOf(input.name) };
    try {
      const made = await database.db
        .transaction()
        .execute((transaction) =>
          createOrganization(auth.rows(transaction), described, context.person.userId, context.services),
        );
      return shown(made);
    } catch (error) {
      throw database.isDuplicate(error) ? failure('CONFLICT', SLUG_TAKEN) : error;
    }
  });

const get = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/organization/get',
    tags: TAGS,
    summary: 'Read the organization',
    description: 'Name, place and settings of the organization. Every member sees them.',
  })
  .input(z.object({ orgId }))
  .output(organization)
  .handler(({ context }) => readOrganization(context.services, context.scope));

const update = forMembers({ kind: 'write', role: 'admin', availableBeforeApproval: true })
  .route({
    method: 'POST',
    path: '/organization/update',
    tags: TAGS,
    summary: 'Change the organization',
    description: 'Changes the fields that are named. Every member sees the change. Undo by changing them back.',
  })
  .input(
    z.object({
      orgId,
      idempotencyKey,
      version: z.int().min(1),
      name: organizationName.optional(),
      timeZone: timeZone.optional(),
      locale: locale.optional(),
      website: webAddress.nullable().optional(),
      business: business.partial().optional(),
    }),
  )
  .output(organization)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { orgId: _orgId, idempotencyKey: _key, version, business: changed, ...fields } = input;
    await once(context, input, async ({ rows }) => {
      const before = await rows.find('organization', { id: scope });
      if (!before) throw failure('NOT_FOUND', 'There is no such organization.');
      const merged = { ...businessOf(before), ...defined(changed ?? {}) };
      const change = { ...defined(fields), business: JSON.stringify(merged), version: version + 1 };
      const after = await rows.update('organization', { id: scope, version }, change);
      if (!after) throw outdated(before.version);
      return { version: after.version };
    });
    return readOrganization(services, scope);
  });

const capabilities = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/organization/capabilities',
    tags: TAGS,
    summary: 'What works here',
    description: 'Each capability: launch, beta or off, and why one that is not usable here is not.',
  })
  .input(z.object({ orgId }))
  .output(
    z.object({
      capabilities: z.array(
        z.object({
          name: z.string(),
          availability: z.enum(['launch', 'beta', 'off']),
          usable: z.boolean(),
          why: z.string().nullable(),
        }),
      ),
    }),
  )
  .handler(() => ({ capabilities: [...CAPABILITIES] }));

const requestDeletion = forMembers({
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

const keep = forMembers({ kind: 'write', role: 'owner', sessionOnly: true, availableBeforeApproval: true })
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

export const organizations = { create, get, update, capabilities, delete: requestDeletion, keep };

async function readOrganization({ auth }: Services, id: string): Promise<z.infer<typeof organization>> {
  const row = await auth.rows().find('organization', { id });
  if (!row) throw failure('NOT_FOUND', 'There is no such organization.');
  return shown(row);
}

const shown = (row: OrganizationRow): z.infer<typeof organization> => ({
  orgId: row.id,
  name: row.name,
  slug: row.slug,
  timeZone: row.timeZone,
  locale: row.locale,
  website: row.website ?? null,
  business: businessOf(row),
  demo: row.demo,
  approved: row.approved,
  deletionRequestedAt: row.deletionRequestedAt?.toISOString() ?? null,
  version: row.version,
  createdAt: row.createdAt.toISOString(),
});

const businessOf = (row: OrganizationRow): z.infer<typeof business> => JSON.parse(row.business);

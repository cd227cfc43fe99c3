/** The organization: what it is called, what it is, and what works in it. */
import { z } from 'zod';
import type { OrganizationRow } from '../../auth/auth-rows.js';
import type { Person } from '../../callers/caller.js';
import { failure } from '../../contract/errors.js';
import {
  idempotencyKey,
  locale,
  organizationName,
  orgId,
  slug,
  timeZone,
  version,
  webAddress,
} from '../../contract/fields.js';
import { CAPABILITIES } from '../../organizations/capabilities.js';
import { mayFound, SLUG_TAKEN } from '../../organizations/founding.js';
import { holdOrganization } from '../../organizations/hold.js';
import { createOrganization, type NewOrganization, slugOf, varied } from '../../organizations/new-organization.js';
import { defined, outdated } from '../changes/changed-fields.js';
import { once } from '../changes/once.js';
import { forFounders, forMembers } from '../procedure.js';
import type { Services } from '../services.js';
import { keep, requestDeletion } from './deletion.js';
import { limits } from './limits.js';
import { business, businessOf, organization, readOrganization, shownOrganization } from './shown-organization.js';

const TAGS = ['Organization'];

const create = forFounders
  .route({
    method: 'POST',
    path: '/organization/create',
    tags: TAGS,
    summary: 'Create an organization',
    description:
      'Makes another organization on this installation. Who makes it is its owner. For admins of the installation, and for others where its setting ORGANIZATIONS_BY lets them. Undo by deleting it.',
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
    const { person, services } = context;
    const { slug = slugOf(input.name), ...described } = input;
    const made = await found(services, person, { ...described, slug });
    if (made) return shownOrganization(made);
    // A person who has written no slug can't choose another one.
    const other =
      input.slug === undefined && (await found(services, person, { ...described, slug: varied(slug, services) }));
    if (!other) throw failure('CONFLICT', SLUG_TAKEN);
    return shownOrganization(other);
  });

/** Null: the slug is taken. */
async function found(services: Services, person: Person, described: NewOrganization): Promise<OrganizationRow | null> {
  const { database, auth, inboxes } = services;
  try {
    return await database.db.transaction().execute(async (transaction) => {
      const rows = auth.rows(transaction);
      if (!(await mayFound(transaction, rows, person, described.slug, inboxes))) return null;
      return createOrganization(rows, described, person.userId, services);
    });
  } catch (error) {
    if (database.isDuplicate(error)) return null;
    throw error;
  }
}

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
      version,
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
    await once(context, input, async ({ rows, transaction }) => {
      await holdOrganization(transaction, scope);
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

export const organizations = { create, get, update, limits, capabilities, delete: requestDeletion, keep };

/** The organization as procedures show it. */
import { z } from 'zod';
import type { OrganizationRow } from '../../auth/auth-rows.js';
import { failure } from '../../contract/errors.js';
import { dateTime, emailAddress } from '../../contract/fields.js';
import type { Services } from '../services.js';

export const business = z.object({
  description: z.string().max(2_000),
  industry: z.string().max(80),
  supportEmail: z.union([emailAddress, z.literal('')]),
  tone: z.enum(['friendly', 'neutral', 'formal']),
});

export const organization = z.object({
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

/** @throws NOT_FOUND when it has been deleted */
export async function readOrganization({ auth }: Services, id: string): Promise<z.infer<typeof organization>> {
  const row = await auth.rows().find('organization', { id });
  if (!row) throw failure('NOT_FOUND', 'There is no such organization.');
  return shownOrganization(row);
}

export const shownOrganization = (row: OrganizationRow): z.infer<typeof organization> => ({
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

export const businessOf = (row: OrganizationRow): z.infer<typeof business> => JSON.parse(row.business);

/** How an organization and its memberships begin. */
import type { AuthRows, OrganizationRow, Role } from '../auth/auth-rows.js';
import type { IdPrefix, Services } from '../router/services.js';

export interface NewOrganization {
  readonly name: string;
  readonly slug: string;
  readonly timeZone: string;
  readonly locale: string;
  /** A demo workspace: of it, nothing is sent out. @defaultValue false */
  readonly demo?: boolean;
}

type NewId = (prefix: IdPrefix) => string;
type Founding = Pick<Services, 'settings' | 'newId' | 'now'>;

export const NO_BUSINESS = { description: '', industry: '', supportEmail: '', tone: 'friendly' } as const;

/**
 * Makes an organization with its first member, the owner.
 * @throws the database's error when the slug is taken
 */
export async function createOrganization(
  rows: AuthRows,
  { name, slug, timeZone, locale, demo = false }: NewOrganization,
  userId: string,
  { settings, newId, now }: Founding,
): Promise<OrganizationRow> {
  // Lists are in this order: the demo, which is made in the same moment, comes behind the first one.
  const at = new Date(now() + (demo ? 1 : 0));
  const organization = await rows.create('organization', {
    id: newId('org'),
    name,
    slug,
    createdAt: at,
    timeZone,
    locale,
    website: null,
    business: JSON.stringify(NO_BUSINESS),
    demo,
    approved: demo || settings.approval === 'auto',
    deletionRequestedAt: null,
    version: 1,
  });
  await addMember(rows, { organizationId: organization.id, userId, role: 'owner' }, newId, at);
  return organization;
}

export interface NewMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role;
}

export async function addMember(rows: AuthRows, member: NewMember, newId: NewId, at: Date): Promise<string> {
  const { id } = await rows.create('member', { id: newId('mem'), ...member, suspended: false, createdAt: at });
  return id;
}

/** A slug that a name suggests: `Havn & Hei AS` → `havn-hei-as`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  return slug.length >= 3 ? slug : `team-${slug}`.replace(/-+$/, '');
}

/** Another slug that begins alike, for one that is taken: `team` → `team-3f09ac`. */
export const varied = (slug: string, { random }: Pick<Services, 'random'>): string =>
  `${slug.slice(0, 33).replace(/-+$/, '')}-${random(3).toString('hex')}`;

/** The organizations of the installation, for its admins: which wait for approval, and who asks. */
import { z } from 'zod';
import type { AuthRows, OrganizationRow } from '../../auth/auth-rows.js';
import { failure } from '../../contract/errors.js';
import { dateTime } from '../../contract/fields.js';
import { forInstallationAdmins } from '../procedure.js';
import type { Services } from '../services.js';

const TAGS = ['Admin'];
const PAGE = { most: 100, usual: 50 } as const;

const organization = z.object({
  orgId: z.string(),
  name: z.string(),
  slug: z.string(),
  demo: z.boolean(),
  approved: z.boolean(),
  owner: z.object({ name: z.string(), email: z.string() }).nullable().describe('The first one.'),
  members: z.int().nonnegative(),
  deletionRequestedAt: dateTime.nullable(),
  createdAt: dateTime,
});

/** Where a page ended: those that wait come first, then the others, both in the order in which they were made. */
interface Place {
  readonly approved: boolean;
  readonly after: string | null;
}
const CURSOR = /^(pending|approved)\.(org_[0-9a-f-]{36})$/;

const list = forInstallationAdmins
  .route({
    method: 'GET',
    path: '/admin/organizations/list',
    tags: TAGS,
    summary: 'List the organizations',
    description:
      'All organizations of the installation: first those that wait for approval, then the others; the oldest first. `approved`: only those that are, or only those that wait.',
  })
  .input(
    z.object({
      approved: z.boolean().optional(),
      cursor: z.string().regex(CURSOR, 'Send `nextCursor` of the page before.').optional(),
      limit: z.int().min(1).max(PAGE.most).default(PAGE.usual),
    }),
  )
  .output(
    z.object({ items: z.array(organization), nextCursor: z.string().optional().describe('Absent: this is the end.') }),
  )
  .handler(async ({ context: { services }, input }) => {
    const { approved, cursor, limit } = input;
    const rows = services.auth.rows();
    const [, state, after] = cursor === undefined ? [] : (CURSOR.exec(cursor) ?? []);
    const begin: Place = {
      approved: state === undefined ? approved === true : state === 'approved',
      after: after ?? null,
    };
    // One more than is shown says whether there is another page.
    const found = await read(rows, begin, limit + 1);
    if (!begin.approved && approved === undefined)
      found.push(...(await read(rows, { approved: true, after: null }, limit + 1 - found.length)));
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return {
      items: await Promise.all(shown.map((row) => shownFor(rows, row))),
      ...(found.length > limit && last && { nextCursor: `${last.approved ? 'approved' : 'pending'}.${last.id}` }),
    };
  });

const read = async (rows: AuthRows, { approved, after }: Place, limit: number): Promise<OrganizationRow[]> =>
  limit > 0 ? [...(await rows.page('organization', { approved }, after, limit))] : [];

const changing = forInstallationAdmins.meta({ ...forInstallationAdmins['~orpc'].meta, kind: 'write' });
const named = z.object({ orgId: z.string().max(64) });

const approve = changing
  .route({
    method: 'POST',
    path: '/admin/organizations/approve',
    tags: TAGS,
    summary: 'Approve an organization',
    description:
      'Lets the members and keys of an organization do everything that their roles and scopes allow, at once. Undo with `admin.organizations.suspend`.',
  })
  .input(named)
  .output(organization)
  .handler(({ context: { services }, input }) => setApproved(services, input.orgId, true));

const suspend = changing
  .route({
    method: 'POST',
    path: '/admin/organizations/suspend',
    tags: TAGS,
    summary: 'Take the approval of an organization back',
    description:
      'From this moment on its members and keys reach only what an organization can that waits for approval: no conversations, no changes of members. Visitors can still write to its inboxes, which are folders. Undo with `admin.organizations.approve`.',
  })
  .input(named)
  .output(organization)
  .handler(({ context: { services }, input }) => setApproved(services, input.orgId, false));

export const adminOrganizations = { list, approve, suspend };

async function setApproved({ auth }: Services, id: string, approved: boolean): Promise<z.infer<typeof organization>> {
  const rows = auth.rows();
  const row = await rows.update('organization', { id }, { approved });
  if (!row) throw failure('NOT_FOUND', 'There is no such organization.');
  return shownFor(rows, row);
}

async function shownFor(rows: AuthRows, row: OrganizationRow): Promise<z.infer<typeof organization>> {
  const [[first], members] = await Promise.all([
    rows.list('member', { organizationId: row.id, role: 'owner' }, 1),
    rows.count('member', { organizationId: row.id }),
  ]);
  const owner = first ? await rows.find('user', { id: first.userId }) : null;
  const { id, name, slug, demo, approved, deletionRequestedAt, createdAt } = row;
  return {
    ...{ orgId: id, name, slug, demo, approved, members },
    owner: owner && { name: owner.name, email: owner.email },
    deletionRequestedAt: deletionRequestedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

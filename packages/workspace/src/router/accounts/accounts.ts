/** Accounts: the first owner, and who is signed in. Signing in itself is below `/api/auth`. */
import { z } from 'zod';
import { isOwnerLink, isUnclaimed, useOwnerLink } from '../../accounts/owner-link.js';
import { createAccount } from '../../auth/create-account.js';
import { failure } from '../../contract/errors.js';
import { emailAddress, locale, organizationName, password, role, timeZone } from '../../contract/fields.js';
import { createOrganization, slugOf } from '../../organizations/new-organization.js';
import { forAnyone, forPersons } from '../procedure.js';
import { created, invitations, personName, secret, TAGS } from './invitations.js';
import { sessions } from './sessions.js';

const OWNER_LINK_USED =
  'This link was used, or a server with another MASTER_KEY made a newer one. The newest is in the file owner.link of the data folder.';
const DEMO = { name: 'Demo', slug: 'demo' } as const;
/** The demo has its own name for itself. */
const firstSlug = (name: string): string => (slugOf(name) === DEMO.slug ? 'demo-team' : slugOf(name));

const status = forAnyone
  .route({
    method: 'GET',
    path: '/accounts/status',
    tags: TAGS,
    summary: 'Whether this installation has an owner',
    description: 'Says whether the installation still waits for the person with the owner link. Shows nothing else.',
  })
  .output(z.object({ unclaimed: z.boolean() }))
  .handler(async ({ context }) => ({ unclaimed: await isUnclaimed(context.services.database.db) }));

const createOwner = forAnyone
  .meta({ ...forAnyone['~orpc'].meta, kind: 'write', issuesSecret: true })
  .route({
    method: 'POST',
    path: '/accounts/createOwner',
    tags: TAGS,
    summary: 'Create the first account',
    description:
      'Makes the first account, its organization, and the admin of the installation. Works once, with the link that the server made when it started.',
  })
  .input(
    z.object({
      secret,
      name: personName,
      email: emailAddress,
      password,
      organization: organizationName,
      timeZone: timeZone.default('UTC'),
      locale: locale.default('en'),
    }),
  )
  .output(created)
  .handler(async ({ context, input }) => {
    const { database, auth, now, newId, onOwner } = context.services;
    const at = new Date(now());
    // Before the password is hashed, which takes longer than all else; asked again in the transaction.
    if (!(await isOwnerLink(database.db, input.secret))) throw failure('FORBIDDEN', OWNER_LINK_USED);
    const passwordHash = await auth.passwords.hash(input.password);
    const ids = await database.db.transaction().execute(async (transaction) => {
      const isUsable = (await useOwnerLink(transaction, input.secret)) && (await isUnclaimed(transaction));
      // A node that started meanwhile may have made a link of its own.
      if (!isUsable) throw failure('FORBIDDEN', OWNER_LINK_USED);
      const rows = auth.rows(transaction);
      const user = await createAccount(rows, {
        id: newId('usr'),
        name: input.name,
        email: input.email,
        passwordHash,
        at,
      });
      const { organization: called, timeZone, locale } = input;
      const described = { name: called, slug: firstSlug(called), timeZone, locale };
      const organization = await createOrganization(rows, described, user.id, context.services);
      // The demo shop's inbox is of this one.
      await createOrganization(rows, { ...DEMO, timeZone, locale, demo: true }, user.id, context.services);
      await transaction.insertInto('installation_admin').values({ user_id: user.id, since: now() }).execute();
      return { userId: user.id, orgId: organization.id };
    });
    onOwner();
    return ids;
  });

const me = forPersons
  .route({
    method: 'GET',
    path: '/accounts/me',
    tags: TAGS,
    summary: 'Who is signed in',
    description: 'The account that is signed in, and the organizations in which it is a member.',
  })
  .output(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      isInstallationAdmin: z.boolean(),
      twoFactor: z.boolean().describe('Signing in asks for a code of an app, after the password.'),
      organizations: z.array(
        z.object({
          orgId: z.string(),
          name: z.string(),
          slug: z.string(),
          role,
          approved: z.boolean(),
          demo: z.boolean().describe('It shows what there is. No agent is let in.'),
        }),
      ),
    }),
  )
  .handler(async ({ context }) => {
    const { userId, name, email, isInstallationAdmin } = context.person;
    const rows = context.services.auth.rows();
    const [user, ofUser] = await Promise.all([rows.find('user', { id: userId }), rows.list('member', { userId })]);
    const members = ofUser.filter(({ suspended }) => !suspended);
    const organizations =
      members.length === 0
        ? []
        : await rows.list('organization', { id: members.map(({ organizationId }) => organizationId) });
    const roleIn = new Map(members.map(({ organizationId, role: has }) => [organizationId, has]));
    return {
      userId,
      name,
      email,
      isInstallationAdmin,
      twoFactor: user?.twoFactorEnabled ?? false,
      organizations: organizations.map(({ id, name: called, slug, approved, demo }) => ({
        orgId: id,
        name: called,
        slug,
        role: roleIn.get(id) ?? 'member',
        approved,
        demo,
      })),
    };
  });

export const accounts = { status, createOwner, ...invitations, me, ...sessions };

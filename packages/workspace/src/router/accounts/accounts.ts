/** Accounts: the first owner, invitations, and who is signed in. Signing in itself is below `/api/auth`. */
import { z } from 'zod';
import { isOwnerLink, isUnclaimed, useOwnerLink } from '../../accounts/owner-link.js';
import type { AuthRows, InvitationRow } from '../../auth/auth-rows.js';
import { createAccount, normalEmail } from '../../auth/create-account.js';
import { failure } from '../../contract/errors.js';
import { emailAddress, line, locale, organizationName, password, role, timeZone } from '../../contract/fields.js';
import { hashOf } from '../../database/secrets/master-key.js';
import { holdOrganization } from '../../organizations/hold.js';
import { addMember, createOrganization, slugOf } from '../../organizations/new-organization.js';
import { joinInvitedTeams } from '../../organizations/teams/invitation-teams.js';
import { forAnyone, forPersons } from '../procedure.js';
import type { Services } from '../services.js';
import { sessions } from './sessions.js';

const TAGS = ['Authentication'];
const secret = z.string().min(20).max(200).describe('The secret of the link.');
const created = z.object({ userId: z.string(), orgId: z.string() });
const personName = line(80);

const OWNER_LINK_USED =
  'This link was used, or a server with another MASTER_KEY made a newer one. The newest is in the file owner.link of the data folder.';
const DEMO = { name: 'Demo', slug: 'demo' } as const;
/** The demo has its own name for itself. */
const firstSlug = (name: string): string => (slugOf(name) === DEMO.slug ? 'demo-team' : slugOf(name));
const INVITATION_OVER = 'This invitation was used, was taken back, or has expired. Ask for a new one.';

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

const readInvitation = forAnyone
  .route({
    method: 'GET',
    path: '/accounts/readInvitation',
    tags: TAGS,
    summary: 'Read an invitation',
    description: 'Shows whom an invitation is for and to which organization, to the person who has its link.',
  })
  .input(z.object({ secret }))
  .output(z.object({ email: z.string(), organization: z.string(), role, hasAccount: z.boolean() }))
  .handler(async ({ context, input }) => {
    const rows = context.services.auth.rows();
    const invitation = await openInvitation(rows, input.secret, context.services.now());
    const [organization, user] = await Promise.all([
      rows.find('organization', { id: invitation.organizationId }),
      rows.find('user', { email: invitation.email }),
    ]);
    if (!organization) throw failure('NOT_FOUND', INVITATION_OVER);
    const { email, role: invitedAs } = invitation;
    return { email, organization: organization.name, role: invitedAs, hasAccount: user !== null };
  });

const acceptInvitation = forAnyone
  .meta({ ...forAnyone['~orpc'].meta, kind: 'write', issuesSecret: true })
  .route({
    method: 'POST',
    path: '/accounts/acceptInvitation',
    tags: TAGS,
    summary: 'Accept an invitation',
    description:
      'Makes the account that the invitation is for and its membership. A person who has an account with this address signs in first and sends neither name nor password.',
  })
  .input(z.object({ secret, name: personName.optional(), password: password.optional() }))
  .output(created)
  .handler(async ({ context, input }) => {
    const { services, caller } = context;
    const at = new Date(services.now());
    // Before the password is hashed, which takes longer than all else; asked again in the transaction.
    await openInvitation(services.auth.rows(), input.secret, services.now());
    const passwordHash = input.password === undefined ? null : await services.auth.passwords.hash(input.password);
    return services.database.db.transaction().execute(async (transaction) => {
      const rows = services.auth.rows(transaction);
      const invitation = await openInvitation(rows, input.secret, services.now());
      await holdOrganization(transaction, invitation.organizationId);
      const accepted = await rows.update(
        'invitation',
        { id: invitation.id, status: 'pending' },
        { status: 'accepted' },
      );
      if (!accepted) throw failure('NOT_FOUND', INVITATION_OVER);
      const existing = await rows.find('user', { email: invitation.email });
      if (existing && (caller.kind !== 'person' || caller.userId !== existing.id))
        throw failure(
          'UNAUTHORIZED',
          `There is an account for ${invitation.email}. Sign in with it, and open the link again.`,
        );
      const user = existing ?? (await newAccount(rows, services, invitation, { name: input.name, passwordHash, at }));
      const { organizationId, role: invitedAs } = invitation;
      const isMember = await rows.find('member', { organizationId, userId: user.id });
      const memberId =
        isMember?.id ??
        (await addMember(rows, { organizationId, userId: user.id, role: invitedAs }, services.newId, at));
      await joinInvitedTeams(transaction, invitation.id, memberId, services.now());
      return { userId: user.id, orgId: organizationId };
    });
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

export const accounts = { status, createOwner, readInvitation, acceptInvitation, me, ...sessions };

/** @throws NOT_FOUND: used, taken back, expired, or never made */
async function openInvitation(rows: AuthRows, given: string, now: number): Promise<InvitationRow> {
  const invitation = await rows.find('invitation', { secretHash: hashOf(given) });
  if (!invitation || invitation.status !== 'pending' || invitation.expiresAt.getTime() <= now)
    throw failure('NOT_FOUND', INVITATION_OVER);
  return invitation;
}

function newAccount(
  rows: AuthRows,
  { newId }: Services,
  { email }: InvitationRow,
  given: { readonly name: string | undefined; readonly passwordHash: string | null; readonly at: Date },
) {
  const { name, passwordHash, at } = given;
  if (name === undefined || passwordHash === null)
    throw failure('BAD_REQUEST', 'A new account needs `name` and `password`.');
  return createAccount(rows, { id: newId('usr'), name, email: normalEmail(email), passwordHash, at });
}

/** Who works in an organization, and who is invited to. */
import { z } from 'zod';
import { consoleLink } from '../accounts/console-link.js';
import type { AuthRows, InvitationRow, MemberRow, Role, UserRow } from '../auth/auth-rows.js';
import { normalEmail } from '../auth/create-account.js';
import type { OrgScope } from '../callers/caller.js';
import { failure } from '../contract/errors.js';
import { dateTime, emailAddress, idempotencyKey, orgId, role } from '../contract/fields.js';
import { invitationMail } from '../mail/texts.js';
import { hashOf } from '../secrets/master-key.js';
import { once } from './once.js';
import { type CallContext, forMembers } from './procedure.js';

const TAGS = ['Organization'];
const INVITATION_DAYS = 7;
const DAY_MS = 24 * 3_600_000;
const MOST_MEMBERS = 500;
const MOST_INVITATIONS = 100;

const member = z.object({
  memberId: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  picture: z.string().nullable(),
  role,
  state: z.enum(['active', 'suspended']),
  createdAt: dateTime,
});

const invitation = z.object({
  invitationId: z.string(),
  email: z.string(),
  role,
  expiresAt: dateTime,
  link: z.string().nullable().describe('Shown once, to who invites, when no mail could be sent.'),
});

const list = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/members/list',
    tags: TAGS,
    summary: 'List the members',
    description: 'The members of the organization, the oldest first, and the invitations that are open.',
  })
  .input(z.object({ orgId }))
  .output(z.object({ items: z.array(member), invitations: z.array(invitation) }))
  .handler(async ({ context: { services, scope } }) => {
    const rows = services.auth.rows();
    const [members, invitations] = await Promise.all([
      rows.list('member', { organizationId: scope }),
      rows.list('invitation', { organizationId: scope, status: 'pending' }),
    ]);
    const users = await rows.list('user', { id: members.map(({ userId }) => userId) });
    const userOf = new Map(users.map((user) => [user.id, user]));
    const open = invitations.filter(({ expiresAt }) => expiresAt.getTime() > services.now());
    return {
      items: members.flatMap((row) => shownMember(row, userOf.get(row.userId))),
      invitations: open.map((row) => shownInvitation(row, null)),
    };
  });

const invite = forMembers({ kind: 'write', role: 'admin', sessionOnly: true, issuesSecret: true })
  .route({
    method: 'POST',
    path: '/members/invite',
    tags: TAGS,
    summary: 'Invite a person',
    description:
      'Sends a link with which a person becomes a member. Without a mail server the link is in the answer, once. Undo with `members.uninvite`.',
  })
  .input(z.object({ orgId, email: emailAddress, role: role.default('member') }))
  .output(invitation)
  .handler(async ({ context, input }) => {
    const { services, scope, caller } = context;
    if (caller.kind !== 'person') throw failure('UNAUTHORIZED', 'Sign in.');
    await mayGiveRole(services.auth.rows(), context, input.role);
    const secret = services.newSecret();
    const email = normalEmail(input.email);
    const made = await services.database.db.transaction().execute(async (transaction) => {
      const rows = services.auth.rows(transaction);
      await mustFit(rows, scope, email);
      // One open invitation for each address: a new link makes the one before useless.
      await rows.remove('invitation', { organizationId: scope, email, status: 'pending' });
      return rows.create('invitation', {
        id: services.newId('inv'),
        organizationId: scope,
        email,
        role: input.role,
        status: 'pending',
        expiresAt: new Date(services.now() + INVITATION_DAYS * DAY_MS),
        inviterId: caller.userId,
        secretHash: hashOf(secret),
        createdAt: new Date(services.now()),
      });
    });
    const organization = await services.auth.rows().find('organization', { id: scope });
    const link = consoleLink(services.settings.publicUrl, 'invitation', secret);
    const named = { inviter: caller.name, organization: organization?.name ?? '', orgId: scope };
    const mail = invitationMail({ ...named, to: email, link });
    const isSent = await services.mailer.send(mail);
    return shownInvitation(made, isSent ? null : link);
  });

const uninvite = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/members/uninvite',
    tags: TAGS,
    summary: 'Take an invitation back',
    description: 'Makes the link of an open invitation useless. Invite again to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, invitationId: z.string().max(64) }))
  .output(z.object({ invitationId: z.string() }))
  .handler(async ({ context, input }) => {
    const { invitationId } = input;
    await once(context, input, async ({ rows }) => {
      const open = { id: invitationId, organizationId: context.scope, status: 'pending' } as const;
      const taken = await rows.update('invitation', open, { status: 'canceled' });
      if (!taken) throw failure('NOT_FOUND', 'There is no such open invitation.');
      return { invitationId };
    });
    return { invitationId };
  });

const update = forMembers({ kind: 'write', role: 'admin' })
  .route({
    method: 'POST',
    path: '/members/update',
    tags: TAGS,
    summary: 'Change a member',
    description:
      'Changes the role of a member, or suspends the membership. Their sessions end with either. Undo by changing it back.',
  })
  .input(
    z.object({
      orgId,
      idempotencyKey,
      memberId: z.string().max(64),
      role: role.optional(),
      state: z.enum(['active', 'suspended']).optional(),
    }),
  )
  .output(member)
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    await once(context, input, async ({ rows }) => {
      const before = await memberIn(rows, scope, input.memberId);
      await mayChange(rows, context, before, input.role);
      const after = {
        role: input.role ?? before.role,
        suspended: input.state === undefined ? before.suspended : input.state === 'suspended',
      };
      const staysOwner = after.role === 'owner' && !after.suspended;
      if (before.role === 'owner' && !staysOwner) await mustHaveAnotherOwner(rows, scope, before.id);
      await rows.update('member', { id: before.id }, after);
      return { memberId: before.id };
    });
    const row = await memberIn(services.auth.rows(), scope, input.memberId);
    await services.auth.endSessionsOf(row.userId);
    const user = await services.auth.rows().find('user', { id: row.userId });
    const [answer] = shownMember(row, user ?? undefined);
    if (!answer) throw failure('NOT_FOUND', NO_MEMBER);
    return answer;
  });

const remove = forMembers({ kind: 'destructive', role: 'admin' })
  .route({
    method: 'POST',
    path: '/members/remove',
    tags: TAGS,
    summary: 'Remove a member',
    description: 'Ends a membership at once. What the person wrote stays, with their name. Invite them again to undo.',
  })
  .input(z.object({ orgId, idempotencyKey, memberId: z.string().max(64) }))
  .output(z.object({ memberId: z.string() }))
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { memberId } = input;
    const { userId } = await once(context, input, async ({ rows }) => {
      const row = await memberIn(rows, scope, memberId);
      await mayChange(rows, context, row);
      if (row.role === 'owner') await mustHaveAnotherOwner(rows, scope, row.id);
      await rows.remove('member', { id: row.id });
      return { userId: row.userId };
    });
    await services.auth.endSessionsOf(userId);
    return { memberId };
  });

export const members = { list, invite, uninvite, update, remove };

const NO_MEMBER = 'This organization has no such member.';

interface ScopedContext extends CallContext {
  readonly scope: OrgScope;
}

/** An owner may give any role; an admin and a key anything below. */
async function mayGiveRole(rows: AuthRows, context: ScopedContext, given: Role): Promise<void> {
  if (given === 'owner' && !(await isOwner(rows, context)))
    throw failure('FORBIDDEN', 'Only an owner can make another person an owner.');
}

async function mayChange(rows: AuthRows, context: ScopedContext, before: MemberRow, given?: Role): Promise<void> {
  if (given !== undefined) await mayGiveRole(rows, context, given);
  if (before.role === 'owner' && !(await isOwner(rows, context)))
    throw failure('FORBIDDEN', 'Only an owner can change or remove an owner.');
}

async function isOwner(rows: AuthRows, { caller, scope }: ScopedContext): Promise<boolean> {
  if (caller.kind !== 'person') return false;
  const row = await rows.find('member', { organizationId: scope, userId: caller.userId });
  return row?.role === 'owner' && !row.suspended;
}

async function memberIn(rows: AuthRows, scope: OrgScope, memberId: string): Promise<MemberRow> {
  const row = await rows.find('member', { id: memberId, organizationId: scope });
  if (!row) throw failure('NOT_FOUND', NO_MEMBER);
  return row;
}

async function mustHaveAnotherOwner(rows: AuthRows, scope: OrgScope, memberId: string): Promise<void> {
  const owners = await rows.list('member', { organizationId: scope, role: 'owner' });
  if (!owners.some(({ id, suspended }) => id !== memberId && !suspended))
    throw failure('CONFLICT', 'An organization needs an owner. Make another member an owner first.');
}

async function mustFit(rows: AuthRows, scope: OrgScope, email: string): Promise<void> {
  const user = await rows.find('user', { email });
  if (user && (await rows.find('member', { organizationId: scope, userId: user.id })))
    throw failure('CONFLICT', `${email} is a member already.`);
  if ((await rows.count('member', { organizationId: scope })) >= MOST_MEMBERS)
    throw failure('FORBIDDEN', `An organization has at most ${MOST_MEMBERS} members.`, { reason: 'limit' });
  if ((await rows.count('invitation', { organizationId: scope, status: 'pending' })) >= MOST_INVITATIONS)
    throw failure('FORBIDDEN', `At most ${MOST_INVITATIONS} invitations can be open. Take some back first.`, {
      reason: 'limit',
    });
}

function shownMember(row: MemberRow, user: UserRow | undefined): z.infer<typeof member>[] {
  if (!user) return [];
  const { id, userId, suspended, createdAt } = row;
  const state = suspended ? 'suspended' : 'active';
  const { name, email, image } = user;
  return [
    {
      memberId: id,
      userId,
      name,
      email,
      picture: image ?? null,
      role: row.role,
      state,
      createdAt: createdAt.toISOString(),
    },
  ];
}

const shownInvitation = (row: InvitationRow, link: string | null): z.infer<typeof invitation> => ({
  invitationId: row.id,
  email: row.email,
  role: row.role,
  expiresAt: row.expiresAt.toISOString(),
  link,
});

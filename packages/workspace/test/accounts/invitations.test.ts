/** What an invitation gives depends on what is so when it is used, not on what was so when it was sent. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccount } from '../../dist/auth/create-account.js';
import { onBothDatabases } from '../support/both-databases.js';
import {
  type Answer,
  openTestWorkspace,
  PASSWORD,
  type Person,
  type TestWorkspace,
} from '../support/open-test-workspace.js';

const PATIENT = { timeout: 60_000, interval: 20 };

onBothDatabases('an open invitation', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
  });
  afterEach(() => w.dispose());

  const invite = async (by: Person, role: string, email = 'new@example.com', orgId = owner.orgId): Promise<string> =>
    (await w.post('/api/rpc/members/invite', { orgId, email, role }, by)).body.link.split('#invitation=')[1];
  const read = (secret: string) => w.post('/api/rpc/accounts/readInvitation', { secret });
  const accept = (secret: string, name = 'New') =>
    w.post('/api/rpc/accounts/acceptInvitation', { secret, name, password: PASSWORD });
  const memberId = async ({ userId }: Person): Promise<string> => {
    const row = await w.workspace.services.auth.rows().find('member', { organizationId: owner.orgId, userId });
    return row?.id as string;
  };
  const change = async (person: Person, to: object): Promise<Answer> =>
    w.post('/api/rpc/members/update', { orgId: owner.orgId, memberId: await memberId(person), ...to }, owner);
  const remove = async (person: Person): Promise<Answer> =>
    w.post('/api/rpc/members/remove', { orgId: owner.orgId, memberId: await memberId(person) }, owner);

  it.each<[string, (eve: Person) => Promise<Answer>, { readonly owner: number; readonly admin: number }]>([
    ['is an owner still', (eve) => change(eve, { role: 'owner' }), { owner: 200, admin: 200 }],
    ['is an admin now', (eve) => change(eve, { role: 'admin' }), { owner: 403, admin: 200 }],
    ['is a member now', (eve) => change(eve, { role: 'member' }), { owner: 403, admin: 403 }],
    ['is suspended', (eve) => change(eve, { state: 'suspended' }), { owner: 403, admin: 403 }],
    ['was removed', remove, { owner: 403, admin: 403 }],
  ])('gives no more than who has sent it may give now: who %s', async (_what, happens, expected) => {
    const eve = await w.invited(owner, 'owner', 'Eve');
    const ofOwner = await invite(eve, 'owner', 'one@example.com');
    const ofAdmin = await invite(eve, 'admin', 'two@example.com');
    expect((await happens(eve)).status).toBe(200);
    expect({ owner: (await read(ofOwner)).status, admin: (await read(ofAdmin)).status }).toEqual(expected);
    expect({ owner: (await accept(ofOwner)).status, admin: (await accept(ofAdmin)).status }).toEqual(expected);
  });

  it('counts for as long as it can be used: a hundred that have expired, or one that is replaced, leave room', async () => {
    const send = (email: string, cookie = owner.cookie) =>
      w.post('/api/rpc/members/invite', { orgId: owner.orgId, email }, { cookie });
    for (let n = 0; n < 100; n++) expect((await send(`person${n}@example.com`)).status).toBe(200);
    const over = await send('one-more@example.com');
    expect([over.status, over.body.data]).toEqual([403, { reason: 'limit' }]);
    expect((await send('person0@example.com')).status).toBe(200);
    w.advance(7 * 24 * 3_600_000);
    const cookie = await w.signIn(owner.email);
    expect((await send('one-more@example.com', cookie)).status).toBe(200);
    const { invitations } = (await w.get(`/api/rpc/members/list?orgId=${owner.orgId}`, { cookie })).body;
    expect(invitations.map(({ email }: { email: string }) => email)).toEqual(['one-more@example.com']);
  });

  it('asks to sign in where another one made the account in the same moment', async () => {
    const secret = await invite(owner, 'member');
    const { auth, database } = w.workspace.services;
    let accepting = Promise.resolve() as Promise<unknown>;
    await database.db.transaction().execute(async (transaction) => {
      const account = { id: 'usr_other', name: 'New', email: 'new@example.com', passwordHash: 'x', at: new Date() };
      await createAccount(auth.rows(transaction), account);
      accepting = accept(secret);
      // The embedded database has one writer: there it waits without being seen.
      if (database.type === 'postgres')
        await vi.waitFor(async () => {
          const { rows } = await sql`SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.db);
          expect(rows).toHaveLength(1);
        }, PATIENT);
    });
    expect(await accepting).toMatchObject({
      status: 401,
      body: { message: 'There is an account for new@example.com. Sign in with it, and open the link again.' },
    });
    // It is open still.
    expect((await read(secret)).body.hasAccount).toBe(true);
  });

  it('says whom to ask where its sender was removed while it was being accepted', async () => {
    const eve = await w.invited(owner, 'owner', 'Eve');
    const secret = await invite(eve, 'owner');
    const { passwords } = w.workspace.services.auth;
    const hash = passwords.hash.bind(passwords);
    const meanwhile = vi.spyOn(passwords, 'hash').mockImplementationOnce(async (password) => {
      await remove(eve);
      return hash(password);
    });
    const { status, body } = await accept(secret);
    meanwhile.mockRestore();
    expect([status, body.code, body.data]).toEqual([403, 'FORBIDDEN', { reason: 'inviter' }]);
    expect(body.message).toMatch(/Ask another owner or admin/);
    expect(await w.workspace.services.auth.rows().find('user', { email: 'new@example.com' })).toBeNull();
  });
});

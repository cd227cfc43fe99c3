/** The way of a team from an empty data folder: owner, organization, members, keys. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace, PASSWORD, type TestWorkspace } from '../support/open-test-workspace.js';

const DAY_MS = 24 * 3_600_000;

onBothDatabases('a workspace', (newDatabase) => {
  let w: TestWorkspace;
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
  });
  afterEach(() => w.dispose());

  it('begins with one owner when two use the link at once', async () => {
    expect((await w.get('/api/rpc/accounts/status')).body).toEqual({ unclaimed: true });
    const secret = w.ownerSecret();
    const claim = (name: string) => w.claim(name, secret);
    const answers = await Promise.all([claim('ada'), claim('eve')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await w.get('/api/rpc/accounts/status')).body).toEqual({ unclaimed: false });
    expect(() => w.ownerSecret()).toThrow();
  });

  it('lets the owner sign in, and says who is signed in', async () => {
    const owner = await w.owner();
    const me = await w.get('/api/rpc/accounts/me', owner);
    expect(me.body).toMatchObject({
      name: 'Ada',
      email: 'ada@example.com',
      isInstallationAdmin: true,
      organizations: [
        { orgId: owner.orgId, name: 'Havn & Hei', slug: 'havn-hei', role: 'owner', demo: false },
        { name: 'Demo', slug: 'demo', role: 'owner', demo: true },
      ],
    });
  });

  it('shows nothing after signing out', async () => {
    const { cookie } = await w.owner();
    await w.post('/api/auth/sign-out', {}, { cookie });
    expect((await w.get('/api/rpc/accounts/me', { cookie })).status).toBe(401);
  });

  it('takes in who is invited, once', async () => {
    const owner = await w.owner();
    const invitation = await w.post(
      '/api/rpc/members/invite',
      { orgId: owner.orgId, email: 'Bob@Example.com', role: 'admin' },
      owner,
    );
    const secret = invitation.body.link.split('#invitation=')[1];
    expect((await w.post('/api/rpc/accounts/readInvitation', { secret })).body).toEqual({
      email: 'bob@example.com',
      organization: 'Havn & Hei',
      role: 'admin',
      hasAccount: false,
    });
    const accept = () => w.post('/api/rpc/accounts/acceptInvitation', { secret, name: 'Bob', password: PASSWORD });
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const cookie = await w.signIn('bob@example.com');
    const list = await w.get(`/api/rpc/members/list?orgId=${owner.orgId}`, { cookie });
    expect(list.body.items).toMatchObject([
      { name: 'Ada', role: 'owner' },
      { name: 'Bob', role: 'admin', state: 'active' },
    ]);
    expect(list.body.invitations).toEqual([]);
  });

  it('refuses an invitation after seven days, and one that was taken back', async () => {
    const owner = await w.owner();
    const invite = async (email: string) =>
      (await w.post('/api/rpc/members/invite', { orgId: owner.orgId, email }, owner)).body;
    const read = (link: string) =>
      w.post('/api/rpc/accounts/readInvitation', { secret: link.split('#invitation=')[1] });
    const taken = await invite('bob@example.com');
    await w.post('/api/rpc/members/uninvite', { orgId: owner.orgId, invitationId: taken.invitationId }, owner);
    expect((await read(taken.link)).status).toBe(404);
    const late = await invite('cem@example.com');
    expect((await read(late.link)).status).toBe(200);
    w.advance(7 * DAY_MS);
    expect((await read(late.link)).status).toBe(404);
  });

  it('adds a second organization to an account only when its owner is signed in', async () => {
    const owner = await w.owner();
    const bob = await w.invited(owner, 'member', 'Bob');
    const other = await w.post('/api/rpc/organization/create', { name: 'Other shop' }, owner);
    const invitation = await w.post('/api/rpc/members/invite', { orgId: other.body.orgId, email: bob.email }, owner);
    const secret = invitation.body.link.split('#invitation=')[1];
    const stranger = await w.post('/api/rpc/accounts/acceptInvitation', { secret, name: 'X', password: PASSWORD });
    expect(stranger.status).toBe(401);
    expect((await w.post('/api/rpc/accounts/acceptInvitation', { secret }, bob)).status).toBe(200);
    const me = await w.get('/api/rpc/accounts/me', bob);
    expect(me.body.organizations.map(({ name }: { name: string }) => name)).toEqual(['Havn & Hei', 'Other shop']);
  });

  it('ends what a member may do at the moment of suspension or removal', async () => {
    const owner = await w.owner();
    const bob = await w.invited(owner, 'member', 'Bob');
    const members = await w.get(`/api/rpc/members/list?orgId=${owner.orgId}`, owner);
    const memberId = members.body.items[1].memberId;
    await w.post('/api/rpc/members/update', { orgId: owner.orgId, memberId, state: 'suspended' }, owner);
    expect((await w.get('/api/rpc/accounts/me', bob)).status).toBe(401);
    const cookie = await w.signIn(bob.email);
    const list = () => w.get(`/api/rpc/members/list?orgId=${owner.orgId}`, { cookie });
    expect(await list()).toMatchObject({ status: 403, body: { data: { reason: 'suspended' } } });
    await w.post('/api/rpc/members/remove', { orgId: owner.orgId, memberId }, owner);
    expect((await list()).status).toBe(401);
  });

  it('signs a member out once when the same change is sent again', async () => {
    const owner = await w.owner();
    const bob = await w.invited(owner, 'member', 'Bob');
    const members = await w.get(`/api/rpc/members/list?orgId=${owner.orgId}`, owner);
    const asked = { orgId: owner.orgId, memberId: members.body.items[1].memberId, idempotencyKey: 'change-0001' };
    const change = () => w.post('/api/rpc/members/update', { ...asked, role: 'admin' }, owner);
    const isSignedIn = async (cookie: string) => (await w.get('/api/rpc/accounts/me', { cookie })).status === 200;
    expect([(await change()).body.role, await isSignedIn(bob.cookie)]).toEqual(['admin', false]);
    const cookie = await w.signIn(bob.email);
    expect([(await change()).status, await isSignedIn(cookie)]).toEqual([200, true]);
  });

  it('never loses its last owner', async () => {
    const owner = await w.owner();
    const members = await w.get(`/api/rpc/members/list?orgId=${owner.orgId}`, owner);
    const { memberId } = members.body.items[0];
    const orgId = owner.orgId;
    expect((await w.post('/api/rpc/members/remove', { orgId, memberId }, owner)).status).toBe(409);
    expect((await w.post('/api/rpc/members/update', { orgId, memberId, role: 'admin' }, owner)).status).toBe(409);
    expect((await w.post('/api/rpc/members/update', { orgId, memberId, state: 'suspended' }, owner)).status).toBe(409);
  });

  it('lets an admin neither make nor change an owner', async () => {
    const owner = await w.owner();
    const admin = await w.invited(owner, 'admin', 'Bob');
    const members = await w.get(`/api/rpc/members/list?orgId=${owner.orgId}`, admin);
    const [ownerId, adminId] = members.body.items.map((each: { memberId: string }) => each.memberId);
    const { orgId } = owner;
    const ask = (path: string, body: object) => w.post(`/api/rpc/members/${path}`, { orgId, ...body }, admin);
    expect((await ask('invite', { email: 'x@example.com', role: 'owner' })).status).toBe(403);
    expect((await ask('update', { memberId: adminId, role: 'owner' })).status).toBe(403);
    expect((await ask('update', { memberId: ownerId, role: 'member' })).status).toBe(403);
    expect((await ask('remove', { memberId: ownerId })).status).toBe(403);
  });

  it('issues a key that opens its own organization until it is revoked', async () => {
    const owner = await w.owner();
    const { orgId } = owner;
    const issued = await w.post('/api/rpc/apiKeys/create', { orgId, name: 'Backend', scopes: ['read'] }, owner);
    const { key, keyId } = issued.body;
    expect((await w.get('/api/rpc/organization/get', { key })).body.orgId).toBe(orgId);
    expect((await w.get('/api/rpc/organization/get?orgId=org_other', { key })).status).toBe(403);
    const change = { version: 1, name: 'Changed' };
    expect((await w.post('/api/rpc/organization/update', change, { key })).status).toBe(403);
    const listed = await w.get(`/api/rpc/apiKeys/list?orgId=${orgId}`, owner);
    expect(listed.body.items).toMatchObject([{ keyId, name: 'Backend', scopes: ['read'] }]);
    expect(JSON.stringify(listed.body)).not.toContain(key);
    expect((await w.post('/api/rpc/apiKeys/revoke', { orgId, keyId }, owner)).status).toBe(200);
    expect((await w.get('/api/rpc/organization/get', { key })).status).toBe(401);
  });

  it('carries out a change with an idempotency key once, and refuses the key for another change', async () => {
    const owner = await w.owner();
    const change = { orgId: owner.orgId, version: 1, name: 'Second name', idempotencyKey: 'change-0001' };
    const update = (body: object) => w.post('/api/rpc/organization/update', body, owner);
    const answers = await Promise.all([update(change), update(change), update(change)]);
    expect(answers.map(({ status, body }) => [status, body.name, body.version])).toEqual(
      Array(3).fill([200, 'Second name', 2]),
    );
    expect((await update({ ...change, name: 'Third name' })).status).toBe(409);
    // Forgotten after thirty days: then it is a change of an outdated copy.
    w.advance(30 * DAY_MS);
    expect((await update(change)).status).toBe(412);
  });

  it('refuses a change of an outdated copy, and says which version is stored', async () => {
    const owner = await w.owner();
    const update = (version: number, name: string) =>
      w.post('/api/rpc/organization/update', { orgId: owner.orgId, version, name }, owner);
    await update(1, 'Second name');
    expect(await update(1, 'Third name')).toMatchObject({
      status: 412,
      body: { code: 'PRECONDITION_FAILED', data: { version: 2 } },
    });
  });

  it('says so to each but one of those who change the same copy at once', async () => {
    const owner = await w.owner();
    for (let version = 1; version <= 5; version++) {
      const names = Array.from({ length: 8 }, (_, i) => `Name ${i}`);
      const answers = await Promise.all(
        names.map((name) => w.post('/api/rpc/organization/update', { orgId: owner.orgId, version, name }, owner)),
      );
      const stored = answers.map(({ status, body }) => (status === 200 ? body.version : body.data.version));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(stored).toEqual(names.map(() => version + 1));
    }
  });

  it('opens the same data again after a restart, and a used owner link stays used', async () => {
    const url = await newDatabase();
    const first = await openTestWorkspace(url);
    const { cookie, orgId } = await first.owner();
    await first.workspace.close();
    const second = await openTestWorkspace(url, { dataDir: first.dataDir });
    expect((await second.get(`/api/rpc/organization/get?orgId=${orgId}`, { cookie })).body.name).toBe('Havn & Hei');
    expect(() => second.ownerSecret()).toThrow();
    await second.dispose();
  });
});

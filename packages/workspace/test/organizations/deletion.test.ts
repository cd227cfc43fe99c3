/** An organization is deleted thirty days after an owner has asked for it, with everything that the workspace stores of it. */
import { OWN_MACHINE } from '@service/realtime-server/runtime';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const DAY_MS = 24 * 3_600_000;
const PATIENT = { timeout: 60_000, interval: 20 };

onBothDatabases('the deletion of an organization', (newDatabase) => {
  let url: string | null;
  let w: TestWorkspace;
  let owner: Person;
  beforeEach(async () => {
    url = await newDatabase();
    w = await openTestWorkspace(url);
    owner = await w.owner();
  });
  afterEach(() => w.dispose());

  const found = async (name: string): Promise<Person> => {
    const { orgId } = (await w.post('/api/rpc/organization/create', { name }, owner)).body;
    return { ...owner, orgId };
  };
  const requestDeletion = (orgId: string, confirm: string) =>
    w.post('/api/rpc/organization/delete', { orgId, confirm }, owner);

  /** Everything in the database, as text. */
  async function everything(): Promise<string> {
    const { db } = w.workspace.services.database;
    const tables = await db.introspection.getTables();
    const rows = await Promise.all(
      tables.map(({ name }) =>
        db
          .selectFrom(name as 'team')
          .selectAll()
          .execute(),
      ),
    );
    return JSON.stringify(rows);
  }
  const organizations = async (): Promise<string[]> =>
    (await w.get('/api/rpc/admin/organizations/list', owner)).body.items.map(({ name }: { name: string }) => name);

  it('takes everything with it, and leaves the accounts', async () => {
    const shop = await found('Zebra shop');
    const { orgId } = shop;
    const zoe = await w.invited(shop, 'owner', 'Zoe');
    const { memberId } = (await w.get(`/api/rpc/members/list?orgId=${orgId}`, zoe)).body.items[1];
    const { teamId } = (
      await w.post(
        '/api/rpc/teams/create',
        { orgId, name: 'Zebra team', memberIds: [memberId], idempotencyKey: 'create-0001' },
        zoe,
      )
    ).body;
    const key = await w.post('/api/rpc/apiKeys/create', { orgId, name: 'Zebra key', scopes: ['read'] }, zoe);
    await w.post('/api/rpc/members/invite', { orgId, email: 'new@zebra.example', teamIds: [teamId] }, zoe);
    await w.post('/api/rpc/onboarding/update', { orgId, steps: { team: 'done' } }, zoe);
    expect(await everything()).toContain('Zebra team');
    await requestDeletion(orgId, 'Zebra shop');

    w.advance(30 * DAY_MS);
    await vi.waitFor(async () => expect(await organizations()).toEqual(['Havn & Hei', 'Demo']), PATIENT);
    const left = await everything();
    // A mark of the id remains, without a name.
    expect(left.split(orgId).length - 1).toBe(1);
    for (const gone of ['Zebra', 'zebra', teamId, memberId, key.body.keyId]) expect(left, gone).not.toContain(gone);
    expect((await w.get('/api/rpc/accounts/me', zoe)).body).toMatchObject({ name: 'Zoe', organizations: [] });
    expect((await w.get(`/api/rpc/organization/get?orgId=${orgId}`, zoe)).status).toBe(403);
    expect((await w.get('/api/rpc/organization/get', { key: key.body.key })).status).not.toBe(200);
    // Inboxes may still name it.
    expect(
      (await w.post('/api/rpc/organization/create', { name: 'Zebra shop', slug: 'zebra-shop' }, owner)).status,
    ).toBe(409);
  });

  it('waits for its day, and can be taken back until then', async () => {
    const [a, b] = [await found('Shop A'), await found('Shop B')];
    for (const [{ orgId }, name] of [
      [a, 'Shop A'],
      [b, 'Shop B'],
    ] as const)
      expect((await requestDeletion(orgId, name)).status).toBe(200);
    w.advance(29 * DAY_MS);
    expect((await w.post('/api/rpc/organization/keep', { orgId: b.orgId }, owner)).status).toBe(200);
    expect(await organizations()).toContain('Shop A');
    w.advance(DAY_MS);
    await vi.waitFor(async () => expect(await organizations()).not.toContain('Shop A'), PATIENT);
    expect(await organizations()).toContain('Shop B');
  });

  it('happens at the start of a server that was away on its day', async () => {
    const { orgId } = await found('Zebra shop');
    await requestDeletion(orgId, 'Zebra shop');
    const { dataDir } = w;
    await w.workspace.close();
    const later = await openTestWorkspace(url, { dataDir, ahead: 31 * DAY_MS });
    const { db } = later.workspace.services.database;
    expect(await db.selectFrom('deleted_organization').select('org_id').execute()).toEqual([{ org_id: orgId }]);
    await later.dispose();
    w = await openTestWorkspace(url, { dataDir });
  });

  it('of the first organization gives the inboxes that name none to no other', async () => {
    const next = await found('Next shop');
    const bob = await w.invited(next, 'owner', 'Bob');
    const first = async (cookie: string) => {
      const request = new Request('http://localhost:4600/api/desk/conversations', { headers: { cookie } });
      const admission = await w.workspace.conversationAccess(request, OWN_MACHINE);
      return admission.ok && admission.access.first;
    };
    expect(await first(bob.cookie)).toBe('havn-hei');
    await requestDeletion(owner.orgId, 'Havn & Hei');
    w.advance(30 * DAY_MS);
    await vi.waitFor(async () => expect(await organizations()).not.toContain('Havn & Hei'), PATIENT);
    expect(await first(bob.cookie)).toBe(null);
  });
});

/** Who may make an organization, who approves it, and how much it may have. */
import { afterEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import {
  openTestWorkspace,
  type Person,
  type TestOptions,
  type TestWorkspace,
} from '../support/open-test-workspace.js';

onBothDatabases('organizations of an installation', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  const open = async (options: TestOptions = {}): Promise<void> => {
    w = await openTestWorkspace(await newDatabase(), options);
    owner = await w.owner();
  };
  afterEach(() => w.dispose());
  const found = (name: string, by: Person, more: object = {}) =>
    w.post('/api/rpc/organization/create', { name, ...more }, by);
  const list = async (query = '') => (await w.get(`/api/rpc/admin/organizations/list${query}`, owner)).body;
  const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name);

  it('are made by admins of the installation alone, unless it lets everyone', async () => {
    await open();
    const mia = await w.invited(owner, 'owner', 'Mia');
    expect((await found('Mia’s shop', mia)).status).toBe(403);
    expect((await found('Second shop', owner)).status).toBe(200);
  });

  it('are made by everyone with an account where the installation lets them, five for each, and wait for approval', async () => {
    const inboxes = {
      list: () => [{ inboxId: 'shop', organization: 'shop' }],
      facts: () => Promise.reject(new Error()),
    };
    await open({ organizationsBy: 'anyone', approval: 'manual', inboxes });
    const { orgId } = owner;
    await w.post('/api/rpc/admin/organizations/approve', { orgId }, owner);
    const mia = await w.invited(owner, 'member', 'Mia');
    const asked = { orgId, name: 'Key', scopes: ['read', 'write'] };
    const { key } = (await w.post('/api/rpc/apiKeys/create', asked, owner)).body;
    const create = (asking: object) => w.post('/api/rpc/organization/create', { name: 'X shop' }, asking);
    expect([(await create({ key })).status, (await create({})).status]).toEqual([401, 401]);

    // The conversations of an inbox that names a slug would be theirs.
    expect((await found('Shop', mia, { slug: 'shop' })).status).toBe(409);
    const made = await found('Mia 1', mia);
    expect(made).toMatchObject({ status: 200, body: { approved: false, slug: 'mia-1' } });
    const invite = () => w.post('/api/rpc/members/invite', { orgId: made.body.orgId, email: 'x@example.com' }, mia);
    expect(await invite()).toMatchObject({ status: 403, body: { data: { reason: 'approval_pending' } } });
    const others = await Promise.all([2, 3, 4, 5, 6].map((n) => found(`Mia ${n}`, mia)));
    expect(others.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 403]);
    expect(others.find(({ status }) => status === 403)?.body).toMatchObject({ data: { reason: 'limit' } });

    expect((await list('?approved=false&limit=1')).items).toMatchObject([
      { name: 'Mia 1', approved: false, members: 1, owner: { name: 'Mia', email: 'mia@example.com' } },
    ]);
    await w.post('/api/rpc/admin/organizations/approve', { orgId: made.body.orgId }, owner);
    expect((await invite()).status).toBe(200);
    await w.post('/api/rpc/admin/organizations/suspend', { orgId: made.body.orgId }, owner);
    expect((await invite()).status).toBe(403);
  });

  it('get a short name of their own where no one has chosen one', async () => {
    await open();
    const slugs: string[] = [];
    for (const name of [
      '株式会社',
      '有限会社',
      'Другой',
      'Havn & Hei',
      'A name that is longer than forty letters',
      'A name that is longer than forty letters',
    ]) {
      const { status, body } = await found(name, owner);
      expect([status, body.name]).toEqual([200, name]);
      slugs.push(body.slug);
    }
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/);
    expect(slugs[0]).toBe('team');
    expect((await found('Another', owner, { slug: 'havn-hei' })).status).toBe(409);
  });

  it('are listed page by page, those that wait for approval first', async () => {
    await open();
    for (const name of ['Shop A', 'Shop B', 'Shop C']) {
      const { orgId } = (await found(name, owner)).body;
      if (name !== 'Shop B') await w.post('/api/rpc/admin/organizations/suspend', { orgId }, owner);
    }
    const names: string[] = [];
    let [cursor, pages] = ['', 0];
    do {
      const page = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      names.push(...namesOf(page));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor);
    expect([names.slice(0, 2), names.slice(2).sort(), pages]).toEqual([
      ['Shop A', 'Shop C'],
      ['Demo', 'Havn & Hei', 'Shop B'],
      3,
    ]);
    expect(namesOf(await list('?approved=false'))).toEqual(['Shop A', 'Shop C']);
    expect(namesOf(await list('?approved=true')).sort()).toEqual(['Demo', 'Havn & Hei', 'Shop B']);
    for (const query of ['?limit=0', '?limit=101', '?cursor=x', '?approved=perhaps'])
      expect((await w.get(`/api/rpc/admin/organizations/list${query}`, owner)).status, query).toBe(400);
    const unknown = { orgId: 'org_x' };
    expect((await w.post('/api/rpc/admin/organizations/approve', unknown, owner)).status).toBe(404);
  });

  it('say how much they have and may have', async () => {
    const named = ['havn-hei', null, 'demo', null].map((organization, n) => ({ inboxId: `inbox-${n}`, organization }));
    await open({ inboxes: { list: () => named, facts: () => Promise.reject(new Error()) } });
    const { orgId } = owner;
    await w.invited(owner, 'member', 'Mia');
    await w.post('/api/rpc/teams/create', { orgId, name: 'Support' }, owner);
    expect((await w.get(`/api/rpc/organization/limits?orgId=${orgId}`, owner)).body).toEqual({
      members: { used: 2, most: 500 },
      teams: { used: 1, most: 100 },
      // Of the console: folders are the operator's, and have no limit.
      inboxes: { used: 0, most: 100 },
    });
  });
});

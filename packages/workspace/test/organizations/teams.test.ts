/** Teams of an organization: who is in them, and what ends with them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace, PASSWORD, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

interface Team {
  readonly teamId: string;
  readonly name: string;
  readonly memberIds: readonly string[];
  readonly version: number;
}

onBothDatabases('teams', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  let orgId: string;
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
    ({ orgId } = owner);
  });
  afterEach(() => w.dispose());

  const ask = (path: string, body: object, by: Person = owner) => w.post(`/api/rpc/${path}`, { orgId, ...body }, by);
  const create = async (body: object): Promise<Team> => {
    const answer = await ask('teams/create', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const teams = async (by: Person = owner): Promise<Team[]> =>
    (await w.get(`/api/rpc/teams/list?orgId=${orgId}`, by)).body.items;
  const members = async (query = '') =>
    (await w.get(`/api/rpc/members/list?orgId=${orgId}${query}`, owner)).body as {
      items: { memberId: string; name: string; teamIds: string[] }[];
      invitations: { email: string; teamIds: string[] }[];
    };
  const memberId = async (name: string): Promise<string> =>
    (await members()).items.find((each) => each.name === name)?.memberId ?? '';

  it('are made with all their fields, and every member sees them by name', async () => {
    const mia = await w.invited(owner, 'member', 'Mia');
    const opening = { timeZone: 'Europe/Oslo', weekly: { monday: ['09:00-17:00'] }, exceptions: [] };
    const support = { name: ' Support ', emoji: '👩‍🚒', routing: 'least_busy', opening };
    const made = await create({ ...support, memberIds: [await memberId('Mia'), await memberId('Mia')] });
    expect(made).toMatchObject({
      ...{ name: 'Support', emoji: '👩‍🚒', routing: 'least_busy', opening, version: 1 },
      memberIds: [await memberId('Mia')],
    });
    expect(made.teamId).toMatch(/^tea_[0-9a-f-]{36}$/);
    const plain = await create({ name: 'Billing' });
    expect(plain).toMatchObject({ emoji: null, memberIds: [], routing: 'manual', opening: null });
    expect((await teams(mia)).map(({ name }) => name)).toEqual(['Billing', 'Support']);
    expect((await members()).items.map(({ name, teamIds }) => [name, teamIds])).toEqual([
      ['Ada', []],
      ['Mia', [made.teamId]],
    ]);
  });

  it('are refused with a field that is wrong', async () => {
    await create({ name: 'Straße' });
    const overlapping = { timeZone: 'UTC', weekly: { monday: ['09:00-12:00', '11:00-17:00'] } };
    for (const [body, status] of [
      [{ name: 'ＳＴＲＡＳＳＥ' }, 409],
      [{ name: '  ' }, 400],
      [{ name: 'x'.repeat(81) }, 400],
      [{ name: 'A', emoji: '🙂🙂' }, 400],
      [{ name: 'A', emoji: 'a' }, 400],
      [{ name: 'A', opening: overlapping }, 400],
      [{ name: 'A', routing: 'random' }, 400],
      [{ name: 'A', memberIds: ['mem_x'] }, 400],
    ] as const)
      expect((await ask('teams/create', body)).status, JSON.stringify(body)).toBe(status);
    expect(await teams()).toHaveLength(1);
  });

  it('take no member and no team of another organization', async () => {
    const other = (await w.post('/api/rpc/organization/create', { name: 'Other shop' }, owner)).body;
    const olga = await w.invited({ ...owner, orgId: other.orgId }, 'owner', 'Olga');
    const theirs = await w.get(`/api/rpc/members/list?orgId=${other.orgId}`, olga);
    const stranger = theirs.body.items[1].memberId;
    const refused = await ask('teams/create', { name: 'Support', memberIds: [stranger] });
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining(stranger) } });
    const { teamId, version } = await create({ name: 'Support' });
    const asOlga = (path: string, body: object) => w.post(`/api/rpc/${path}`, { orgId: other.orgId, ...body }, olga);
    expect((await asOlga('teams/update', { teamId, version, name: 'Ours' })).status).toBe(404);
    expect((await asOlga('teams/delete', { teamId })).status).toBe(404);
    expect((await asOlga('members/update', { memberId: stranger, teamIds: [teamId] })).status).toBe(400);
    expect((await asOlga('members/invite', { email: 'x@example.com', teamIds: [teamId] })).status).toBe(400);
    expect((await w.get(`/api/rpc/members/list?orgId=${other.orgId}&teamId=${teamId}`, olga)).status).toBe(404);
    expect(await teams()).toMatchObject([{ name: 'Support', memberIds: [] }]);
  });

  it('change field by field, and never an outdated copy', async () => {
    await w.invited(owner, 'member', 'Mia');
    const mia = await memberId('Mia');
    const { teamId } = await create({ name: 'Support', emoji: '🙂', memberIds: [mia] });
    const renamed = await ask('teams/update', { teamId, version: 1, name: 'SUPPORT', emoji: null });
    expect(renamed.body).toMatchObject({ name: 'SUPPORT', emoji: null, memberIds: [mia], version: 2 });
    const outdated = await ask('teams/update', { teamId, version: 1, memberIds: [] });
    expect(outdated).toMatchObject({ status: 412, body: { data: { version: 2 } } });
    // Who is in a team is a part of it: a change from the other side makes the copy outdated too.
    await ask('members/update', { memberId: mia, teamIds: [] });
    expect((await ask('teams/update', { teamId, version: 2, memberIds: [mia] })).status).toBe(412);
    const [team] = await teams();
    expect(team).toMatchObject({ memberIds: [], version: 3 });
    await create({ name: 'Billing' });
    expect((await ask('teams/update', { teamId, version: 3, name: 'billing' })).status).toBe(409);
  });

  it('are made, changed and deleted once, however often it is sent', async () => {
    const body = { name: 'Support', idempotencyKey: 'create-0001' };
    const answers = await Promise.all([ask('teams/create', body), ask('teams/create', body)]);
    expect(answers.map(({ status, body: { teamId } }) => [status, teamId])).toEqual(
      Array(2).fill([200, answers[0]?.body.teamId]),
    );
    const [{ teamId }] = answers.map(({ body: team }) => team) as [Team];
    const rename = { teamId, version: 1, name: 'Help', idempotencyKey: 'rename-0001' };
    for (const _ of [1, 2])
      expect((await ask('teams/update', rename)).body).toMatchObject({ name: 'Help', version: 2 });
    const removal = { teamId, idempotencyKey: 'delete-0001' };
    for (const _ of [1, 2])
      expect(await ask('teams/delete', removal)).toMatchObject({ status: 200, body: { moved: 0 } });
    expect(await teams()).toEqual([]);
  });

  it('give their members to another team when they are deleted, or to none', async () => {
    await w.invited(owner, 'member', 'Mia');
    const [ada, mia] = [await memberId('Ada'), await memberId('Mia')];
    const night = await create({ name: 'Night', memberIds: [ada, mia] });
    const day = await create({ name: 'Day', memberIds: [ada] });
    expect((await ask('teams/delete', { teamId: night.teamId, moveTo: night.teamId })).status).toBe(400);
    expect((await ask('teams/delete', { teamId: night.teamId, moveTo: 'tea_x' })).status).toBe(404);
    const moved = await ask('teams/delete', { teamId: night.teamId, moveTo: day.teamId });
    expect(moved.body).toEqual({ teamId: night.teamId, moved: 2 });
    expect(await teams()).toMatchObject([{ name: 'Day', memberIds: [ada, mia].sort(), version: 2 }]);
    await ask('teams/delete', { teamId: day.teamId });
    expect((await members()).items.map(({ teamIds }) => teamIds)).toEqual([[], []]);
  });

  it('are left by a member who is removed, and joined by one who was invited to them', async () => {
    const { teamId } = await create({ name: 'Support' });
    const gone = await create({ name: 'Gone' });
    const invited = { email: 'mia@example.com', teamIds: [teamId, gone.teamId] };
    const { link, teamIds } = (await ask('members/invite', invited)).body;
    expect([...teamIds].sort()).toEqual([teamId, gone.teamId].sort());
    expect((await members(`&teamId=${teamId}`)).invitations).toMatchObject([{ email: 'mia@example.com' }]);
    await ask('teams/delete', { teamId: gone.teamId });
    const secret = link.split('#invitation=')[1];
    await w.post('/api/rpc/accounts/acceptInvitation', { secret, name: 'Mia', password: PASSWORD });
    const mia = await memberId('Mia');
    expect(await teams()).toMatchObject([{ memberIds: [mia], version: 2 }]);
    await ask('members/remove', { memberId: mia });
    expect(await teams()).toMatchObject([{ memberIds: [], version: 3 }]);
  });

  it('filter the list of members, alone and with a role', async () => {
    await w.invited(owner, 'admin', 'Adam');
    await w.invited(owner, 'member', 'Mia');
    const { teamId } = await create({ name: 'Support', memberIds: [await memberId('Adam'), await memberId('Mia')] });
    const names = async (query: string) => (await members(query)).items.map(({ name }) => name);
    expect(await names(`&teamId=${teamId}`)).toEqual(['Adam', 'Mia']);
    expect(await names('&role=member')).toEqual(['Mia']);
    expect(await names(`&teamId=${teamId}&role=admin`)).toEqual(['Adam']);
  });

  it('can be changed by an admin for an owner, who stays signed in', async () => {
    const adam = await w.invited(owner, 'admin', 'Adam');
    const { teamId } = await create({ name: 'Support' });
    const joined = await ask('members/update', { memberId: await memberId('Ada'), teamIds: [teamId] }, adam);
    expect(joined).toMatchObject({ status: 200, body: { name: 'Ada', teamIds: [teamId] } });
    expect((await w.get('/api/rpc/accounts/me', owner)).status).toBe(200);
  });

  it('are at most a hundred, also when two come at once', async () => {
    await Promise.all(Array.from({ length: 99 }, (_, at) => ask('teams/create', { name: `Team ${at}` })));
    const answers = await Promise.all(['A', 'B'].map((name) => ask('teams/create', { name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({ data: { reason: 'limit' } });
    expect((await teams()).map(({ name }) => name).slice(-3)).toEqual(['Team 96', 'Team 97', 'Team 98']);
  });
});

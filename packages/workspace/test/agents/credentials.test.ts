/** Credentials of AI agents: who may issue one, what it holds, where it is taken, and how it ends. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const DAY_SECONDS = 24 * 3_600;

onBothDatabases('credentials of agents', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  beforeAll(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
  });
  afterAll(() => w.dispose());

  const wanted = (over: object = {}) => ({ orgId: owner.orgId, name: 'Claude', mode: 'read', consent: true, ...over });
  const issue = (over: object = {}, by: object = { cookie: owner.cookie }) =>
    w.post('/api/agents/credentials', wanted(over), by);
  const catalog = (token: string, more: object = {}) => w.get('/api/agents/catalog', { token, ...more });

  it('are issued for seven days, shown once, and listed under their name without the key', async () => {
    const { status, body, headers } = await issue({ name: '  Claude Code  ' });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['expiresAt', 'id', 'key']);
    expect(headers.get('cache-control')).toBe('no-store');
    const days = (Date.parse(body.expiresAt) - Date.now()) / 1_000 / DAY_SECONDS;
    expect(Math.round(days * 100) / 100).toBe(7);
    const listed = await w.get('/api/auth/api-key/list?configId=agent&limit=100&offset=0', owner);
    expect(listed.body.apiKeys).toEqual([expect.objectContaining({ id: body.id, name: 'Claude Code' })]);
    expect(JSON.stringify(listed.body)).not.toContain(body.key);
  });

  it.each([
    ['the mode is unknown', { mode: 'admin' }],
    ['the name is empty', { name: '   ' }],
    ['the name has more than 32 characters', { name: 'x'.repeat(33) }],
    ['there is no consent', { consent: false }],
    ['the consent is a word', { consent: 'true' }],
    ['it would last more than thirty days', { expiresIn: 30 * DAY_SECONDS + 1 }],
    ['it is to write and names no procedure', { mode: 'write' }],
    ['it is to write and its list is empty', { mode: 'write', procedures: [] }],
    ['a procedure does not exist', { mode: 'write', procedures: ['teams.destroy'] }],
    ['a procedure needs a person', { mode: 'write', procedures: ['apiKeys.create'] }],
    ['a procedure belongs to no organization', { mode: 'read', procedures: ['admin.panelStats'] }],
    ['a procedure is inherited by every object', { mode: 'write', procedures: ['constructor'] }],
    ['a procedure writes and the mode reads', { mode: 'read', procedures: ['teams.create'] }],
  ])('are refused where %s', async (_what, over) => {
    const { status, body } = await issue(over);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('are issued by owners and admins alone, in the console alone, and never by a key or another credential', async () => {
    const key = await w.post(
      '/api/rpc/apiKeys/create',
      { orgId: owner.orgId, name: 'Shop', scopes: ['read', 'write'] },
      owner,
    );
    const { body: credential } = await issue();
    const { cookie } = owner;
    const answers = {
      admin: await issue({}, { cookie: (await w.invited(owner, 'admin', 'Adam')).cookie }),
      member: await issue({}, { cookie: (await w.invited(owner, 'member', 'Mia')).cookie }),
      'of another organization': await issue({ orgId: 'org_x' }),
      'another site': await issue({}, { cookie, origin: 'https://evil.example' }),
      'no origin': await issue({}, { cookie, origin: null }),
      'no one': await issue({}, {}),
      'an organization’s key': await issue({}, { key: key.body.key }),
      'a credential': await issue({}, { token: credential.key }),
      'a credential beside a session': await issue({}, { token: credential.key, cookie }),
    };
    expect(Object.fromEntries(Object.entries(answers).map(([who, { status }]) => [who, status]))).toEqual({
      admin: 200,
      member: 403,
      'of another organization': 403,
      'another site': 403,
      'no origin': 403,
      'no one': 401,
      'an organization’s key': 401,
      'a credential': 401,
      'a credential beside a session': 401,
    });
  });

  it('are not issued for the demo, nor before the organization is approved', async () => {
    const rows = w.workspace.services.auth.rows();
    for (const change of [{ demo: true }, { approved: false }]) {
      await rows.update('organization', { id: owner.orgId }, change);
      expect((await issue()).status, JSON.stringify(change)).toBe(403);
      await rows.update('organization', { id: owner.orgId }, { demo: false, approved: true });
    }
  });

  it('open the agents’ endpoints alone, and only without a cookie or a key beside them', async () => {
    const { body: credential } = await issue();
    const { body: organizationKey } = await w.post(
      '/api/rpc/apiKeys/create',
      { orgId: owner.orgId, name: 'Backend', scopes: ['read'] },
      owner,
    );
    const read = `/api/rpc/organization/get?orgId=${owner.orgId}`;
    expect((await catalog(credential.key)).status).toBe(200);
    const refused = [
      await catalog(credential.key, { cookie: owner.cookie }),
      await catalog(credential.key, { cookie: 'anything=1' }),
      await catalog(credential.key, { key: organizationKey.key }),
      await catalog(organizationKey.key),
      await w.get('/api/agents/catalog', { cookie: owner.cookie }),
      await w.get('/api/agents/catalog'),
      await w.get(read, { token: credential.key }),
      await w.get(read, { key: credential.key }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
    expect(refused[5]?.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata=/);
  });

  it('end at once when they are revoked as agents’ keys, and not by the delete of organizations’ keys', async () => {
    const { body: credential } = await issue();
    const remove = (body: object) => w.post('/api/auth/api-key/delete', { keyId: credential.id, ...body }, owner);
    expect((await remove({})).status).toBe(404);
    expect((await catalog(credential.key)).status).toBe(200);
    expect((await remove({ configId: 'agent' })).status).toBe(200);
    expect((await catalog(credential.key)).status).toBe(401);
  });

  it('can’t be made, prolonged or widened by the auth library’s own routes', async () => {
    const { body: credential } = await issue();
    for (const [path, body] of [
      ['/api/auth/api-key/create', { configId: 'agent', name: 'Sly' }],
      ['/api/auth/api-key/update', { configId: 'agent', keyId: credential.id, expiresIn: 30 * DAY_SECONDS }],
      ['/api/auth/api-key/verify', { configId: 'agent', key: credential.key }],
    ] as const)
      expect((await w.post(path, body, owner)).status, path).toBe(404);
  });

  it('are at most a hundred for each person', async () => {
    const person = await w.invited(owner, 'admin', 'Hoarder');
    const by = { cookie: person.cookie };
    for (let n = 0; n < 100; n++) expect((await issue({}, by)).status).toBe(200);
    const { status, body } = await issue({}, by);
    expect([status, body.data?.reason]).toEqual([403, 'limit']);
  });
});

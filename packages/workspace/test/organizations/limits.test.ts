/** What an organization and a person may have at most, also where several come at once. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { insertGrant } from '../../dist/organizations/agent-grants.js';
import { onBothDatabases } from '../support/both-databases.js';
import { linkAgent } from '../support/link-agent.js';
import { openTestWorkspace, PASSWORD, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

const MOST = 100;
const MOST_MEMBERS = 500;
/** So many there are before. */
const FEW = MOST - 2;
const AT_ONCE = 6;

onBothDatabases('limits', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
  });
  afterEach(() => w.dispose());

  async function atOnce(ask: () => Promise<{ readonly status: number; readonly body: { readonly data?: unknown } }>) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, ask));
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of refused) expect([status, body.data]).toEqual([403, { reason: 'limit' }]);
    return AT_ONCE - refused.length;
  }

  it('of keys hold when several are issued at once; one that has expired leaves its place', async () => {
    const issue = (more: object = {}) =>
      w.post('/api/rpc/apiKeys/create', { orgId: owner.orgId, name: 'Key', scopes: ['read'], ...more }, owner);
    for (let n = 0; n < FEW; n++) await issue({ expiresIn: 60 });
    expect(await atOnce(issue)).toBe(2);
    w.advance(61_000);
    expect((await issue()).status).toBe(200);
    expect((await w.get(`/api/rpc/apiKeys/list?orgId=${owner.orgId}`, owner)).body.items).toHaveLength(3);
  });

  it('of credentials hold when several are issued at once', async () => {
    const wanted = { orgId: owner.orgId, name: 'Notebook', mode: 'read', consent: true };
    const issue = () => w.post('/api/agents/credentials', wanted, { cookie: owner.cookie });
    for (let n = 0; n < FEW; n++) await issue();
    expect(await atOnce(issue)).toBe(2);
  });

  it('of linked agents hold when several are let in at once; one that is over leaves its place', async () => {
    const { services } = w.workspace;
    const now = services.now();
    const [session] = await services.auth.rows().list('session', { userId: owner.userId });
    for (let n = 0; n < FEW + 1; n++)
      await insertGrant(services.database.db, {
        ...{ id: services.newId('con'), orgId: owner.orgId, userId: owner.userId, sessionId: session?.id as string },
        ...{ clientId: 'client', clientName: 'Notebook', redirectHost: 'localhost', scopes: [] },
        permission: { mode: 'read', procedures: null },
        ...{ createdAt: now, expiresAt: n === 0 ? now - 1 : now + 3_600_000 },
      });
    const linked = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => linkAgent(w, owner, { mode: 'read' })),
    );
    expect(linked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('of members hold for those who were invited before it was full', async () => {
    const secrets: string[] = [];
    for (let n = 0; n < 3; n++) {
      const asked = { orgId: owner.orgId, email: `new${n}@example.com` };
      secrets.push((await w.post('/api/rpc/members/invite', asked, owner)).body.link.split('#invitation=')[1]);
    }
    const rows = w.workspace.services.auth.rows();
    const at = { createdAt: new Date(), updatedAt: new Date() };
    const member = { organizationId: owner.orgId, role: 'member', suspended: false } as const;
    for (let n = 0; n < MOST_MEMBERS - 2; n++) {
      const id = `usr_${n}`;
      await rows.create('user', { id, name: id, email: `${id}@example.com`, emailVerified: true, image: null, ...at });
      await rows.create('member', { id: `mem_${n}`, userId: id, createdAt: at.createdAt, ...member });
    }
    const accept = (secret: string, n: number) =>
      w.post('/api/rpc/accounts/acceptInvitation', { secret, name: `New ${n}`, password: PASSWORD });
    const answers = await Promise.all(secrets.map(accept));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    const refused = answers.findIndex(({ status }) => status === 403);
    expect(answers[refused]?.body).toMatchObject({
      data: { reason: 'limit' },
      message: expect.stringContaining('Ask one of its owners or admins to make room'),
    });
    // The link works once there is room.
    await rows.remove('member', { id: 'mem_0' });
    expect((await accept(secrets[refused] as string, 9)).status).toBe(200);
  });
});

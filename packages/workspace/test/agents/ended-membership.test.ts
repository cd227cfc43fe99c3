/** What a person has let into an organization ends with the membership, and a new one does not bring it back. */
import { expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { linkAgent } from '../support/link-agent.js';
import { openTestWorkspace, type Person } from '../support/open-test-workspace.js';

onBothDatabases('agents of a person who was removed', (newDatabase) => {
  it('open nothing when the person is invited again; those in another organization go on', async () => {
    const w = await openTestWorkspace(await newDatabase());
    const owner = await w.owner();
    const other = {
      ...owner,
      orgId: (await w.post('/api/rpc/organization/create', { name: 'Other' }, owner)).body.orgId,
    };
    const bob = await w.invited(owner, 'admin', 'Bob');
    const invite = async ({ orgId }: Person): Promise<string> => {
      const asked = { orgId, email: bob.email, role: 'admin' };
      return (await w.post('/api/rpc/members/invite', asked, owner)).body.link.split('#invitation=')[1];
    };
    const accept = async (secret: string, cookie: string) =>
      expect((await w.post('/api/rpc/accounts/acceptInvitation', { secret }, { cookie })).status).toBe(200);
    await accept(await invite(other), bob.cookie);
    const credential = async ({ orgId }: Person): Promise<string> => {
      const wanted = { orgId, name: 'Notebook', mode: 'write', procedures: ['teams.create'], consent: true };
      return (await w.post('/api/agents/credentials', wanted, { cookie: bob.cookie })).body.key;
    };
    const [here, there] = [await credential(owner), await credential(other)];
    const linked = await linkAgent(w, { ...bob, orgId: owner.orgId }, { mode: 'read' });
    let made = 0;
    const works = async (token: string): Promise<number> => {
      const input = { name: `Team ${made++}` };
      const asking = { token, origin: null };
      return (await w.post('/api/agents/execute', { operationId: 'teams.create', input }, asking)).status;
    };
    expect([await works(here), await works(there)]).toEqual([200, 200]);
    expect((await w.get('/api/agents/catalog', { token: linked })).status).toBe(200);

    const rows = w.workspace.services.auth.rows();
    const member = await rows.find('member', { organizationId: owner.orgId, userId: bob.userId });
    await w.post('/api/rpc/members/remove', { orgId: owner.orgId, memberId: member?.id }, owner);
    await accept(await invite(owner), await w.signIn(bob.email));
    expect([await works(here), await works(there)]).toEqual([401, 200]);
    expect((await w.get('/api/agents/catalog', { token: linked })).status).toBe(401);
    // It did not only end with the session in which it was given.
    expect(await w.workspace.services.database.db.selectFrom('agent_grant').selectAll().execute()).toEqual([]);
    await w.dispose();
  });
});

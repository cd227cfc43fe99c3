/** Keys of an organization at a real workspace: revoked, expired, wrong, and tried out by guessing. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

onBothDatabases('keys of an organization', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  let wrong: string[];
  let lines: string[];
  beforeEach(async () => {
    wrong = [];
    lines = [];
    w = await openTestWorkspace(await newDatabase(), {
      onWrongKey: (address) => wrong.push(address),
      log: (_level, line, more) => lines.push(JSON.stringify([line, more])),
    });
    owner = await w.owner();
  });
  afterEach(() => w.dispose());

  const issue = async (more: object = {}): Promise<{ readonly key: string; readonly keyId: string }> => {
    const wanted = { orgId: owner.orgId, name: 'Backend', scopes: ['read'], ...more };
    return (await w.post('/api/rpc/apiKeys/create', wanted, owner)).body;
  };
  const look = (key: string, address = '203.0.113.9') => w.get('/api/rpc/organization/get', { key, address });
  const listed = async () => (await w.get(`/api/rpc/apiKeys/list?orgId=${owner.orgId}`, owner)).body.items;

  it('end at once when they are revoked', async () => {
    const { key, keyId } = await issue();
    expect((await look(key)).status).toBe(200);
    await w.post('/api/rpc/apiKeys/revoke', { orgId: owner.orgId, keyId }, owner);
    expect((await look(key)).status).toBe(401);
  });

  it('are neither listed nor revoked by the auth library’s own routes, which know no suspension', async () => {
    const { key, keyId } = await issue();
    const bob = await w.invited(owner, 'admin', 'Bob');
    const { items } = (await w.get(`/api/rpc/members/list?orgId=${owner.orgId}`, owner)).body;
    const { memberId } = items.find(({ userId }: { userId: string }) => userId === bob.userId);
    await w.post('/api/rpc/members/update', { orgId: owner.orgId, memberId, state: 'suspended' }, owner);
    const suspended = { cookie: await w.signIn(bob.email) };
    const ofOrganization = `organizationId=${owner.orgId}`;
    for (const asking of [suspended, owner]) {
      for (const query of [
        `configId=default&${ofOrganization}`,
        ofOrganization,
        `configId=agent&${ofOrganization}`,
        `configId=agent&configId=default&${ofOrganization}`,
      ])
        expect((await w.get(`/api/auth/api-key/list?${query}`, asking)).status, query).toBe(404);
      for (const body of [{ configId: 'default', keyId }, { keyId }, { configId: 'agent', keyId }])
        expect((await w.post('/api/auth/api-key/delete', body, asking)).status, JSON.stringify(body)).toBe(404);
    }
    expect((await look(key)).status).toBe(200);
    // Their own credentials, a suspended person still sees.
    expect((await w.get('/api/auth/api-key/list?configId=agent', suspended)).status).toBe(200);
  });

  it('show when they were last used, to the minute', async () => {
    const { key } = await issue();
    expect(await listed()).toMatchObject([{ lastUsedAt: null }]);
    await look(key);
    const lastUse = async (): Promise<string | null> => (await listed())[0].lastUsedAt;
    await expect.poll(lastUse, { timeout: 60_000 }).not.toBeNull();
    const first = await lastUse();
    w.advance(30_000);
    await look(key);
    w.advance(30_000);
    expect(await lastUse()).toBe(first);
    await look(key);
    await expect.poll(lastUse, { timeout: 60_000 }).not.toBe(first);
  });

  it('open nothing after their time, and are gone then', async () => {
    const { key } = await issue({ expiresIn: 60 });
    expect((await look(key)).status).toBe(200);
    w.advance(61_000);
    expect((await look(key)).status).toBe(401);
    await expect.poll(listed, { timeout: 60_000 }).toEqual([]);
  });

  it('are not guessed: many wrong ones make their address wait, at every door, and a right one that is in use works on', async () => {
    const [inUse, unused] = [await issue(), await issue()];
    await look(inUse.key);
    const guesses = Array.from({ length: 21 }, (_, n) => `guess-${n}-canary`);
    for (const guess of guesses) expect((await look(guess)).status).toBe(401);
    const late = await look('guess-late-canary');
    expect([late.status, late.headers.get('retry-after'), late.body]).toMatchObject([
      429,
      '10',
      { code: 'TOO_MANY_REQUESTS', data: { retryAfterSeconds: 10 } },
    ]);
    const from = { address: '203.0.113.9', group: '203.0.113.9' };
    const request = new Request('http://localhost:4600/api/desk/x', { headers: { 'x-api-key': 'guess-desk-canary' } });
    expect(await w.workspace.conversationAccess(request, from)).toMatchObject({ status: 429, retryAfterSeconds: 10 });
    expect((await look(inUse.key)).status).toBe(200);
    expect((await look(unused.key)).status).toBe(429);
    expect((await look(unused.key, '203.0.113.10')).status).toBe(200);
    expect(wrong).toEqual(Array.from({ length: guesses.length + 3 }, () => '203.0.113.9'));
    expect(lines.join()).not.toMatch(/canary/);
    w.advance(10_000);
    expect((await look('guess-again-canary')).status).toBe(401);
  });
});

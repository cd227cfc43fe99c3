/** What the person who runs the server does to accounts from its command line, beside a workspace that is open. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountTools, openAccountTools } from '../../dist/index.js';
import { onBothDatabases } from '../support/both-databases.js';
import { ORIGIN, openTestWorkspace, PASSWORD, type TestWorkspace } from '../support/open-test-workspace.js';

onBothDatabases('beside an open workspace', (newDatabase) => {
  let w: TestWorkspace;
  let tools: AccountTools;
  beforeEach(async () => {
    const databaseUrl = await newDatabase();
    w = await openTestWorkspace(databaseUrl);
    const { dataDir } = w;
    tools = await openAccountTools({ dataDir, databaseUrl, masterKey: null, publicUrl: ORIGIN, now: Date.now });
  });
  afterEach(async () => {
    await tools.close();
    await w.dispose();
  });

  it('a new password is chosen by a link, once; it ends all sessions, and the old password opens nothing', async () => {
    const owner = await w.owner();
    const link = await tools.resetLink(owner.email.toUpperCase());
    expect(link).toMatch(/^http:\/\/localhost:4600\/console#reset=[\w-]+$/);
    const token = link?.split('#reset=')[1];
    const reset = () => w.post('/api/auth/reset-password', { token, newPassword: 'another horse battery' });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(400);
    expect((await w.get('/api/rpc/accounts/me', owner)).status).toBe(401);
    const signIn = (password: string) => w.post('/api/auth/sign-in/email', { email: owner.email, password });
    expect([(await signIn(PASSWORD)).status, (await signIn('another horse battery')).status]).toEqual([401, 200]);
  });

  it('another account is made an admin of the installation', async () => {
    const owner = await w.owner();
    const kim = await w.invited(owner, 'member', 'kim');
    const isAdmin = async () => (await w.get('/api/rpc/accounts/me', kim)).body.isInstallationAdmin;
    expect(await isAdmin()).toBe(false);
    expect([await tools.makeAdmin(kim.email), await tools.makeAdmin(kim.email)]).toEqual([true, true]);
    expect(await isAdmin()).toBe(true);
  });

  it('an address without an account is named as such', async () => {
    await w.owner();
    expect([await tools.resetLink('unknown@example.com'), await tools.makeAdmin('unknown@example.com')]).toEqual([
      null,
      false,
    ]);
  });
});

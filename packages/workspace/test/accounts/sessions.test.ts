/** Where a person is signed in: listed and ended by id. The tokens that the sessions are known by reach no answer. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import {
  type Answer,
  type Asking,
  openTestWorkspace,
  PASSWORD,
  type Person,
  type TestWorkspace,
} from '../support/open-test-workspace.js';

onBothDatabases('the sessions of a person', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
  });
  afterEach(() => w.dispose());

  const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';
  /** @returns how the new browser asks */
  async function signIn(userAgent: string, address: string, email = owner.email): Promise<Asking> {
    const asking = { headers: { 'user-agent': userAgent }, address };
    return {
      ...asking,
      cookie: cookieOf(await w.post('/api/auth/sign-in/email', { email, password: PASSWORD }, asking)),
    };
  }
  const list = async (asking: Asking) => (await w.get('/api/rpc/accounts/sessions', asking)).body.items;
  const end = (sessionId: string, asking: Asking) => w.post('/api/rpc/accounts/endSession', { sessionId }, asking);
  const isSignedIn = async (asking: Asking) => (await w.get('/api/rpc/accounts/me', asking)).status === 200;

  it('are listed with browser, address and time: the one that asks first, then the newest', async () => {
    await signIn('Phone/1', '203.0.113.7');
    const laptop = await signIn('Laptop/1', '2001:db8::7');
    expect(await list(laptop)).toMatchObject([
      { current: true, userAgent: 'Laptop/1', createdAt: expect.any(String), expiresAt: expect.any(String) },
      { current: false, userAgent: 'Phone/1', address: '203.0.113.7' },
      { current: false },
    ]);
    expect((await list(owner)).map(({ current }: { current: boolean }) => current)).toEqual([true, false, false]);
  });

  it('end one by one, at once, and only once', async () => {
    const phone = await signIn('Phone/1', '203.0.113.7');
    const [, { sessionId }] = await list(owner);
    expect((await end(sessionId, owner)).body).toEqual({ ended: 1 });
    expect([await isSignedIn(phone), await isSignedIn(owner)]).toEqual([false, true]);
    expect(await end(sessionId, owner)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('end everywhere but in the browser that asks', async () => {
    const phone = await signIn('Phone/1', '203.0.113.7');
    const laptop = await signIn('Laptop/1', '203.0.113.8');
    expect((await w.post('/api/rpc/accounts/endOtherSessions', {}, laptop)).body).toEqual({ ended: 2 });
    expect([await isSignedIn(phone), await isSignedIn(owner), await isSignedIn(laptop)]).toEqual([false, false, true]);
    expect((await w.post('/api/rpc/accounts/endOtherSessions', {}, laptop)).body).toEqual({ ended: 0 });
  });

  it('are one’s own: another person neither sees nor ends them', async () => {
    const bob = await w.invited(owner, 'admin', 'Bob');
    const [{ sessionId }] = await list(owner);
    expect(await list(bob)).toHaveLength(1);
    expect((await end(sessionId, bob)).status).toBe(404);
    await w.post('/api/auth/revoke-session', { token: sessionId }, bob);
    await w.post('/api/rpc/accounts/endOtherSessions', {}, bob);
    expect(await isSignedIn(owner)).toBe(true);
  });

  it('are not listed after their seven days', async () => {
    w.advance(8 * 24 * 3_600_000);
    expect(await list(owner)).toEqual([]);
  });

  it('show no token in any answer', async () => {
    const phone = await signIn('Phone/1', '203.0.113.7');
    const rows = await w.workspace.services.auth.rows().list('session', { userId: owner.userId });
    const signedIn = await w.post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD });
    const answers = [
      signedIn,
      await w.get('/api/auth/get-session', phone),
      await w.get('/api/auth/list-sessions', phone),
      await w.get('/api/rpc/accounts/sessions', phone),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const shown = JSON.stringify(answers.map(({ body }) => body));
    const token = decodeURIComponent(cookieOf(signedIn).split('=')[1] as string).split('.')[0] as string;
    expect(token.length).toBeGreaterThan(20);
    for (const secret of [token, ...rows.map((row) => row.token)]) expect(shown).not.toContain(secret);
  });

  it('end by the library’s route too, which takes the id in the token’s place', async () => {
    const phone = await signIn('Phone/1', '203.0.113.7');
    const listed = (await w.get('/api/auth/list-sessions', owner)).body;
    const { token } = listed.find(({ userAgent }: { userAgent: string }) => userAgent === 'Phone/1');
    expect((await w.post('/api/auth/revoke-session', { token }, owner)).status).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(owner)]).toEqual([false, true]);
  });

  it('change with the password: the others end, and the browser that changed it stays signed in', async () => {
    const phone = await signIn('Phone/1', '203.0.113.7');
    const change = { currentPassword: PASSWORD, newPassword: 'a longer new password', revokeOtherSessions: false };
    const wrong = await w.post('/api/auth/change-password', { ...change, currentPassword: 'guessed password' }, owner);
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
    const changed = await w.post('/api/auth/change-password', change, owner);
    expect(changed.status).toBe(200);
    expect([await isSignedIn(phone), await isSignedIn(owner)]).toEqual([false, false]);
    expect(await isSignedIn({ cookie: cookieOf(changed) })).toBe(true);
  });
});

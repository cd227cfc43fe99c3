/** Signing in with a code of an app, on top of the password. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { oneTimeCode } from '../support/one-time-code.js';
import { openTestWorkspace, PASSWORD, type Person, type TestWorkspace } from '../support/open-test-workspace.js';

onBothDatabases('an account with one-time codes', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  let secret: string;
  let backupCodes: readonly string[];
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
    const enabled = await w.post('/api/auth/two-factor/enable', { password: PASSWORD }, owner);
    backupCodes = enabled.body.backupCodes;
    secret = new URL(enabled.body.totpURI).searchParams.get('secret') as string;
    const { status, headers } = await w.post(
      '/api/auth/two-factor/verify-totp',
      { code: oneTimeCode(secret, -1) },
      owner,
    );
    expect(status).toBe(200);
    owner = { ...owner, cookie: cookiesOf(headers) };
  });
  afterEach(() => w.dispose());

  const cookiesOf = (headers: Headers): string =>
    headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');

  /** The first step. @returns the cookie for the second */
  async function password(): Promise<string> {
    const { body, headers } = await w.post('/api/auth/sign-in/email', { email: owner.email, password: PASSWORD });
    expect(body).toMatchObject({ twoFactorRedirect: true });
    return cookiesOf(headers);
  }
  const confirm = async (code: string) =>
    w.post('/api/auth/two-factor/verify-totp', { code }, { cookie: await password() });

  it('is signed in by the password and a code, and not by one of them', async () => {
    expect((await w.get('/api/rpc/accounts/me', { cookie: await password() })).status).toBe(401);
    const wrong = await confirm('000000');
    expect(wrong).toMatchObject({ status: 401, body: { message: expect.stringContaining('This code is wrong.') } });
    const confirmed = await confirm(oneTimeCode(secret, 0));
    expect(confirmed.status).toBe(200);
    expect((await w.get('/api/rpc/accounts/me', { cookie: cookiesOf(confirmed.headers) })).body).toMatchObject({
      email: owner.email,
    });
  });

  it('is shown as one, and no longer after it was turned off with the password', async () => {
    const isShown = async (person: Person) => (await w.get('/api/rpc/accounts/me', person)).body.twoFactor;
    expect(await isShown(owner)).toBe(true);
    expect(await isShown(await w.invited(owner, 'member', 'Bob'))).toBe(false);
    expect((await w.post('/api/auth/two-factor/disable', { password: 'not the password' }, owner)).status).toBe(400);
    const off = await w.post('/api/auth/two-factor/disable', { password: PASSWORD }, owner);
    expect(await isShown({ ...owner, cookie: cookiesOf(off.headers) })).toBe(false);
    expect(await w.signIn(owner.email)).not.toBe('');
  });

  it('takes each backup code once, and none of the old ones after new ones were made', async () => {
    const use = async (code = '') =>
      (await w.post('/api/auth/two-factor/verify-backup-code', { code }, { cookie: await password() })).status;
    const [first, second] = backupCodes;
    expect([await use(first), await use(first)]).toEqual([200, 401]);
    const renewed = await w.post('/api/auth/two-factor/generate-backup-codes', { password: PASSWORD }, owner);
    expect([await use(second), await use(renewed.body.backupCodes[0])]).toEqual([401, 200]);
  });

  it('takes the next code after one that was used, without the password again', async () => {
    const code = oneTimeCode(secret, 0);
    expect((await confirm(code)).status).toBe(200);
    const cookie = await password();
    const enter = (which: string) => w.post('/api/auth/two-factor/verify-totp', { code: which }, { cookie });
    expect((await enter(code)).body.message).toBe('This code was used. Wait for the next one.');
    expect((await enter(oneTimeCode(secret, 1))).status).toBe(200);
  });

  it('asks for the password again after five wrong codes', async () => {
    const cookie = await password();
    const answers = [];
    for (let n = 0; n < 6; n++)
      answers.push(await w.post('/api/auth/two-factor/verify-totp', { code: '000000' }, { cookie }));
    expect(answers.map(({ body }) => body.code)).toEqual([
      ...Array(5).fill('INVALID_CODE'),
      'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
    ]);
    expect(answers.at(-1)?.body.message).toBe('Too many wrong codes. Sign in with your password again.');
    const late = await w.post('/api/auth/two-factor/verify-totp', { code: oneTimeCode(secret, 0) }, { cookie });
    expect(late).toMatchObject({ status: 401, body: { code: 'INVALID_TWO_FACTOR_COOKIE' } });
  });

  it('takes each code once, also of two at the same moment', async () => {
    const code = oneTimeCode(secret, 0);
    const both = await Promise.all([confirm(code), confirm(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const again = await confirm(code);
    expect([again.status, again.body]).toEqual([
      401,
      { code: 'INVALID_CODE', message: 'This code was used. Wait for the next one.' },
    ]);
    expect(again.headers.getSetCookie()).toEqual([]);
    // Sessions that were begun with it and taken back open nothing.
    const { body } = await w.get('/api/auth/list-sessions', owner);
    expect(body).toHaveLength(2);
    expect((await confirm(oneTimeCode(secret, 1))).status).toBe(200);
  });
});

/** Once a new password was set, nothing that was begun before it leads into the account. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onBothDatabases } from '../support/both-databases.js';
import { oneTimeCode } from '../support/one-time-code.js';
import {
  type Answer,
  openTestWorkspace,
  PASSWORD,
  type Person,
  type TestWorkspace,
} from '../support/open-test-workspace.js';

const NEW = 'a longer new password';
const PATIENT = { timeout: 60_000 };

onBothDatabases('a new password', (newDatabase) => {
  let w: TestWorkspace;
  let owner: Person;
  beforeEach(async () => {
    w = await openTestWorkspace(await newDatabase());
    owner = await w.owner();
  });
  afterEach(() => w.dispose());

  /** The newest first, as they are in the mails: the outbox masks those of other people. */
  async function links(email: string, count: number): Promise<readonly string[]> {
    for (let n = 0; n < count; n++) await w.post('/api/auth/request-password-reset', { email });
    const { db } = w.workspace.services.database;
    const mails = db.selectFrom('email_message').select('text').where('recipient', '=', email).orderBy('id', 'desc');
    const found = async () => (await mails.execute()).flatMap(({ text }) => /#reset=(\S+)/.exec(text ?? '')?.[1] ?? []);
    await expect.poll(found, PATIENT).toHaveLength(count);
    return found();
  }
  const reset = (token: string | undefined, newPassword: string) =>
    w.post('/api/auth/reset-password', { token, newPassword });
  const cookiesOf = ({ headers }: Answer): string =>
    headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  const signIn = (password: string) => w.post('/api/auth/sign-in/email', { email: owner.email, password });

  it('by one link makes all other links of the account useless, and no one else’s', async () => {
    const bob = await w.invited(owner, 'member', 'Bob');
    const [ofBob] = await links(bob.email, 1);
    const [newest, oldest] = await links(owner.email, 2);
    expect((await reset(newest, NEW)).status).toBe(200);
    expect(await reset(oldest, 'what an attacker wants')).toMatchObject({
      status: 400,
      body: { message: 'This link was used, or has expired. Ask for a new one.' },
    });
    expect((await signIn(NEW)).status).toBe(200);
    expect((await reset(ofBob, NEW)).status).toBe(200);
  });

  it('that was changed in a browser makes them useless too', async () => {
    const [link] = await links(owner.email, 1);
    const change = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await w.post('/api/auth/change-password', change, owner)).status).toBe(200);
    expect((await reset(link, 'what an attacker wants')).status).toBe(400);
    expect((await signIn(NEW)).status).toBe(200);
  });

  it('ends a sign-in that had the old one and waits for the code', async () => {
    const enabled = await w.post('/api/auth/two-factor/enable', { password: PASSWORD }, owner);
    const secret = new URL(enabled.body.totpURI).searchParams.get('secret') as string;
    const enter = (offset: number, cookie: string) =>
      w.post('/api/auth/two-factor/verify-totp', { code: oneTimeCode(secret, offset) }, { cookie });
    const cookie = cookiesOf(await enter(-1, owner.cookie));
    const begun = cookiesOf(await signIn(PASSWORD));
    const change = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await w.post('/api/auth/change-password', change, { cookie })).status).toBe(200);
    expect((await enter(0, begun)).status).toBe(401);
    expect((await enter(0, cookiesOf(await signIn(NEW)))).status).toBe(200);
  });
});

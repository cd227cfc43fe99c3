/** Passwords are hashed as the auth library does it, beside the thread that serves. */
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPasswords, type Passwords } from '../../dist/auth/passwords/password-queue.js';
import { openTestWorkspace } from '../support/open-test-workspace.js';

const PASSWORD = 'Ångström ﬁne horse';

let passwords: Passwords;
beforeAll(() => {
  passwords = createPasswords();
});
afterAll(() => passwords.close());

describe('a password', () => {
  it('is right with its own hash, and no other one is', async () => {
    const hash = await passwords.hash(PASSWORD);
    expect(await passwords.verify({ hash, password: PASSWORD })).toBe(true);
    expect(await passwords.verify({ hash, password: 'correct horse battery' })).toBe(false);
    expect(await passwords.hash(PASSWORD)).not.toBe(hash);
  });

  it('is the same one in another form of its letters', async () => {
    const hash = await passwords.hash(PASSWORD.normalize('NFD'));
    expect(await passwords.verify({ hash, password: PASSWORD.normalize('NFC') })).toBe(true);
  });

  it('that the library has stored is known here, and one that is stored here is known to the library', async () => {
    const theirs = await hashPassword(PASSWORD);
    expect(await passwords.verify({ hash: theirs, password: PASSWORD })).toBe(true);
    expect(await verifyPassword({ hash: await passwords.hash(PASSWORD), password: PASSWORD })).toBe(true);
  });

  it.each(['', 'x', 'a:b', `${'0'.repeat(32)}:`])('is never right with what is no hash: %j', async (hash) => {
    expect(await passwords.verify({ hash, password: PASSWORD })).toBe(false);
  });
});

it('many that come at once are taken one after the other, each with its own answer, while this thread goes on', async () => {
  const many = createPasswords();
  const hash = await many.hash(PASSWORD);
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const asked = Array.from({ length: 6 }, (_, n) => many.verify({ hash, password: n % 3 === 0 ? PASSWORD : `${n}` }));
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 6 }, (_, n) => n % 3 === 0));
  clearInterval(turning);
  expect(turns).toBeGreaterThan(6);
  await many.close();
  await expect(many.hash(PASSWORD)).rejects.toThrow('closed');
});

it('when too many wait, a sign-in is refused for a while instead of waiting with them', async () => {
  const few = createPasswords({ mostWaiting: 3 });
  const waiting = Array.from({ length: 3 }, () => few.hash(PASSWORD));
  expect(few.isBusy()).toBe(true);
  await Promise.all(waiting);
  expect(few.isBusy()).toBe(false);
  await few.close();

  const w = await openTestWorkspace(null);
  const { email } = await w.owner();
  const signIn = () => w.post('/api/auth/sign-in/email', { email, password: 'not the password' });
  const { passwords: ofServer } = w.workspace.services.auth;
  const { isBusy } = ofServer;
  Object.assign(ofServer, { isBusy: () => true });
  const refused = await signIn();
  expect([refused.status, refused.headers.get('retry-after'), refused.body.code]).toEqual([
    429,
    '10',
    'TOO_MANY_REQUESTS',
  ]);
  Object.assign(ofServer, { isBusy });
  expect((await signIn()).status).toBe(401);
  await w.dispose();
});

/** The operator's way to the keys: a secret is shown once, the file is the server's own, and a revocation stays. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let folder: string;
const ring = (): string => join(folder, 'demo/identity-keys.json');
const identity = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [resolve(import.meta.dirname, '../dist/commands/identity-command.js'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, INBOX_DIR: folder },
    stdio: 'pipe',
  });
const writeInbox = (more: object): void =>
  writeFileSync(
    join(folder, 'demo/inbox.json'),
    JSON.stringify({ name: 'Shop', allowedOrigins: ['https://shop.example'], ...more }),
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-keys-'));
  mkdirSync(join(folder, 'demo'));
  writeInbox({ identity: {} });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('makes a key, shows its secret once, and stores it in a file that only the server’s user can read', () => {
  const shown = identity('mint', 'demo');
  const { kid, secret, orgId, inboxId } = JSON.parse(shown.slice(shown.indexOf('{')));
  expect([orgId, inboxId]).toEqual(['site', 'demo']);
  expect(secret).toMatch(/^cwsk_[\w-]{43}$/);
  expect(statSync(ring()).mode & 0o777).toBe(0o600);
  const listed = identity('list', 'demo');
  expect(listed).toContain(`${kid}  active`);
  expect(listed).not.toContain(secret);
});

it('replaces one key by another, and revokes one permanently', () => {
  identity('mint', 'demo');
  identity('rotate', 'demo', '--grace', '2h');
  const [first, second] = JSON.parse(readFileSync(ring(), 'utf8'));
  expect(Date.parse(first.notAfter) - Date.now()).toBeGreaterThan(3_600_000);
  identity('revoke', 'demo', second.kid);
  expect(identity('list', 'demo')).toMatch(new RegExp(`${first.kid}  retiring.*\n${second.kid}  revoked`));
});

it.each([
  ['after an equals sign', ['rotate', 'demo', '--grace=0m']],
  ['before the rest', ['--grace', '0m', 'rotate', 'demo']],
])('takes the grace %s: the key before ends at once', (_where, args) => {
  identity('mint', 'demo');
  identity(...args);
  const [first] = JSON.parse(readFileSync(ring(), 'utf8'));
  expect(Date.parse(first.notAfter)).toBeLessThanOrEqual(Date.now());
});

it.each([
  ['an inbox without identity', () => writeInbox({}), ['mint', 'demo'], 'Add "identity": {}'],
  ['an unknown key', () => undefined, ['revoke', 'demo', 'ik_unknown00'], 'There is no key'],
  ['an unknown word', () => undefined, ['make', 'demo'], 'There is no "make"'],
  ['an odd grace', () => undefined, ['rotate', 'demo', '--grace', 'soon'], '--grace'],
  ['a grace without a time', () => undefined, ['rotate', 'demo', '--grace'], '--grace'],
])('says what to do about %s', (_what, prepare, args, advice) => {
  prepare();
  expect(() => identity(...args)).toThrow(advice);
});

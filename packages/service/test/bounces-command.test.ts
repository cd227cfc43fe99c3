/** The operator's way to read what came back: a file, a Maildir, and every mistake in words. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ROOT } from '../../../test/support/runs/repository.js';
import { complaint, deliveryReport, mbox } from '../../workspace/test/support/bounces.js';
import { openTestWorkspace, type TestWorkspace } from '../../workspace/test/support/open-test-workspace.js';
import { runBouncesCommand } from '../dist/commands/bounces-command.js';

let w: TestWorkspace;
let folder: string;
let printed: string[];
const run = async (...args: readonly string[]) => [await runBouncesCommand(args), printed.join('\n')];

beforeEach(async () => {
  w = await openTestWorkspace(null);
  folder = mkdtempSync(join(tmpdir(), 'service-bounces-'));
  printed = [];
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: string) => void printed.push(line));
  vi.stubEnv('DATA_DIR', w.dataDir);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
  await w.dispose();
});

const FORGED = '  naming no mail that this server has signed, so nothing was changed';

it('reads a file, and says how many messages of each kind it holds', async () => {
  const file = join(folder, 'bounces');
  const to = 'bounces@example.com';
  writeFileSync(
    file,
    mbox(deliveryReport({ to }), deliveryReport({ to, action: 'delayed' }), complaint({}), 'To: a@b'),
  );
  const summary = ['Messages: 4', '  about mail that is still tried: 1', `${FORGED}: 2`, '  no reports: 1'].join('\n');
  expect(await run(file)).toEqual([0, summary]);
});

it('reads what is new and what was looked at in a Maildir, and nothing that is still written', async () => {
  for (const name of ['new', 'cur', 'tmp']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, '1764237300.M1.mx'), deliveryReport({ to: 'bounces@example.com' }));
  }
  expect(await run(folder)).toEqual([0, `Messages: 2\n${FORGED}: 2`]);
});

it('ends by itself, also when there was nothing to record', () => {
  const command = JSON.stringify(resolve(import.meta.dirname, '../dist/commands/bounces-command.js'));
  const program = `import(${command}).then(async (it) => { process.exitCode = await it.runBouncesCommand([]); });`;
  const env = { PATH: process.env.PATH, DATA_DIR: w.dataDir };
  const { status, stdout } = spawnSync(process.execPath, ['-e', program], {
    ...{ env, input: 'To: a@b\n\nHello.\n', encoding: 'utf8', timeout: 60_000 },
  });
  expect([status, stdout]).toEqual([0, 'Messages: 1\n  no reports: 1\n']);
}, 120_000);

it('names a database that does not answer, and ends', () => {
  const env = { ...process.env, DATABASE_URL: 'postgres://kim:s3cret@localhost:1/chat' };
  for (const [command, ...args] of [
    ['workspace/read-bounces', join(folder, 'none')],
    ['workspace/admin', 'kim@shop.example'],
    ['workspace/reset-password', 'kim@shop.example'],
  ] as const) {
    writeFileSync(join(folder, 'none'), '');
    const run = [join(ROOT, 'scripts/run.mjs'), command, ...args];
    const { stderr, status } = spawnSync(process.execPath, run, { encoding: 'utf8', env, timeout: 60_000 });
    expect(stderr).toMatch(/^The workspace's database can't be used: .*ECONNREFUSED.*\n$/);
    expect(status).toBe(1);
  }
});

it('names what is wrong', async () => {
  expect(await run('a', 'b')).toEqual([1, expect.stringContaining('Usage: npm run read-bounces -- FILE')]);
  expect(await run('--help')).toEqual([1, expect.stringContaining('Usage')]);
  expect(await run(join(folder, 'none'))).toEqual([1, expect.stringContaining('There is no')]);
  expect(await run(folder)).toEqual([1, expect.stringContaining('is no Maildir: it has neither "new" nor "cur"')]);
  const file = join(folder, 'bounces');
  writeFileSync(file, '');
  vi.stubEnv('DATA_DIR', folder);
  expect(await run(file)).toEqual([1, expect.stringContaining(`There is no workspace in ${folder}`)]);
});

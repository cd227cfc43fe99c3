/** Before an upgrade changes the tables of `workspace.db`, the file is copied. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MIGRATIONS } from '../../dist/database/migrations/migrations.js';
import { openTestWorkspace } from '../support/open-test-workspace.js';
import { tablesAfterTheFirstStep } from '../support/own-tables.js';

let dataDir: string;
let lines: string[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'service-upgrade-'));
  lines = [];
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function startOnce(): Promise<void> {
  const w = await openTestWorkspace(null, { dataDir, log: (_level, line) => lines.push(line) });
  await w.dispose();
}

function change(...statements: string[]): void {
  const db = new Database(join(dataDir, 'workspace.db'));
  for (const statement of statements) db.exec(statement);
  db.close();
}

const copies = (): readonly string[] =>
  readdirSync(dataDir).includes('backups') ? readdirSync(join(dataDir, 'backups')) : [];

it('a new workspace, and one that nothing changes, are not copied', async () => {
  await startOnce();
  await startOnce();
  expect([copies(), lines]).toEqual([[], []]);
});

it.each([
  [
    'one of our steps is new',
    async () => [
      ...(await tablesAfterTheFirstStep()).map((table) => `DROP TABLE ${table}`),
      'DELETE FROM workspace_version WHERE version > 1',
    ],
    1,
  ],
  ['a table of the auth library is new', async () => ['DROP TABLE "twoFactor"'], MIGRATIONS.length],
] as const)('it is copied where %s', async (_what, statements, version) => {
  await startOnce();
  change(...(await statements()), "INSERT INTO installation_admin (user_id, since) VALUES ('usr_1', 1)");
  await startOnce();
  const [name = '', ...others] = copies();
  expect(others).toEqual([]);
  expect(name).toMatch(new RegExp(`^workspace-${version}-\\d{8}T\\d{6}Z\\.db$`));
  const path = join(dataDir, 'backups', name);
  expect(lines).toEqual([expect.stringContaining(`workspace.db was copied to ${path}`)]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const db = new Database(path, { readonly: true });
  expect(db.prepare('SELECT user_id FROM installation_admin').all()).toEqual([{ user_id: 'usr_1' }]);
  expect(db.prepare("SELECT 1 FROM sqlite_master WHERE name IN ('used_code', 'twoFactor')").all()).toHaveLength(1);
  db.close();
  await startOnce();
  expect(copies()).toEqual([name]);
});

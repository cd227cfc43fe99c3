/** A process is killed without warning while it makes or changes the workspace's tables. The next start completes it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { dailyShare } from '../../../../test/support/runs/daily.js';
import { MIGRATIONS } from '../../dist/database/migrations/migrations.js';
import { openDatabase } from '../../dist/database/open-database.js';
import { alwaysOnBothDatabases } from '../support/both-databases.js';
import { openTestWorkspace } from '../support/open-test-workspace.js';
import { tablesAfterTheFirstStep } from '../support/own-tables.js';

const LONG = process.env.LONG === '1';
const MIGRATE = fileURLToPath(new URL('./migrate.mjs', import.meta.url));
const NEVER = 1_000_000;
const TIMEOUT_MS = LONG ? 900_000 : 240_000;

interface Statements {
  readonly statements: number;
  readonly firstOfLibrary: number;
}

/** Null: it was killed. */
function migrate({ dataDir, url }: Place, killedAt: number): Statements | null {
  const args = [MIGRATE, dataDir, url ?? '', String(killedAt)];
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (signal === 'SIGKILL') return null;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Statements;
}

/** One of: in the middle of our statements, between ours and the library's, before the last of those; in the long form, each statement. */
const moments = ({ statements, firstOfLibrary }: Statements): readonly number[] =>
  LONG
    ? Array.from({ length: statements }, (_, n) => n)
    : dailyShare([firstOfLibrary >> 1, firstOfLibrary, statements - 1], 3);

interface Place {
  readonly dataDir: string;
  readonly url: string | null;
}

async function inDatabase<T>({ dataDir, url }: Place, statement: ReturnType<typeof sql<T>>): Promise<readonly T[]> {
  const database = await openDatabase({ dataDir, databaseUrl: url, onFailed: () => undefined });
  try {
    return (await statement.execute(database.db)).rows;
  } finally {
    await database.close();
  }
}

/** Every table and index, however they came about. */
const schemaOf = (place: Place): Promise<readonly object[]> =>
  inDatabase(
    place,
    place.url === null
      ? sql<object>`SELECT type, name, tbl_name FROM sqlite_master ORDER BY 1, 2`
      : sql<object>`SELECT 'column' AS kind, table_name || '.' || column_name AS name, data_type AS form
          FROM information_schema.columns WHERE table_schema = 'workspace'
        UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'workspace' ORDER BY 1, 2`,
  );

alwaysOnBothDatabases('a migration that is killed', (newDatabase) => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  const newPlace = async (like?: Place): Promise<Place> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'service-killed-'));
    folders.push(dataDir);
    if (like) cpSync(like.dataDir, dataDir, { recursive: true });
    return { dataDir, url: await newDatabase(like?.url ?? undefined) };
  };

  it('on an empty database leaves nothing in the way of the next start', { timeout: TIMEOUT_MS }, async () => {
    const whole = await newPlace();
    const statements = migrate(whole, NEVER) as Statements;
    const schema = await schemaOf(whole);
    expect(schema.length).toBeGreaterThan(20);
    for (const at of moments(statements)) {
      const place = await newPlace();
      expect(migrate(place, at)).toBeNull();
      const w = await openTestWorkspace(place.url, { dataDir: place.dataDir });
      expect((await w.get('/api/rpc/accounts/status')).body, `killed at statement ${at}`).toEqual({
        unclaimed: true,
      });
      await w.dispose();
      expect(await schemaOf(place), `killed at statement ${at}`).toEqual(schema);
    }
  });

  it('on the data of an older version loses nothing, and the next start completes it', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const older = await newPlace();
    const before = await openTestWorkspace(older.url, { dataDir: older.dataDir });
    const { orgId, email } = await before.owner();
    await before.dispose();
    const schema = await schemaOf(older);
    // As a version would have left it that had the first of our steps, and no second factor.
    const newer = [...(await tablesAfterTheFirstStep()), '"twoFactor"'];
    for (const table of newer) await inDatabase(older, sql.raw(`DROP TABLE ${table}`));
    await inDatabase(older, sql`DELETE FROM workspace_version WHERE version > 1`);
    const probe = await newPlace(older);
    for (const at of moments(migrate(probe, NEVER) as Statements)) {
      const place = await newPlace(older);
      expect(migrate(place, at)).toBeNull();
      const w = await openTestWorkspace(place.url, { dataDir: place.dataDir });
      const cookie = await w.signIn(email);
      const { body } = await w.get(`/api/rpc/organization/get?orgId=${orgId}`, { cookie });
      expect(body.name, `killed at statement ${at}`).toBe('Havn & Hei');
      await w.dispose();
      expect(await schemaOf(place), `killed at statement ${at}`).toEqual(schema);
    }
    const versions = await inDatabase(probe, sql<{ version: number }>`SELECT version FROM workspace_version`);
    expect(versions).toHaveLength(MIGRATIONS.length);
  });
});

/** A process is killed without warning inside a migration. The next start completes it, and all that was stored is there. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../dist/store/postgres/postgres-store.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import { POSTGRES_MIGRATIONS } from '../../../src/store/migrations/postgres.js';
import { SQLITE_MIGRATIONS } from '../../../src/store/migrations/sqlite.js';
import { Postgres } from '../../support/postgres.js';

const LONG = process.env.LONG === '1';
const MIGRATE = fileURLToPath(new URL('./migrate.mjs', import.meta.url));
const OLD_DATA = fileURLToPath(new URL('../../../../../test/fixtures/0.1.0/data-dir', import.meta.url));
const NEVER = 1_000_000;

interface Ended {
  readonly signal: NodeJS.Signals | null;
  /** Statements until the end; NaN for a process that was killed. */
  readonly statements: number;
}

function migrate(where: string, killedAt: number): Ended {
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, [MIGRATE, where, String(killedAt)], {
    encoding: 'utf8',
  });
  if (signal === null && status !== 0) throw new Error(stderr);
  return { signal, statements: Number(stdout || Number.NaN) };
}

/** Moments from the first to the last statement; in the long form, each of them. */
const moments = (statements: number): readonly number[] =>
  LONG
    ? Array.from({ length: statements }, (_, n) => n)
    : [0, 0.25, 0.5, 0.75].map((part) => Math.floor(part * statements)).concat(statements - 1);

const TIMEOUT_MS = LONG ? 900_000 : 240_000;

describe('a migration of the embedded database that is killed', { timeout: TIMEOUT_MS }, () => {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  /** The data of version 0.1.0, in a folder of its own. */
  function oldData(): string {
    const folder = mkdtempSync(join(tmpdir(), 'service-killed-'));
    folders.push(folder);
    for (const name of ['service.db', 'service.db-wal']) copyFileSync(join(OLD_DATA, name), join(folder, name));
    return folder;
  }

  function lookInto(folder: string): { readonly events: unknown; readonly schema: unknown; readonly version: number } {
    const db = new Database(join(folder, 'service.db'));
    const events = db
      .prepare('SELECT conversation, seq, at, author_id, client_id, body FROM events ORDER BY 1, 2')
      .all();
    const schema = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2').all();
    const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
    db.close();
    return { events, schema, version };
  }

  it('is completed by the next start, wherever that was', async () => {
    const before = lookInto(oldData());
    const whole = oldData();
    const { statements } = migrate(join(whole, 'service.db'), NEVER);
    const { schema } = lookInto(whole);
    expect(statements).toBeGreaterThan(20);
    for (const at of moments(statements)) {
      const folder = oldData();
      expect(migrate(join(folder, 'service.db'), at), `statement ${at}`).toMatchObject({ signal: 'SIGKILL' });
      await (await openSqliteStore(folder)).close();
      expect(lookInto(folder), `killed at statement ${at}`).toEqual({
        events: before.events,
        schema,
        version: SQLITE_MIGRATIONS.length,
      });
    }
  });
});

describe('a migration of PostgreSQL that is killed', { timeout: TIMEOUT_MS }, () => {
  /** As many migrations as an older version had. */
  const OLDER = 12;
  let postgres: Postgres;
  let older: string;
  beforeAll(async () => {
    postgres = await Postgres.start();
    older = await postgres.newDatabase();
    const all = POSTGRES_MIGRATIONS.slice(0, OLDER).map(({ sql }) => sql);
    await postgres.query(older, all.join(';\n'));
    await postgres.query(
      older,
      `CREATE TABLE schema_migrations (version integer PRIMARY KEY);
       INSERT INTO schema_migrations SELECT generate_series(1, ${OLDER});
       INSERT INTO contacts (id, inbox, created_at) VALUES ('ctc_1', 'demo', 1);
       INSERT INTO conversations (id, inbox, contact, epoch, head, created_at) VALUES ('cnv_1', 'demo', 'ctc_1', 'e', 1, 1);
       INSERT INTO events (conversation, seq, at, author_kind, author_id, client_id, body)
         VALUES ('cnv_1', 1, 2, 'visitor', 'ctc_1', 'client-1', '{"kind":"message","text":"Hello"}');`,
    );
  }, 120_000);
  afterAll(() => postgres.dispose(), 120_000);

  const schemaOf = (url: string): Promise<object[]> =>
    postgres.query(
      url,
      `SELECT 'column' AS kind, table_name || '.' || column_name AS name, data_type AS form FROM information_schema.columns
         WHERE table_schema = 'public'
       UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`,
    );

  it('is completed by the next start, wherever that was', async () => {
    const whole = await postgres.newDatabase(older);
    const { statements } = migrate(whole, NEVER);
    const schema = await schemaOf(whole);
    expect(statements).toBeGreaterThan(POSTGRES_MIGRATIONS.length - OLDER);
    for (const at of moments(statements)) {
      const url = await postgres.newDatabase(older);
      expect(migrate(url, at), `statement ${at}`).toMatchObject({ signal: 'SIGKILL' });
      const store = await openPostgresStore(url);
      expect(await store.eventsAfter('cnv_1', 0, 10), `killed at statement ${at}`).toMatchObject([
        { seq: 1, clientId: 'client-1', body: { kind: 'message', text: 'Hello' } },
      ]);
      await store.close();
      expect(await schemaOf(url), `killed at statement ${at}`).toEqual(schema);
    }
  });
});

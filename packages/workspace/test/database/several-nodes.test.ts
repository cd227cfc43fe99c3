/** Several nodes on one PostgreSQL that start at the same moment, and one that is slow to finish. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitForMigrations } from '../../../realtime-server/dist/store/postgres/migration-lock.js';
import { Postgres } from '../../../realtime-server/test/support/postgres.js';
import { openTestWorkspace, type TestWorkspace } from '../support/open-test-workspace.js';

/** What a node locks while it changes tables: `database/postgres.ts`. */
const MIGRATION_LOCK = 7_305_437_412_362;
/** Longer than a statement of the pool may take. */
const LONGER_THAN_A_STATEMENT_MS = 11_000;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await Postgres.start();
}, 60_000);
afterAll(() => postgres.dispose(), 60_000);

const opened: TestWorkspace[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((node) => node.dispose()));
});

async function openNodes(url: string, count: number): Promise<TestWorkspace[]> {
  const masterKey = randomBytes(32).toString('base64');
  const nodes = await Promise.all(Array.from({ length: count }, () => openTestWorkspace(url, { masterKey })));
  opened.push(...nodes);
  return nodes;
}

describe('nodes that start at once on an empty database', () => {
  it('all come up, with one set of tables and one owner link, which makes one owner wherever it is used', async () => {
    const url = await postgres.newDatabase();
    const nodes = await openNodes(url, 3);
    const tables = await postgres.query<{ name: string; schemas: number }>(
      url,
      "SELECT table_name AS name, count(*)::int AS schemas FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') GROUP BY 1",
    );
    expect(tables.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['workspace_version', 'one_time_link', 'user', 'apikey']),
    );
    expect(tables.filter(({ schemas }) => schemas > 1)).toEqual([]);

    const secrets = nodes.map((node) => node.ownerSecret());
    expect(new Set(secrets).size).toBe(1);
    const answers = await Promise.all(nodes.map((node, n) => node.claim(`owner${n}`, secrets[n] as string)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    const owners = await postgres.query(url, 'SELECT * FROM workspace.installation_admin');
    expect(owners).toHaveLength(1);
  });

  it('have one usable link also where each has a key of its own', async () => {
    const url = await postgres.newDatabase();
    const nodes = await Promise.all([openTestWorkspace(url), openTestWorkspace(url), openTestWorkspace(url)]);
    opened.push(...nodes);
    const statuses: number[] = [];
    for (const node of nodes) statuses.push((await node.claim(`owner${statuses.length}`, node.ownerSecret())).status);
    expect(statuses.sort()).toEqual([200, 403, 403]);
  });
});

describe('a node that starts while another one changes the tables', () => {
  it('waits longer than any other statement may take, and comes up', async () => {
    const url = await postgres.newDatabase();
    const holder = new pg.Client(url);
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const starting = openNodes(url, 1);
    starting.catch(() => undefined);
    await untilWaiting(url, LONGER_THAN_A_STATEMENT_MS);
    await holder.end();
    const [node] = await starting;
    expect((await node?.get('/api/rpc/accounts/status'))?.body).toEqual({ unclaimed: true });
  });

  it('gives up in the end, and says what to look at', async () => {
    const url = await postgres.newDatabase();
    const [holder, waiting] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([holder.connect(), waiting.connect()]);
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await waiting.query('BEGIN');
    await expect(waitForMigrations(waiting, MIGRATION_LOCK, 50)).rejects.toThrow(/Look at the log of that node/);
    await Promise.all([holder.end(), waiting.end()]);
  });
});

/** Until one has waited for the lock for so long, by the database's own clock. */
async function untilWaiting(url: string, ms: number): Promise<void> {
  const waiting = `SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND NOT granted AND clock_timestamp() - query_start > interval '${ms} milliseconds'`;
  await expect.poll(() => postgres.query(url, waiting), { timeout: 120_000, interval: 250 }).toHaveLength(1);
}

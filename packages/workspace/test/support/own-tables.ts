/** The tables of our own steps, found out by taking them: a new step needs no list of a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS } from '../../dist/database/migrations/migrations.js';
import { openDatabase } from '../../dist/database/open-database.js';

/** Those that a database lacks which has taken the first step alone. */
export async function tablesAfterTheFirstStep(): Promise<readonly string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-tables-'));
  const database = await openDatabase({ dataDir, databaseUrl: null, onFailed: () => undefined });
  const tables = async (): Promise<readonly string[]> =>
    (await database.db.introspection.getTables()).map(({ name }) => name);
  try {
    const [first, ...later] = MIGRATIONS;
    await first?.up(database.db);
    const before = new Set(await tables());
    for (const step of later) await step.up(database.db);
    return (await tables()).filter((name) => !before.has(name));
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

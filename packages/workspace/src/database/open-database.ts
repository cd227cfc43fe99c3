/** Opens the workspace's database: `workspace.db` in the data folder, or the schema `workspace` of PostgreSQL. */
import { join } from 'node:path';
import { type Database, WORKSPACE_FILE } from './database.js';
import { openPostgres } from './postgres.js';
import { openSqlite } from './sqlite/open-sqlite.js';

export interface DatabaseSettings {
  readonly dataDir: string;
  /** `postgres://…`; null: the embedded database. */
  readonly databaseUrl: string | null;
  /** The embedded database has failed and will not come back in this process. */
  onFailed(error: Error): void;
}

/** @throws when the file or the server can't be opened */
export function openDatabase({ dataDir, databaseUrl, onFailed }: DatabaseSettings): Promise<Database> {
  return databaseUrl === null ? openSqlite(join(dataDir, WORKSPACE_FILE), onFailed) : openPostgres(databaseUrl);
}

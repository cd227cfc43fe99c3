/** Opens the workspace's database: `workspace.db` in the data folder, or the schema `workspace` of PostgreSQL. */
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { openPostgres } from './postgres.js';
import { openSqlite } from './sqlite/open-sqlite.js';
import type { Tables } from './tables.js';

export interface Database {
  readonly db: Kysely<Tables>;
  readonly type: 'sqlite' | 'postgres';
  /** Runs `work` while no other node does. */
  exclusively(work: () => Promise<void>): Promise<void>;
  /** True when the error says that a unique column has this value already. */
  isDuplicate(error: unknown): boolean;
  /** Writes and takes back one row. @throws when nothing can be stored */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  readonly dataDir: string;
  /** `postgres://…`; null: the embedded database. */
  readonly databaseUrl: string | null;
  /** The embedded database has failed and will not come back in this process. */
  onFailed(error: Error): void;
}

/** @throws when the file or the server can't be opened */
export function openDatabase({ dataDir, databaseUrl, onFailed }: DatabaseSettings): Promise<Database> {
  return databaseUrl === null ? openSqlite(join(dataDir, 'workspace.db'), onFailed) : openPostgres(databaseUrl);
}

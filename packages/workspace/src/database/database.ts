/** The workspace's database, whichever it is. */
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.js';

/** The embedded one, in the data folder. */
export const WORKSPACE_FILE = 'workspace.db';

export interface Database {
  readonly db: Kysely<Tables>;
  readonly type: 'sqlite' | 'postgres';
  /**
   * Copies the database before an upgrade. Resolves with the line for the operator. Null: PostgreSQL, whose backups are the operator's.
   * @param version of its tables
   * @param now Unix milliseconds
   * @throws what to do, where it can't be copied
   */
  readonly copy: ((version: number, now: number) => Promise<string>) | null;
  /**
   * Runs `work` in one transaction, while no other node does: a process that dies in it has changed nothing. Use its transaction alone.
   * @throws when another node is not done in five minutes
   */
  migrating(work: (transaction: Transaction<Tables>) => Promise<void>): Promise<void>;
  /** True when the error says that a unique column has this value already. */
  isDuplicate(error: unknown): boolean;
  /** Afterwards what was deleted is in no file of the embedded database. PostgreSQL's VACUUM and backups are the operator's. */
  removeDeleted(): Promise<void>;
  /** Writes and takes back one row. @throws when nothing can be stored */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The workspace's database, whichever it is. */
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './tables.js';

export interface Database {
  readonly db: Kysely<Tables>;
  readonly type: 'sqlite' | 'postgres';
  /**
   * Runs `work` in one transaction, while no other node does: a process that dies in it has changed nothing. Use its transaction alone.
   * @throws when another node is not done in five minutes
   */
  migrating(work: (transaction: Transaction<Tables>) => Promise<void>): Promise<void>;
  /** True when the error says that a unique column has this value already. */
  isDuplicate(error: unknown): boolean;
  /** Writes and takes back one row. @throws when nothing can be stored */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The workspace's database, whichever it is. */
import type { Kysely } from 'kysely';
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

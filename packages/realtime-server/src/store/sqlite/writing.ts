/** Messages between the store and its threads. The writer gets lists of requests and answers each list in the same order. */
import type { Commands } from './commands.js';

export interface WriterData {
  readonly path: string;
  /** See `SqliteOptions`. */
  readonly walLimit: number;
}

/**
 * Of a database that is made now; one that is there keeps its own. A message changes few bytes of its conversation's pages, and
 * each goes to disk whole: half of SQLite's usual size is 40 % less to write. Half of that again is more work in the trees than
 * it spares.
 */
export const PAGE_BYTES = 2_048;
/**
 * The writer moves the write-ahead log into the database when it is this long, and starts it over. Each move costs one commit
 * two flushes. Longer, and the messages of that commit wait longer.
 */
export const CHECKPOINT_BYTES = 2 ** 22;
/** A write-ahead log of this length can't be moved: something is wrong. */
export const WAL_LIMIT_BYTES = 2 ** 28;

export interface WriteRequest {
  readonly command: keyof Commands;
  readonly input: unknown;
}

export type WriteAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** The most that one commit carries: more would make the first of them wait too long. */
export const BATCH = 256;

/** When fewer than so many wait after a commit, the next one waits a moment for more: each costs a flush, shared or not. */
export const FEW = 64;
/** That moment. Whoever comes while nobody writes waits for nothing. */
export const GATHER_MS = 2;

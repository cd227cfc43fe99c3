/** Messages between the store and its threads. The writer gets lists of requests and answers each list in the same order. */
import type { MessagePort } from 'node:worker_threads';
import type { Commands } from './commands.js';

export interface WriterData {
  readonly path: string;
  /** How the checkpointer tells the writer that little is left to do. */
  readonly almost: MessagePort;
}

export interface CheckpointerData extends WriterData {
  /** See `SqliteOptions`. */
  readonly longLog: number;
}

/** What an operator should know of the checkpointer: the log has grown to so many bytes, or it can't be moved now. */
export type CheckpointerReport = { readonly grownTo: number } | { readonly problem: string };

/**
 * Of a database that is made now; one that is there keeps its own. A message changes few bytes of its conversation's pages, and
 * each goes to disk whole: half of SQLite's usual size is 40 % less to write. Half of that again is more work in the trees than
 * it spares.
 */
export const PAGE_BYTES = 2_048;
/**
 * A write-ahead log of so many bytes is long: then it begins anew, and the messages of that moment wait for a flush. Where
 * there is a moment without a message it begins anew by itself, long before.
 */
export const LONG_LOG = 2 ** 29;

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

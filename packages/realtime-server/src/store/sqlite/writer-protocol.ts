/** Messages between the store and its writer thread, and the numbers that both know. */
import type { Withdrawn } from '../port/erasure.js';
import type { CommandName } from './store-queries.js';

export interface WriterData {
  readonly path: string;
  /** Unix milliseconds, of the start. */
  readonly now: number;
  /** See `SqliteOptions`. */
  readonly walLimit: number;
  readonly emptyWalAfterMs: number;
}

export interface WriteRequest {
  readonly command: CommandName;
  readonly input: readonly unknown[];
}

/** In the order of the requests. */
export type WriteAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** What the thread sends: its first message, the answers to one batch, or what an operator should know. */
export type WriterMessage = 'ready' | readonly WriteAnswer[] | { readonly warning: string };

/** The commands that delete or shorten what people wrote. */
export const ERASING: ReadonlySet<CommandName> = new Set([
  'eraseConversation',
  'eraseInactive',
  'withdrawConsent',
  'discardAttachments',
  'deleteAttachments',
  'setPicture',
]);

/** True when the command, with this outcome, erased what a visitor wrote. Files that were never sent count with the consent only. */
export function hasErasedWords(command: CommandName, outcome: unknown): boolean {
  switch (command) {
    case 'eraseConversation':
      return outcome === true;
    case 'eraseInactive':
      return (outcome as number) > 0;
    case 'withdrawConsent':
      return (outcome as Withdrawn).sessions.length > 0;
    default:
      return false;
  }
}

/** The most commands in one commit. With more, the first of them would wait too long. */
export const MAX_BATCH = 256;
/** With fewer commands than this after a commit, the next one waits for more: each costs a flush, shared or not. */
export const MIN_BATCH = 64;
/** How long it waits. A command that comes while nothing is written doesn't wait. */
export const GATHER_MS = 2;

/**
 * Of a new database; an existing one keeps its own. A message changes few bytes of its conversation's pages, and each page goes to
 * disk whole: with half of SQLite's usual size, 40 % less is written.
 */
export const PAGE_BYTES = 2_048;
/**
 * The writer moves the write-ahead log into the database when it is this long, and starts it over. Each move costs one commit
 * two flushes. Longer, and the messages of that commit wait longer.
 */
export const CHECKPOINT_BYTES = 2 ** 23;
/**
 * How long after an erasure the write-ahead log is emptied: many erasures share it, because each costs two flushes. Words must be gone
 * within a minute.
 */
export const EMPTY_WAL_AFTER_MS = 5_000;
/** A database up to this size is written anew at the start that needs it; that takes half a minute. */
export const REWRITE_BYTES = 2 ** 31;
/** A write-ahead log of this length can't be moved: something is wrong. */
export const WAL_LIMIT_BYTES = 2 ** 28;

import type { Steps } from './steps.js';

/** Where the two databases differ within a query that is otherwise the same. */
export interface Dialect {
  /** The larger and the smaller of two values. */
  readonly max: string;
  readonly min: string;
  /** The table or view that has the columns of `conversations` and each log's `head`. */
  readonly logs: string;
  /** The head of the log, in a statement that updates `conversations`. */
  readonly head: string;
  /** In SET: the log of an erased conversation is empty. Nothing where the head is read from the events. */
  readonly emptyHead: string;
  /** The columns that have the order in which rows were added. */
  readonly ordinal: { readonly conversations: string; readonly runs: string; readonly toolCalls: string };
  /** After SELECT: keeps others from the rows until the commit. SQLite has one writer and needs none of the three. */
  readonly forUpdate: string;
  readonly forShare: string;
  /** As `forUpdate`, and leaves out the rows that others hold. */
  readonly skipLocked: string;
  /** Locks rows that are read by a later statement. */
  lockRows(text: string, ...values: readonly unknown[]): Steps<void>;
  /** Waits for others that hold the lock of this name, until the commit. Locks of one name in two spaces are two locks. */
  lockName(name: string, space: 0 | 1 | 2): Steps<void>;
  /** Condition: the column is one of the texts that are bound, by `list`, as this one value. */
  isIn(column: string, value: string): string;
  /** For FROM: one row per text of such a list, in the column `value`. */
  each(value: string): string;
  list(values: readonly string[]): unknown;
  boolean(value: boolean): unknown;
  /** The column in the order of its bytes, which is JavaScript's for ids, whatever the order of the database. */
  byBytes(column: string): string;
  /**
   * A text that people write, as it is stored where that is not JSON anyway. PostgreSQL refuses NUL and halves of surrogate
   * pairs in a text, so it gets JSON.
   */
  fromText(text: string): string;
  toText(stored: string): string;
  /** A sum as a number that JavaScript can hold. */
  integer(expression: string): string;
  /** Text columns as JSON; null stays null. `quotedText`: of a text that people write, as `fromText` stores it. */
  quoted(column: string): string;
  quotedText(column: string): string;
  /**
   * The texts of all rows with the separator between them, those that are null left out. In the order of the query in FROM: both
   * databases keep it where nothing else is joined, and a second order would sort the rows again.
   */
  concat(column: string, separator: string): string;
  /** The length of a JSON array in a text column. */
  arrayLength(column: string): string;
}

/** One SQL statement. `?1`, `?2` … stand for the values; every value must occur. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** `row`: the first row, or undefined. `changes`: the number of rows that were written. */
  readonly returns: 'rows' | 'row' | 'changes';
}

/**
 * A query as a sequence of statements, so that both databases share one text. SQLite runs the statements at once, within the
 * writer's transaction; PostgreSQL waits for each. A generator changes nothing but by its statements, so it may be run again.
 */
export type Steps<T> = Generator<Statement, T, unknown>;

export function* rows<Row>(text: string, ...values: readonly unknown[]): Steps<readonly Row[]> {
  return (yield { text, values, returns: 'rows' }) as readonly Row[];
}

/** The first row. The driver may add a field of its own to it. */
export function* row<Row>(text: string, ...values: readonly unknown[]): Steps<Row | undefined> {
  return (yield { text, values, returns: 'row' }) as Row | undefined;
}

export function* change(text: string, ...values: readonly unknown[]): Steps<number> {
  return (yield { text, values, returns: 'changes' }) as number;
}

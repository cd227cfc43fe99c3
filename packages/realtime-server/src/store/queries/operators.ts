import type { Operator } from '../port/operators.js';
import { change, row, rows, type Steps } from '../sql/steps.js';

/** `name` is JSON: each driver would change a text with a NUL in it, in its own way. */
interface OperatorRow {
  readonly id: string;
  readonly name: string;
  readonly pictured_at: number | null;
}

const COLUMNS = 'id, name, pictured_at';

function operatorOf({ id, name, pictured_at }: OperatorRow): Operator {
  return { id, name: JSON.parse(name) as string, picturedAt: pictured_at };
}

const reads = {
  *operators(): Steps<readonly Operator[]> {
    const found = yield* rows<OperatorRow>(`SELECT ${COLUMNS} FROM operators ORDER BY created_at, id`);
    return found.map(operatorOf);
  },
  *operator(id: string): Steps<Operator | null> {
    const found = yield* row<OperatorRow>(`SELECT ${COLUMNS} FROM operators WHERE id = ?1`, id);
    return found ? operatorOf(found) : null;
  },
  *picture(id: string): Steps<Uint8Array | null> {
    const found = yield* row<{ picture: Uint8Array | null }>('SELECT picture FROM operators WHERE id = ?1', id);
    return found?.picture ?? null;
  },
};

const writes = {
  *ensureOperator(id: string, name: string, at: number): Steps<Operator> {
    // The update changes nothing, and returns the row that was there.
    const found = yield* row<OperatorRow>(
      `INSERT INTO operators (id, name, created_at) VALUES (?1, ?2, ?3)
        ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING ${COLUMNS}`,
      id,
      JSON.stringify(name),
      at,
    );
    return operatorOf(found as OperatorRow);
  },
  *removeOperator(id: string): Steps<boolean> {
    return (yield* change('DELETE FROM operators WHERE id = ?1', id)) === 1;
  },
  *setPicture(id: string, picture: Uint8Array | null, at: number): Steps<boolean> {
    const changed = yield* change(
      'UPDATE operators SET picture = ?2, pictured_at = ?3 WHERE id = ?1',
      id,
      picture && Buffer.from(picture),
      picture && at,
    );
    return changed === 1;
  },
};

export const OPERATOR_QUERIES = { reads, writes };

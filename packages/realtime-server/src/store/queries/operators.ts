import type { Operator } from '../port/operators.js';
import { change, row, type Steps } from '../sql/steps.js';

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
  *operatorOf(account: string): Steps<Operator | null> {
    const found = yield* row<OperatorRow>(`SELECT ${COLUMNS} FROM operators WHERE account = ?1`, account);
    return found ? operatorOf(found) : null;
  },
  *picture(id: string): Steps<Uint8Array | null> {
    const found = yield* row<{ picture: Uint8Array | null }>('SELECT picture FROM operators WHERE id = ?1', id);
    return found?.picture ?? null;
  },
};

const writes = {
  *ensureOperatorOf(account: string, id: string, name: string, at: number): Steps<Operator> {
    const found = yield* row<OperatorRow>(
      `INSERT INTO operators (id, account, name, created_at) VALUES (?1, ?2, ?3, ?4)
        ON CONFLICT (account) DO UPDATE SET name = excluded.name RETURNING ${COLUMNS}`,
      id,
      account,
      JSON.stringify(name),
      at,
    );
    return operatorOf(found as OperatorRow);
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

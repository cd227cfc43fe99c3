/** The people who answer, in PostgreSQL. A picture is a few kilobytes, so it lies in the row and goes with it. */
import type { Operator, OperatorStore } from '../port/operators.js';
import type { Query } from './pool.js';

/** `name` is JSON, as all that people write; one name has one way to be written as such, so it is unique all the same. */
export const OPERATOR_TABLES = `
  CREATE TABLE operators (
    id text PRIMARY KEY,
    name text NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    picture bytea,
    pictured_at bigint
  );
`;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly pictured_at: number | null;
}

const COLUMNS = 'id, name, pictured_at';
const operatorOf = ({ id, name, pictured_at }: Row): Operator => ({
  id,
  name: JSON.parse(name) as string,
  picturedAt: pictured_at,
});

export function operatorsOn(query: Query): OperatorStore {
  return {
    async operators() {
      const rows = await query<Row>(`SELECT ${COLUMNS} FROM operators ORDER BY created_at, id`, []);
      return rows.map(operatorOf);
    },
    async operator(id) {
      const [row] = await query<Row>(`SELECT ${COLUMNS} FROM operators WHERE id = $1`, [id]);
      return row ? operatorOf(row) : null;
    },
    async ensureOperator(id, name, at) {
      // The update changes nothing, and gives back the row that was there.
      const [row] = await query<Row>(
        `INSERT INTO operators (id, name, created_at) VALUES ($1, $2, $3)
          ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING ${COLUMNS}`,
        [id, JSON.stringify(name), at],
      );
      return operatorOf(row as Row);
    },
    async removeOperator(id) {
      return (await query('DELETE FROM operators WHERE id = $1 RETURNING id', [id])).length === 1;
    },
    async setPicture(id, picture, at) {
      const rows = await query('UPDATE operators SET picture = $2, pictured_at = $3 WHERE id = $1 RETURNING id', [
        id,
        picture && Buffer.from(picture),
        picture && at,
      ]);
      return rows.length === 1;
    },
    async picture(id) {
      const [row] = await query<{ picture: Uint8Array | null }>('SELECT picture FROM operators WHERE id = $1', [id]);
      return row?.picture ?? null;
    },
  };
}

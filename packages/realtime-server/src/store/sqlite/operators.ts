/** The people who answer, in the embedded store. A picture is a few kilobytes, so it lies in the row and goes with it. */
import type Database from 'libsql';
import type { Operator } from '../port/operators.js';

/** `name` is JSON: of a text as it is, the driver gives back what stands before a NUL. */
export const OPERATOR_TABLES = `
  CREATE TABLE operators (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    picture BLOB,
    pictured_at INTEGER
  ) STRICT;
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

export interface OperatorReads {
  operators(): readonly Operator[];
  operator(id: string): Operator | null;
  picture(id: string): Uint8Array | null;
}

export function operatorReadsOn(db: Database.Database): OperatorReads {
  const all = db.prepare(`SELECT ${COLUMNS} FROM operators ORDER BY created_at, id`);
  const one = db.prepare(`SELECT ${COLUMNS} FROM operators WHERE id = ?`);
  const picture = db.prepare('SELECT picture FROM operators WHERE id = ?');
  return {
    operators: () => (all.all() as Row[]).map(operatorOf),
    operator(id) {
      const row = one.get(id) as Row | undefined;
      return row ? operatorOf(row) : null;
    },
    picture: (id) => (picture.get(id) as { picture: Uint8Array | null } | undefined)?.picture ?? null,
  };
}

export interface OperatorCommands {
  enrol(input: { readonly id: string; readonly name: string; readonly at: number }): Operator;
  removeOperator(input: { readonly id: string }): boolean;
  setPicture(input: { readonly id: string; readonly picture: Uint8Array | null; readonly at: number }): boolean;
}

export function operatorCommandsOn(db: Database.Database): OperatorCommands {
  const add = db.prepare('INSERT OR IGNORE INTO operators (id, name, created_at) VALUES (?, ?, ?)');
  const named = db.prepare(`SELECT ${COLUMNS} FROM operators WHERE name = ?`);
  const remove = db.prepare('DELETE FROM operators WHERE id = ?');
  const set = db.prepare('UPDATE operators SET picture = ?, pictured_at = ? WHERE id = ?');
  return {
    enrol({ id, name, at }) {
      const written = JSON.stringify(name);
      add.run(id, written, at);
      return operatorOf(named.get(written) as Row);
    },
    removeOperator: ({ id }) => remove.run(id).changes === 1,
    setPicture: ({ id, picture, at }) => set.run(picture && Buffer.from(picture), picture && at, id).changes === 1,
  };
}

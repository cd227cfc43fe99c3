import type { Dialect } from '../sql/dialect.js';
import { rows } from '../sql/steps.js';

export const POSTGRES: Dialect = {
  max: 'greatest',
  min: 'least',
  logs: 'conversations',
  head: 'head',
  emptyHead: 'head = 0,',
  ordinal: { conversations: 'id', runs: 'ordinal', toolCalls: 'ordinal' },
  forUpdate: ' FOR UPDATE',
  forShare: ' FOR SHARE',
  skipLocked: ' FOR UPDATE SKIP LOCKED',
  *lockRows(text, ...values) {
    yield* rows(`${text} FOR UPDATE`, ...values);
  },
  *lockName(name, space) {
    yield* rows(`SELECT pg_advisory_xact_lock(hashtextextended(?1, ${space}))`, name);
  },
  isIn: (column, value) => `${column} = ANY (${value}::text[])`,
  each: (value) => `unnest(${value}::text[]) AS each (value)`,
  list: (values) => values,
  boolean: (value) => value,
  byBytes: (column) => `${column} COLLATE "C"`,
  fromText: (text) => JSON.stringify(text),
  toText: (stored) => JSON.parse(stored) as string,
  integer: (expression) => `(${expression})::bigint`,
  quoted: (column) => `to_json(${column})::text`,
  quotedText: (column) => column,
  concat: (column, separator) => `string_agg(${column}, '${separator}')`,
  arrayLength: (column) => `json_array_length(${column}::json)`,
};

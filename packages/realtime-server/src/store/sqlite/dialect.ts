import type { Dialect } from '../sql/dialect.js';

function* nothing() {
  // One thread writes, in one transaction at a time: nothing has to be locked.
}

export const SQLITE: Dialect = {
  max: 'max',
  min: 'min',
  logs: 'logs',
  head: '(SELECT head FROM logs WHERE logs.id = conversations.id)',
  emptyHead: '',
  ordinal: { conversations: 'arrived', runs: 'rowid', toolCalls: 'rowid' },
  forUpdate: '',
  forShare: '',
  skipLocked: '',
  lockRows: nothing,
  lockName: nothing,
  isIn: (column, value) => `${column} IN (SELECT value FROM json_each(${value}))`,
  each: (value) => `json_each(${value})`,
  list: (values) => JSON.stringify(values),
  boolean: Number,
  byBytes: (column) => column,
  fromText: (text) => text,
  toText: (stored) => stored,
  integer: (expression) => expression,
  quoted: (column) => `json_quote(${column})`,
  // `json_quote` makes the JSON value null of a null.
  quotedText: (column) => `CASE WHEN ${column} IS NOT NULL THEN json_quote(${column}) END`,
  concat: (column, separator) => `group_concat(${column}, '${separator}')`,
  arrayLength: (column) => `json_array_length(${column})`,
};

/** `name` is JSON: of a plain text, the driver returns only what is before a NUL. */
export const OPERATORS = `
  CREATE TABLE operators (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    picture BLOB,
    pictured_at INTEGER
  ) STRICT;
`;

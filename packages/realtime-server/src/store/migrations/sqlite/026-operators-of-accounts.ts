/** A person with an account has a row of their own, whatever their name; before, a name had one row. */
export const OPERATORS_OF_ACCOUNTS = `
  CREATE TABLE operators_now (
    id TEXT PRIMARY KEY,
    account TEXT UNIQUE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    picture BLOB,
    pictured_at INTEGER
  ) STRICT;
  INSERT INTO operators_now (id, name, created_at, picture, pictured_at)
    SELECT id, name, created_at, picture, pictured_at FROM operators;
  DROP TABLE operators;
  ALTER TABLE operators_now RENAME TO operators;
  CREATE UNIQUE INDEX operators_by_name ON operators (name) WHERE account IS NULL;
`;

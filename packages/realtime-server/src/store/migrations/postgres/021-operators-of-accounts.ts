/** A person with an account has a row of their own, whatever their name; before, a name had one row. */
export const OPERATORS_OF_ACCOUNTS = `
  ALTER TABLE operators ADD COLUMN account text UNIQUE;
  ALTER TABLE operators DROP CONSTRAINT operators_name_key;
  CREATE UNIQUE INDEX operators_by_name ON operators (name) WHERE account IS NULL;
`;

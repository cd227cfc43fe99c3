/** `name` is JSON, as all that people write. A name has one JSON form, so it is unique all the same. */
export const OPERATORS = `
  CREATE TABLE operators (
    id text PRIMARY KEY,
    name text NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    picture bytea,
    pictured_at bigint
  );
`;

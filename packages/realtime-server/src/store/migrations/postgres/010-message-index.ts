/** No dictionary of the database is used, so both stores find the same. A visitor's messages are found by their conversations. */
export const MESSAGE_INDEX = `
  ALTER TABLE conversations ADD COLUMN indexed_seq integer NOT NULL DEFAULT 0;
  CREATE TABLE said (
    conversation text NOT NULL REFERENCES conversations (id),
    seq integer NOT NULL,
    at bigint NOT NULL,
    terms tsvector NOT NULL,
    PRIMARY KEY (conversation, seq)
  );
`;

/** Which event of a log answers which form, in SQLite. The index is the promise that each is answered once. */
export const FORM_ANSWER_COLUMN = `
  ALTER TABLE events ADD COLUMN fills INTEGER;
  CREATE UNIQUE INDEX events_fill ON events (conversation, fills) WHERE fills IS NOT NULL;
`;

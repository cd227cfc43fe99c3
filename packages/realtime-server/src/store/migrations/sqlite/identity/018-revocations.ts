/** Whom their site has signed out everywhere, and when. */
export const REVOCATIONS = `
  CREATE TABLE put_out (
    inbox TEXT NOT NULL,
    subject TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (inbox, subject)
  ) STRICT, WITHOUT ROWID;
`;

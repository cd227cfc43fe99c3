/** Whom their site has signed out everywhere, and when. */
export const REVOCATIONS = `
  CREATE TABLE put_out (
    inbox text NOT NULL,
    subject text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (inbox, subject)
  );
`;

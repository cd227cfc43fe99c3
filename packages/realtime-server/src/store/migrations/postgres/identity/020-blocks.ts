/** Contacts that the team has blocked, and the addresses that went with them. Of a contact one block is in force at a time. */
export const BLOCKS = `
  CREATE TABLE contact_blocks (
    id text PRIMARY KEY,
    inbox text NOT NULL,
    contact text NOT NULL,
    conversation text NOT NULL,
    name text NOT NULL,
    reason text NOT NULL,
    at bigint NOT NULL,
    address_until bigint,
    ended_at bigint,
    ended_by text
  );
  CREATE UNIQUE INDEX contact_blocks_in_force ON contact_blocks (contact) WHERE ended_at IS NULL;
  CREATE INDEX contact_blocks_of ON contact_blocks (inbox, at);
  CREATE INDEX contact_blocks_by_age ON contact_blocks (at);
  CREATE TABLE blocked_addresses (
    inbox text NOT NULL,
    address text NOT NULL,
    contact text NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (inbox, address, contact)
  );
  CREATE INDEX blocked_addresses_of ON blocked_addresses (contact);
`;

/** Contacts that the team has blocked, and the addresses that went with them. Of a contact one block is in force at a time. */
export const BLOCKS = `
  CREATE TABLE contact_blocks (
    id TEXT PRIMARY KEY,
    inbox TEXT NOT NULL,
    contact TEXT NOT NULL,
    conversation TEXT NOT NULL,
    name TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    address_until INTEGER,
    ended_at INTEGER,
    ended_by TEXT
  ) STRICT;
  CREATE UNIQUE INDEX contact_blocks_in_force ON contact_blocks (contact) WHERE ended_at IS NULL;
  CREATE INDEX contact_blocks_of ON contact_blocks (inbox, at);
  CREATE INDEX contact_blocks_by_age ON contact_blocks (at);
  CREATE TABLE blocked_addresses (
    inbox TEXT NOT NULL,
    address TEXT NOT NULL,
    contact TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (inbox, address, contact)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX blocked_addresses_of ON blocked_addresses (contact);
`;

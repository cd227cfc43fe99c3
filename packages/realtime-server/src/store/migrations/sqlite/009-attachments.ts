export const ATTACHMENTS = `
  CREATE TABLE attachments (
    id TEXT PRIMARY KEY,
    inbox TEXT NOT NULL,
    contact TEXT NOT NULL,
    size INTEGER NOT NULL,
    descriptor TEXT NOT NULL,
    conversation TEXT,
    seq INTEGER,
    created_at INTEGER NOT NULL,
    given_up_at INTEGER
  ) STRICT;
  CREATE INDEX attachments_in ON attachments (conversation) WHERE conversation IS NOT NULL;
  CREATE INDEX attachments_given_up ON attachments (given_up_at) WHERE given_up_at IS NOT NULL;
  CREATE INDEX attachments_of_inbox ON attachments (inbox, created_at, size);
  CREATE INDEX attachments_of_contact ON attachments (contact, created_at, size);
  CREATE INDEX attachments_loose ON attachments (created_at) WHERE conversation IS NULL AND given_up_at IS NULL;
`;

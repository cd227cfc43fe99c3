export const VISITOR_CONVERSATIONS = `
  ALTER TABLE conversations ADD COLUMN seen_seq INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE conversations ADD COLUMN erased_at INTEGER;
  ALTER TABLE conversations ADD COLUMN start_key TEXT;
  CREATE UNIQUE INDEX conversations_begun ON conversations (coalesce(writer, contact), start_key) WHERE start_key IS NOT NULL;
  CREATE INDEX runs_of ON runs (conversation);
`;

export const TOOL_CALLS = `
  CREATE TABLE tool_calls (
    conversation TEXT NOT NULL REFERENCES conversations (id),
    id TEXT NOT NULL,
    run TEXT NOT NULL,
    revision INTEGER NOT NULL DEFAULT 1,
    record TEXT NOT NULL,
    open INTEGER NOT NULL,
    due_at INTEGER,
    created_at INTEGER NOT NULL,
    UNIQUE (conversation, id)
  ) STRICT;
  CREATE INDEX tool_calls_due ON tool_calls (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE open_pages (
    conversation TEXT NOT NULL REFERENCES conversations (id),
    tab TEXT NOT NULL,
    socket TEXT NOT NULL,
    node TEXT NOT NULL,
    offer TEXT NOT NULL,
    visible INTEGER NOT NULL,
    focused_at INTEGER NOT NULL,
    spoke_at INTEGER NOT NULL DEFAULT 0,
    until INTEGER NOT NULL,
    PRIMARY KEY (conversation, tab)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX open_pages_node ON open_pages (node);
`;

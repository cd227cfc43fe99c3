export const TOOL_CALLS = `
  CREATE TABLE tool_calls (
    ordinal bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    conversation text NOT NULL REFERENCES conversations (id),
    id text NOT NULL,
    run text NOT NULL,
    revision integer NOT NULL DEFAULT 1,
    record text NOT NULL,
    open boolean NOT NULL,
    due_at bigint,
    created_at bigint NOT NULL,
    UNIQUE (conversation, id)
  );
  CREATE INDEX tool_calls_due ON tool_calls (due_at) WHERE due_at IS NOT NULL;
  CREATE TABLE open_pages (
    conversation text NOT NULL REFERENCES conversations (id),
    tab text NOT NULL,
    socket text NOT NULL,
    node text NOT NULL,
    offer text NOT NULL,
    visible boolean NOT NULL,
    focused_at bigint NOT NULL,
    spoke_at bigint NOT NULL DEFAULT 0,
    until bigint NOT NULL,
    PRIMARY KEY (conversation, tab)
  );
  CREATE INDEX open_pages_node ON open_pages (node);
`;

/**
 * What hangs on a conversation and goes with it. Whoever adds a table that refers to conversations adds it here, or lets it
 * go by itself (`ON DELETE CASCADE`); a test compares this list with the tables. Files are given up instead: their bytes lie
 * elsewhere, and their rows must outlive those.
 */
export const ON_A_CONVERSATION = ['events', 'runs', 'tool_calls', 'open_pages'] as const;

/**
 * The tables with rows that belong to a conversation and are deleted with it. Add each new table that refers to
 * `conversations`; a test compares this list with the schema. Files are not in it: their rows must outlive their bytes.
 */
export const CONVERSATION_CHILD_TABLES = ['events', 'runs', 'tool_calls', 'open_pages', 'unanswered', 'said'] as const;

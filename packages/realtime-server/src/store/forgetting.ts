/**
 * What hangs on a conversation and goes with it, when its visitor is forgotten or has it erased: then its own row stays, as the
 * mark that it was. Whoever adds a table that refers to conversations adds it here; a test compares this list with the tables.
 * Files are given up instead: their bytes lie elsewhere, and their rows must outlive those.
 */
export const ON_A_CONVERSATION = ['events', 'runs', 'tool_calls', 'open_pages', 'unanswered', 'said'] as const;

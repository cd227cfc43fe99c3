/** Unsent messages a client keeps. */
export const OUTBOX_ITEMS = 100;

/**
 * The limits that the script on a page and the first script in the frame need, on their own: the whole table is longer than
 * either has room for.
 */
export const PAGE_LIMITS = {
  /** A visitor's or a person's message, in UTF-16 code units. */
  textLength: 8_000,
  outboxItems: OUTBOX_ITEMS,
  questions: 8,
  questionLength: 200,
} as const;

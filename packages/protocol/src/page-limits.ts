/** Unsent messages a client keeps. */
export const OUTBOX_ITEMS = 100;
/** A visitor's or a person's message, in UTF-16 code units. */
export const TEXT_LENGTH = 8_000;

/**
 * The limits that the script on a page and the first script in the frame need, on their own: the whole table is longer than
 * either has room for.
 */
export const PAGE_LIMITS = {
  textLength: TEXT_LENGTH,
  outboxItems: OUTBOX_ITEMS,
  questions: 8,
  questionLength: 200,
} as const;

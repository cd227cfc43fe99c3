/** What the chat client goes by. A file of its own, so that it carries no other numbers. */
import { OUTBOX_ITEMS } from './page-limits.js';

export const CHAT_LIMITS = {
  /** The first frame (`hello`), before the server knows who speaks. */
  helloBytes: 8_192,
  /** An answer of the agent, in UTF-16 code units. */
  answerLength: 32_000,
  /** Early events a client holds while it waits for the missing ones, and how long it waits before it asks. */
  heldEvents: 256,
  reorderWaitMs: 150,
  /** Ping from the server carries heads; silence longer than `pingTimeoutMs` after an expected ping means half-open. */
  pingEveryMs: 25_000,
  pingTimeoutMs: 10_000,
  probeTimeoutMs: 2_500,
  connectTimeoutMs: 10_000,
  requestTimeoutMs: 10_000,
  outboxItems: OUTBOX_ITEMS,
  /** How long unsent messages are kept. */
  outboxDays: 7,
  typingEveryMs: 3_000,
  typingShownMs: 6_000,
} as const;

/** Functions of the page that the assistant may call. A file of its own, because a client loads that part when it needs it. */
export const TOOL_LIMITS = {
  /** What one page may offer, in UTF-16 code units where it is text. */
  tools: 32,
  toolDescription: 1_024,
  toolTitle: 80,
  toolParameters: 16_384,
  toolInstructions: 4_000,
  /** All of what a page offers, as JSON: it travels in one frame. */
  toolOffer: 49_152,
  /** Arguments and results, as JSON text. A result that is longer is left out, and the model is told that it was. */
  toolArgs: 16_384,
  toolResult: 32_768,
  toolMessage: 500,
  /** What a confirmation card says. */
  confirmTitle: 120,
  confirmBody: 500,
  /** Calls in one answer, and open ones in a conversation. */
  toolCallsPerRun: 20,
  toolCallsOpen: 8,
  /** The server's clocks: until a page claims or starts a call, until a person decides, until it has to be done. */
  toolDispatchMs: 10_000,
  toolConfirmMs: 300_000,
  toolConfirmMostMs: 900_000,
  toolExecutionMs: 20_000,
  toolExecutionMostMs: 120_000,
  /** How long a page that has begun may be away before its call counts as lost. */
  toolGraceMs: 15_000,
  /** How often an unanswered offer or grant is said again. */
  toolRepeatMs: 2_000,
  /** How often a call that may be done twice is given to another page. */
  toolRedeliveries: 2,
  toolProgressEveryMs: 500,
} as const;

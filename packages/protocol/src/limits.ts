/**
 * Every number that both ends must agree on. The server enforces them; `welcome.limits` carries the ones a client
 * needs, so that a client built against an older table still behaves. Units are in the names.
 */
import { PAGE_LIMITS } from './page-limits.js';

const { textLength, outboxItems, questions, questionLength } = PAGE_LIMITS;

/** What the chat client goes by, on its own for the same reason. */
export const CHAT_LIMITS = {
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
  outboxItems,
  /** How long unsent messages are kept. */
  outboxDays: 7,
  typingEveryMs: 3_000,
  typingShownMs: 6_000,
} as const;

/** The list of a visitor's conversations: how many, and the most of a message that is shown of each, in UTF-16 code units. */
export const CONVERSATION_LIMITS = { listedConversations: 50, summaryLength: 160 } as const;

/** Functions of the page that the assistant may call. */
export const TOOL_LIMITS = {
  /** What one page may offer, in UTF-16 code units where it is text. */
  tools: 32,
  toolDescription: 1_024,
  toolTitle: 80,
  toolParameters: 16_384,
  toolInstructions: 4_000,
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

/** What only the server enforces. Plain numbers: a product in here would make every bundler keep the table. */
const SERVER_LIMITS = {
  /** One WebSocket message. A larger one closes the socket with 1009; the client marks that item failed. */
  frameBytes: 65_536,
  /** The first frame (`hello`), before we know who speaks. */
  helloBytes: 8_192,
  helloTimeoutMs: 8_000,
  /** Nesting and size of parsed JSON; checked before parsing, because deep values crash recursive code. */
  jsonDepth: 16,
  jsonNodes: 2_000,
  textLength,
  /** Token bucket for all frames of one socket. */
  framesPerSecond: 20,
  frameBurst: 40,
  /** Token bucket for appended messages of one visitor socket. */
  appendsPerSecond: 1,
  appendBurst: 5,
  /** Frames that can't be read before the socket is closed with 4400. */
  badFrames: 3,
  /** Events in one `events` frame, and the most that a replay sends before it becomes a snapshot. */
  eventsPerFrame: 100,
  eventBytesPerFrame: 49_152,
  replayEvents: 500,
  snapshotEvents: 50,
  historyPage: 100,
  /** Streaming: pieces are gathered this long before they are sent (the first goes at once). */
  deltaEveryMs: 50,
  /** bufferedAmount thresholds of one socket. */
  dropEphemeralBytes: 65_536,
  pauseReplayBytes: 262_144,
  closeSlowReaderBytes: 1_048_576,
  /** Idle life of an anonymous session. */
  sessionIdleDays: 30,
  sessionDays: 180,
  /** The token of an anonymous session is exchanged for a new one after so long; the old one is then good for a moment more. */
  sessionRenewHours: 24,
  sessionRenewGraceMs: 60_000,
  /** Life of an identified session: without a connection, and at all unless the identity is proven anew. */
  identifiedIdleMinutes: 30,
  identifiedHours: 12,
  /** An identity token: its size in bytes, the longest life it may claim, and how far clocks may differ, in seconds. */
  identityBytes: 4_096,
  identityTtlS: 600,
  identitySkewS: 60,
  questions,
  questionLength,
  contextBytes: 4_096,
  bridgeBytes: 65_536,
} as const;

export const LIMITS: typeof CHAT_LIMITS & typeof CONVERSATION_LIMITS & typeof TOOL_LIMITS & typeof SERVER_LIMITS =
  /* @__PURE__ */ Object.assign({}, CHAT_LIMITS, CONVERSATION_LIMITS, TOOL_LIMITS, SERVER_LIMITS);

export type Limits = typeof LIMITS;

/** The part of the table that a client is told in `welcome`: names are fixed, numbers are the server's. */
export type ClientLimits = {
  readonly [Name in 'frameBytes' | 'textLength' | 'outboxItems' | 'pingEveryMs' | 'pingTimeoutMs']: number;
};

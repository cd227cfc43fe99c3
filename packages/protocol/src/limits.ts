/**
 * Every number that both ends must agree on. The server enforces them; `welcome.limits` carries the ones a client
 * needs, so that a client built against an older table still behaves. Units are in the names.
 */
import { CHAT_LIMITS } from './chat-limits.js';
import { CONVERSATION_LIMITS } from './conversation-limits.js';
import { FILE_LIMITS } from './file-limits.js';
import { PAGE_LIMITS } from './page-limits.js';
import { TOOL_LIMITS } from './tools/tool-limits.js';

const { textLength, questions, questionLength } = PAGE_LIMITS;

/** What only the server enforces. Plain numbers: a product in here would make every bundler keep the table. */
const SERVER_LIMITS = {
  /** One WebSocket message. A larger one closes the socket with 1009; the client marks that item failed. */
  frameBytes: 65_536,
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
  closeSlowReaderBytes: 786_432,
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
  /** Width × height × frames, checked before an image is decoded: a small file may unfold into gigabytes. */
  imagePixels: 25_000_000,
  /** What one visitor, and all visitors of an inbox together, may upload in 24 hours. */
  visitorUploadBytesPerDay: 52_428_800,
  inboxUploadBytesPerDay: 1_073_741_824,
  /** Uploads of one visitor at the same moment. A client sends fewer. */
  uploadsAtOnce: 4,
  /** An upload that brings less than so many bytes in so long is given up: the slowest lines bring several times as much. */
  uploadStallMs: 20_000,
  uploadStallBytes: 16_384,
  /** What files leave free on the disk: conversations need it more. */
  uploadDiskReserve: 268_435_456,
  /** A file that no message has named by then is removed. */
  unattachedHours: 24,
  questions,
  questionLength,
} as const;

export const LIMITS: typeof CHAT_LIMITS &
  typeof CONVERSATION_LIMITS &
  typeof TOOL_LIMITS &
  typeof FILE_LIMITS &
  typeof SERVER_LIMITS = /* @__PURE__ */ Object.assign(
  {},
  CHAT_LIMITS,
  CONVERSATION_LIMITS,
  TOOL_LIMITS,
  FILE_LIMITS,
  SERVER_LIMITS,
);

export type Limits = typeof LIMITS;

/** The part of the table that a client is told in `welcome`: names are fixed, numbers are the server's. */
export type ClientLimits = {
  readonly [Name in 'frameBytes' | 'textLength' | 'outboxItems' | 'pingEveryMs' | 'pingTimeoutMs']: number;
};

/** Numbers that only the server reads. Those that clients must know too are in the protocol's limits.ts. */

export const SOCKET_LIMITS = {
  eventBytesPerFrame: 49_152,
  /** Pieces of an answer are gathered this long before they are sent. The first goes at once. */
  deltaEveryMs: 50,
  /** Bytes that wait in one socket (`bufferedAmount`) before the server sends less, pauses, or closes. */
  dropEphemeralBytes: 65_536,
  pauseReplayBytes: 262_144,
  closeSlowReaderBytes: 786_432,
} as const;

/** Identity tokens: the longest life a token may claim, and how far clocks may differ, in seconds. */
export const TOKEN_LIMITS = { identityTtlS: 600, identitySkewS: 60 } as const;

export const UPLOAD_LIMITS = {
  /** Width × height × frames, checked before an image is decoded: a small file may unfold into gigabytes. */
  imagePixels: 25_000_000,
  /** What one visitor, and all visitors of an inbox together, may upload in 24 hours. */
  visitorUploadBytesPerDay: 52_428_800,
  inboxUploadBytesPerDay: 1_073_741_824,
  /** Uploads of one visitor at the same moment. A client sends fewer. */
  uploadsAtOnce: 4,
  /** An upload that brings less than this many bytes in this time is aborted. The slowest networks bring several times as much. */
  uploadStallMs: 20_000,
  uploadStallBytes: 16_384,
  /** Free disk space that files must leave: conversations need it more. */
  uploadDiskReserve: 268_435_456,
  /** A file that no message names by then is removed. */
  unattachedHours: 24,
} as const;

export const TOOL_CALL_LIMITS = {
  /** Calls in one answer, and open ones in a conversation. */
  toolCallsPerRun: 20,
  toolCallsOpen: 8,
  /** Until a page has to claim or start a call. */
  toolDispatchMs: 10_000,
  /** How long a page that has started may be away before its call counts as lost. */
  toolGraceMs: 15_000,
  /** How often an unanswered offer or grant is sent again. */
  toolRepeatMs: 2_000,
  /** How often a call that may run twice is given to another page. */
  toolRedeliveries: 2,
} as const;

export const QUEUE_LIMITS = {
  /** Positions beyond this one are not sent: the number would tell the visitor nothing. */
  maxPosition: 500,
} as const;

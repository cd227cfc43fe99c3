/** Numbers that only the server reads. Those that clients must know too are in the protocol's limits.ts. */

export const SOCKET_LIMITS = {
  eventBytesPerFrame: 49_152,
  /** Conversations that a socket follows at once. A chat follows one. */
  followedConversations: 8,
  /** Pieces of an answer are gathered this long before they are sent. The first goes at once. */
  deltaEveryMs: 50,
  /** Bytes that wait in one socket (`bufferedAmount`) before the server sends less, pauses, or closes. */
  dropEphemeralBytes: 65_536,
  pauseReplayBytes: 262_144,
  closeSlowReaderBytes: 786_432,
} as const;

/** Identity tokens: the longest life a token may claim, and how far clocks may differ, in seconds. */
export const TOKEN_LIMITS = { identityTtlS: 600, identitySkewS: 60 } as const;

/** Plain HTTP. Addresses are counted as for sockets (`countedGroup`). */
export const HTTP_LIMITS = {
  /** Requests that wait behind the one in work on a connection. Browsers and proxies send the next one after the answer. */
  requestsWaiting: 16,
  /**
   * Requests of one address. A page with an empty cache makes about 15, the next one 3, a person at the desk one a second: a
   * school of a thousand may open it in the same minute.
   */
  requestsPerSecond: 200,
  requestBurst: 3_000,
  /** Beyond so many at once, requests of a burst begin so far apart: a plain one takes up to 1 ms of the thread that serves everyone. */
  requestsWithoutPace: 60,
  requestEveryMs: 3,
  /**
   * A request or an upgrade that is one too many of its address, or of its connection, is refused so much later. Who asks again at once
   * after each refusal would take more of the server with them than with answers.
   */
  refuseAfterMs: 1_000,
  /** Requests in work and connections of one address: each person of a large office has one or two that wait for events. */
  requestsAtOnce: 1_000,
  connections: 1_000,
  /** One address has at most this share of the connections that the server can hold. */
  addressShare: 0.25,
  /** Open files left for the store, the articles, image processes and requests to elsewhere. A node alone uses about 60. */
  reservedFiles: 128,
  /** An answer of which the reader takes nothing for so long is cut off, after a second more for each so many bytes that wait. */
  answerStallMs: 30_000,
  answerStallBytesPerSecond: 16_384,
  /** How often it is looked at. An answer that is taken at once is never looked at. */
  answerLookMs: 5_000,
  /** How long the rest of a request may come after its answer: enough for a refused file to be noticed by its sender. */
  unwantedBodyMs: 5_000,
  /** A request in JSON: the longest message of the team is 32 KiB. And the time for all of it. */
  jsonBytes: 262_144,
  jsonMs: 30_000,
  /** Different wrong keys of one address. A person mistypes a few; the same wrong key again is no guess and isn't counted. */
  wrongKeyBurst: 20,
  wrongKeysPerSecond: 0.1,
  /** Compressed documents in memory: one for each page that shows a chat, in each mode and colour scheme. */
  documents: 256,
  documentBytes: 8_388_608,
  /** Documents in compression. While so many are, others are sent as they are. */
  documentsAtOnce: 2,
} as const;

/**
 * What visitors' frames may add to the store in a day, in bytes, as this node counts them: what is used comes back evenly over 24
 * hours. A frame counts as its JSON and `rowBytes`.
 */
export const STORED_BYTES_LIMITS = {
  /** Row, index entries, and an answer as most are. A visitor's usual message counts 2.2 KiB, a new session only this. */
  rowBytes: 2_048,
  /** A visitor. A long conversation is 100 messages, which are 0.2 MiB here. */
  visitorBytesPerDay: 4_194_304,
  /** All visitors of an address. 1,000 colleagues who write ten messages each use a sixth. */
  addressBytesPerDay: 134_217_728,
  /** All visitors of an inbox: two million messages. */
  inboxBytesPerDay: 4_294_967_296,
  /** What a visitor may write although the address or the inbox has used up its bytes: 15 usual messages, so that one there can't silence the others. */
  ownBytesPerDay: 32_768,
} as const;

/**
 * Free space on the disk of the embedded store. Each bar is `bytes` or that `share` of the whole disk, whichever is less: a small
 * volume is not full from its first day. Usual is gigabytes.
 */
export const DISK_LIMITS = {
  /** Below: a warning in the log. */
  warning: { bytes: 536_870_912, share: 0.2 },
  /** Below: no files. With PostgreSQL this is about the node's own disk, on which uploads in progress are. */
  uploads: { bytes: 268_435_456, share: 0.1 },
  /**
   * What is uploaded in one inbox in 24 hours may be this part of the space above that bar, where files are stored on this disk. So no
   * inbox takes the disk from the others, however many days it is attacked.
   */
  inboxUploadShare: 0.25,
  /** Below: no new sessions. */
  sessions: { bytes: 134_217_728, share: 0.05 },
  /** Below: no messages of visitors. What remains is for answers, the team, erasures and the write-ahead log. */
  messages: { bytes: 67_108_864, share: 0.025 },
  /** How much more than its bar must be free before a level is left. */
  leaveAbove: 0.1,
  lookEveryMs: 2_000,
  /** What a client waits that was refused for lack of space: someone has to make room first. */
  retryAfterMs: 60_000,
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

/** What one search may cost. It works in the thread that serves everyone, so each number is some milliseconds of it. */
export const SEARCH_WORK = {
  /** Of a visitor, those with the latest messages. */
  conversations: 500,
  /** The latest messages of a visitor, and their words in characters: a thousand times what people write in a year. */
  searchedMessages: 5_000,
  searchedCharacters: 1_000_000,
  /** What is gone through to find the places that excerpts show. Thirty ordinary answers have 45,000. */
  excerptCharacters: 64_000,
  /** Events that are read at once to be indexed. Twenty of the longest answers are half a megabyte. */
  eventsAtOnce: 20,
  /** Reads that a search takes from the session's budget: 15 at once, then one in 0.8 seconds. Who types pauses longer. */
  readsPerSearch: 4,
} as const;

/** The team's search through the conversations of its inboxes: what one request goes through. It goes on where the one before ended. */
export const TEAM_SEARCH_WORK = {
  /** Conversations that are looked at together. */
  atOnce: 25,
  conversations: 200,
  /** Events of those conversations. */
  events: 10_000,
  /** Events that had yet to be indexed. */
  indexedEvents: 2_000,
  /** Of conversations that are looked at together, and of a single one that has more: the latest. */
  reach: { searchedMessages: 5_000, searchedCharacters: 4_000_000 },
} as const;

export const ANSWER_LIMITS = {
  /** Answers being written in one process. Most of them wait for a model's words. */
  running: 512,
  /** Answers that wait for a visitor's page, up to 15 minutes for a click: they use memory and a lease, and no model. */
  waitingForPage: 2_048,
  /** Running and waiting answers of one visitor. Each conversation has one at most, and a visitor writes in one at a time. */
  perVisitor: 4,
  /**
   * Answers that visitors of one address may have begun lately, where one that was begun `begunHalfLifeMs` ago counts half: 30 at
   * once, then 3 a second. A school class that chats asks three a second.
   */
  begunAtAddress: 30,
  begunHalfLifeMs: 7_000,
  /**
   * Steps of the answers at one address begin so far apart: each answer, and each return to the model with what a page has answered,
   * which may be eight calls. A step takes 5 to 30 ms of the thread that serves everyone. Of 30 who ask at once the last one waits 3.5
   * seconds.
   */
  stepEveryMs: 120,
  stepAfterPageEveryMs: 250,
  /** No step waits longer, or one who keeps pages waiting would hold up their neighbours' answers for minutes. */
  stepWaitMs: 5_000,
} as const;

/** Contacts that the team blocks. */
export const BLOCK_LIMITS = {
  /** In force in one inbox. A team that blocks one a minute takes a week. */
  perInbox: 10_000,
  addressDays: 30,
  /** Of one contact. A phone changes its address several times a day. */
  addressesPerContact: 10,
  reasonLength: 200,
  /** For so long, blocks that were taken back are listed. */
  endedDays: 30,
} as const;

export const QUEUE_LIMITS = {
  /** Positions beyond this one are not sent: the number would tell the visitor nothing. */
  maxPosition: 500,
} as const;

/** Messages of nodes to each other, over Redis. */
export const BUS_LIMITS = {
  /** A larger message is no node's: an answer of 32,000 characters as JSON, all of them escaped, has 192,000 bytes. */
  messageBytes: 262_144,
  /** An older message, or one from the future, is not delivered. Clocks of nodes agree within a few seconds, Redis takes milliseconds. */
  messageLifeMs: 30_000,
  /** Bytes on their way to Redis. Beyond, messages are dropped, or a Redis that hangs would fill the memory. */
  underWayBytes: 8_388_608,
  /** Refused messages are counted, and logged this often at most. */
  reportEveryMs: 60_000,
} as const;

/**
 * Every number that both ends must agree on, or that CONFORMANCE.md names. Text lengths are in UTF-16 code units, other units are in the
 * names. The server enforces them; `welcome.limits` carries the ones a client needs, so that an older client still behaves. Numbers of
 * the server alone are beside what they limit: admission-limits.ts, upload-limits.ts, session-lifetime.ts, runtime/limits.ts.
 */

/** Frames and pages of the log, on either side of the socket. */
export const FRAME_LIMITS = {
  /** One WebSocket message. A larger one closes the socket with 1009; the client marks that item failed. */
  frameBytes: 65_536,
  /** The first frame (`hello`), before the server knows who the visitor is. */
  helloBytes: 8_192,
  helloTimeoutMs: 8_000,
  /** Nesting and size of parsed JSON; checked before parsing, because deep values crash recursive code. */
  jsonDepth: 16,
  jsonNodes: 2_000,
  /** Token bucket for all frames of one socket. */
  framesPerSecond: 20,
  frameBurst: 40,
  /** Token bucket for what one visitor writes, in all tabs of a session together. What an address may: admission-limits.ts. */
  appendsPerSecond: 1,
  appendBurst: 5,
  /** Frames that can't be read before the socket is closed with 4400. */
  badFrames: 3,
  /** Events in one `events` frame, and the most that a replay sends before it becomes a snapshot. */
  eventsPerFrame: 100,
  replayEvents: 500,
  snapshotEvents: 50,
  historyPage: 100,
} as const;

/** Timeouts and intervals of a client. */
export const CLIENT_LIMITS = {
  /** Early events a client holds while it waits for the missing ones, and how long it waits before it asks. */
  heldEvents: 256,
  reorderWaitMs: 150,
  /** Pings from the server carry heads; silence longer than `pingTimeoutMs` after an expected ping means half-open. */
  pingEveryMs: 25_000,
  pingTimeoutMs: 10_000,
  probeTimeoutMs: 2_500,
  connectTimeoutMs: 10_000,
  requestTimeoutMs: 10_000,
  typingEveryMs: 3_000,
  typingShownMs: 6_000,
} as const;

export const MESSAGE_LIMITS = {
  /** A visitor's or a person's message. */
  textLength: 8_000,
  /** An answer of the agent. */
  answerLength: 32_000,
  /** Unsent messages that a client stores, and for how long. */
  outboxItems: 100,
  outboxDays: 7,
} as const;

/** What a page passes to `init`; the same lengths hold in an inbox's settings. */
export const CONFIG_LIMITS = {
  placeholder: 200,
  agentName: 80,
  agentTitle: 120,
  instructions: 4_000,
  containerId: 256,
  questions: 8,
  questionLength: 200,
} as const;

/** Own words of an inbox. */
export const INBOX_WORDS_LIMITS = { greeting: 500, welcomes: 50, ownText: 300, consentText: 2_000 } as const;

/** Attributes that a page gives for its visitor. */
export const USER_LIMITS = { fieldLength: 256, attributes: 32, attributeName: 64, attributeLength: 512 } as const;

/** Of `ServiceConfig.launcher`. Lengths in CSS pixels. */
export const LAUNCHER_LIMITS = {
  leastSize: 44,
  mostSize: 96,
  mostOffset: 1_000,
  mostZIndex: 2_147_483_647,
  /** Characters of a path that is drawn as the icon. */
  iconLength: 2_000,
  hiddenPaths: 50,
} as const;

/** What a page reports of itself and its browser, in UTF-16 code units. */
export const PAGE_LIMITS = { url: 2_048, title: 256, referrer: 256, language: 35, timeZone: 64 } as const;

/** The list of a visitor's conversations: how many, and the most of a message that is shown of each. */
export const CONVERSATION_LIMITS = { listedConversations: 50, summaryLength: 160 } as const;

export const SEARCH_LIMITS = { queryLength: 200, queryWords: 8, hits: 30, excerptLength: 160, marks: 20 } as const;

/** Business hours of an inbox. */
export const HOURS_LIMITS = { intervalsPerDay: 12, exceptions: 200 } as const;

export const FILE_LIMITS = {
  /** Files of one message. A client reads up to 100, because a newer server may allow more. */
  attachmentsPerMessage: 5,
  attachmentNameLength: 100,
  attachmentBytes: 10_485_760,
  /** How long a link to a file can be used. */
  attachmentLinkMs: 300_000,
} as const;

export const PART_LIMITS = {
  parts: 4,
  /** All parts of a message together, as JSON text. */
  partsLength: 12_000,
  quickReplies: 8,
  replyLabel: 60,
  replyText: 500,
  cardTitle: 120,
  cardText: 600,
  cardLinks: 4,
  cardUrl: 2_048,
} as const;

/** A whole answer to a form, in words, always fits into a message. */
export const FORM_LIMITS = {
  fields: 8,
  multiLines: 3,
  title: 120,
  text: 600,
  name: 40,
  label: 120,
  hint: 200,
  options: 20,
  option: 120,
  number: 1e12,
  answer: { text: 200, email: 254, 'multi-line': 1_800 },
} as const;

/** Client tools: functions of the page that the assistant may call. */
export const TOOL_LIMITS = {
  /** What one page may offer. */
  tools: 32,
  toolDescription: 1_024,
  toolTitle: 80,
  toolParameters: 16_384,
  /**
   * Nesting of brackets in a schema and in arguments. An object in an object takes two; forms that people fill in take ten.
   * Thousands parse well and then overflow whatever reads them, and every answer of that conversation would fail.
   */
  toolJsonDepth: 64,
  toolInstructions: 4_000,
  /** All of what a page offers, as JSON: it travels in one frame. */
  toolOffer: 49_152,
  /** Arguments and results, as JSON text. A longer result is left out, and the model learns that it was. */
  toolArgs: 16_384,
  toolResult: 32_768,
  /** A result up to here is in the conversation too, so that a page can draw it. */
  toolShownResult: 8_192,
  toolMessage: 500,
  /** Texts of a confirmation card. */
  confirmTitle: 120,
  confirmBody: 500,
  /** How long a visitor has to decide, and a call to finish: the default, and the most that a page may ask for. */
  toolConfirmMs: 300_000,
  toolConfirmMostMs: 900_000,
  toolExecutionMs: 20_000,
  toolExecutionMostMs: 120_000,
  toolProgressEveryMs: 500,
} as const;

export const IDENTITY_LIMITS = {
  /** How long a page's token function may take, and how long before the end of a session it is asked again. */
  identityTimeoutMs: 8_000,
  identityAheadMs: 60_000,
  /** An identity token. It is ASCII, so these are characters too. */
  identityBytes: 4_096,
} as const;

/** The limits that `welcome` carries: names are fixed, numbers are the server's. */
export type WelcomeLimits = {
  readonly [Name in 'frameBytes' | 'textLength' | 'outboxItems' | 'pingEveryMs' | 'pingTimeoutMs']: number;
};

/** Made by a call that is marked pure: bundlers keep a plain object that reads from others, even where nothing uses it. */
export const WELCOME_LIMITS: WelcomeLimits = /* @__PURE__ */ welcomeLimits();

function welcomeLimits(): WelcomeLimits {
  return {
    frameBytes: FRAME_LIMITS.frameBytes,
    textLength: MESSAGE_LIMITS.textLength,
    outboxItems: MESSAGE_LIMITS.outboxItems,
    pingEveryMs: CLIENT_LIMITS.pingEveryMs,
    pingTimeoutMs: CLIENT_LIMITS.pingTimeoutMs,
  };
}

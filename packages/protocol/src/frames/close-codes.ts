/**
 * Why a socket was closed, and what the client must do about it. The server picks the code, the client obeys the duty.
 * Unknown codes: 4000–4399 reconnect, 4400–4999 stop.
 */
export type CloseDuty =
  /** Back off with jitter, then resume from the cursor. */
  | 'reconnect'
  /** Wait a random part of the window the server named, then resume. */
  | 'reconnect-spread'
  /** Drop what is cached of the conversation and ask for a snapshot. */
  | 'snapshot'
  /** Mark the item that was being sent as failed, then reconnect without it. */
  | 'fail-item'
  /** Forget the session, then start a new one. */
  | 'new-session'
  /** Reconnect once; a second time in a row means stop. */
  | 'reconnect-once'
  /** Stay closed until the visitor comes back to this tab. While they look at it: come back, but not soon. */
  | 'passive'
  /** Stay closed: nothing this client does on its own will help. */
  | 'stop'
  | 'nothing';

export interface CloseRule {
  readonly code: number;
  readonly duty: CloseDuty;
  /**
   * One sentence for logs and for the person who reads them. It travels as the reason of the close, so no client has to
   * carry the sentences along.
   */
  readonly meaning: string;
}

const normal = 1000;
const goingAway = 1001;
const restart = 1012;
const sessionExpired = 4100;
const accessChanged = 4101;
const identityTooEarly = 4110;
const unauthorized = 4401;
const contactBlocked = 4403;
const versionUnsupported = 4406;
const identityExpired = 4411;
const identityReplayed = 4412;
const identityRequired = 4413;
const consentRequired = 4451;
const consentWithdrawn = 4452;

/** The codes that a client has to know by name. A client that imports this doesn't carry the sentences of `CLOSE`. */
export const CLOSE_CODE = {
  normal,
  goingAway,
  restart,
  versionUnsupported,
  identityRequired,
  consentRequired,
  consentWithdrawn,
} as const;

/** The codes that only a client with an identified visitor has to tell apart. */
export const IDENTITY_CLOSE = {
  sessionExpired,
  accessChanged,
  identityTooEarly,
  unauthorized,
  identityExpired,
  identityReplayed,
  identityRequired,
} as const;

/** Where a code asks for something else than its range does. */
const DUTIES: Readonly<Record<number, CloseDuty>> = {
  1009: 'fail-item',
  4000: 'reconnect-spread',
  4003: 'snapshot',
  4009: 'passive',
  4010: 'reconnect-once',
  [sessionExpired]: 'new-session',
  [accessChanged]: 'new-session',
  4400: 'reconnect-once',
  [identityExpired]: 'reconnect-once',
  [identityReplayed]: 'reconnect-once',
};

/** What a client must do about a code as received. Never throws: an unknown code gets the duty of its range. */
export function closeDuty(code: number): CloseDuty {
  return DUTIES[code] ?? (code >= 4400 && code <= 4999 ? 'stop' : 'reconnect');
}

const rule = (code: number, meaning: string): CloseRule => ({ code, duty: closeDuty(code), meaning });

export const CLOSE = {
  normal: /* @__PURE__ */ rule(normal, 'Closed on purpose; if you did not ask for it, reconnect.'),
  goingAway: /* @__PURE__ */ rule(goingAway, 'The server is going away.'),
  network: /* @__PURE__ */ rule(1006, 'The connection broke without a goodbye.'),
  tooBig: /* @__PURE__ */ rule(1009, 'A frame was larger than the limit; do not send it again.'),
  internal: /* @__PURE__ */ rule(1011, 'The server failed; it keeps what it acknowledged.'),
  restart: /* @__PURE__ */ rule(restart, 'The server restarts.'),
  tryLater: /* @__PURE__ */ rule(1013, 'The server is overloaded; wait before you reconnect.'),
  drained: /* @__PURE__ */ rule(4000, 'The server drains before a deploy.'),
  pingTimeout: /* @__PURE__ */ rule(4001, 'No answer to a ping in time.'),
  slowReader: /* @__PURE__ */ rule(4002, 'The client reads too slowly; it resumes from the log.'),
  insufficientState: /* @__PURE__ */ rule(4003, 'The cursor cannot be continued.'),
  rateLimited: /* @__PURE__ */ rule(4004, 'Too many frames; wait before you reconnect.'),
  helloTimeout: /* @__PURE__ */ rule(4008, 'No hello in time.'),
  tooManySockets: /* @__PURE__ */ rule(4009, 'Too many connections of one visitor.'),
  superseded: /* @__PURE__ */ rule(4010, 'The same page opened a newer connection.'),
  overloaded: /* @__PURE__ */ rule(4013, 'This node takes no new connections now.'),
  sessionExpired: /* @__PURE__ */ rule(sessionExpired, 'The session has ended; start a new one.'),
  accessChanged: /* @__PURE__ */ rule(accessChanged, 'What this session may see has changed.'),
  identityTooEarly: /* @__PURE__ */ rule(
    identityTooEarly,
    'The identity token may be older than the revocation of its person; wait, then bring a new one.',
  ),
  malformed: /* @__PURE__ */ rule(4400, 'Frames that cannot be read.'),
  unauthorized: /* @__PURE__ */ rule(unauthorized, 'The identity or session is not valid.'),
  contactBlocked: /* @__PURE__ */ rule(contactBlocked, 'The team takes no messages from this visitor.'),
  identityExpired: /* @__PURE__ */ rule(identityExpired, 'The identity token has expired; bring a new one.'),
  identityReplayed: /* @__PURE__ */ rule(identityReplayed, 'The identity token was used before; bring a new one.'),
  identityRequired: /* @__PURE__ */ rule(
    identityRequired,
    'This inbox serves only visitors whom the site has identified.',
  ),
  inboxGone: /* @__PURE__ */ rule(4404, 'There is no such inbox, or it does not allow this origin.'),
  versionUnsupported: /* @__PURE__ */ rule(versionUnsupported, 'No protocol version in common; load the newer client.'),
  consentRequired: /* @__PURE__ */ rule(consentRequired, 'This inbox needs consent before a session.'),
  consentWithdrawn: /* @__PURE__ */ rule(
    consentWithdrawn,
    'The visitor has taken their consent back; forget everything of them and ask again.',
  ),
} as const satisfies Record<string, CloseRule>;

export type CloseName = keyof typeof CLOSE;

/** The reason to close with when the other side should wait: the counterpart of `closeRetryAfterMs`. */
export function closeReason(retryAfterMs: number): string {
  return `{"retryAfter":${Math.round(retryAfterMs)}}`;
}

/** Reads the optional `{"retryAfter":ms}` in a close reason. Anything else is no hint (reasons come from the network). */
export function closeRetryAfterMs(reason: string): number | undefined {
  const match = /^\{"retryAfter":(\d{1,7})\}$/.exec(reason);
  return match ? Number(match[1]) : undefined;
}

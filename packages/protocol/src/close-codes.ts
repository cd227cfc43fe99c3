/**
 * Why a socket was closed, and what the client must do about it. The server picks the code, the client obeys the duty;
 * both read this table, so there is no second opinion. Unknown codes: 4000–4399 reconnect, 4400–4999 stop.
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
  /** Stay closed until the visitor comes back to this tab. */
  | 'passive'
  /** Stay closed: nothing this client does on its own will help. */
  | 'stop'
  | 'nothing';

export interface CloseRule {
  readonly code: number;
  readonly duty: CloseDuty;
  /** One sentence for logs and for the person who reads them. */
  readonly meaning: string;
}

export const CLOSE = {
  normal: { code: 1000, duty: 'reconnect', meaning: 'Closed on purpose; if you did not ask for it, reconnect.' },
  goingAway: { code: 1001, duty: 'reconnect', meaning: 'The server is going away.' },
  network: { code: 1006, duty: 'reconnect', meaning: 'The connection broke without a goodbye.' },
  tooBig: { code: 1009, duty: 'fail-item', meaning: 'A frame was larger than the limit; do not send it again.' },
  internal: { code: 1011, duty: 'reconnect', meaning: 'The server failed; it keeps what it acknowledged.' },
  restart: { code: 1012, duty: 'reconnect', meaning: 'The server restarts.' },
  tryLater: { code: 1013, duty: 'reconnect', meaning: 'The server is overloaded; wait before you reconnect.' },
  drained: { code: 4000, duty: 'reconnect-spread', meaning: 'The server drains before a deploy.' },
  pingTimeout: { code: 4001, duty: 'reconnect', meaning: 'No answer to a ping in time.' },
  slowReader: { code: 4002, duty: 'reconnect', meaning: 'The client reads too slowly; it resumes from the log.' },
  insufficientState: { code: 4003, duty: 'snapshot', meaning: 'The cursor cannot be continued.' },
  rateLimited: { code: 4004, duty: 'reconnect', meaning: 'Too many frames; wait before you reconnect.' },
  helloTimeout: { code: 4008, duty: 'reconnect', meaning: 'No hello in time.' },
  tooManySockets: { code: 4009, duty: 'passive', meaning: 'Too many connections of one visitor.' },
  superseded: { code: 4010, duty: 'reconnect-once', meaning: 'The same page opened a newer connection.' },
  overloaded: { code: 4013, duty: 'reconnect', meaning: 'This node takes no new connections now.' },
  sessionExpired: { code: 4100, duty: 'new-session', meaning: 'The session has ended; start a new one.' },
  accessChanged: { code: 4101, duty: 'new-session', meaning: 'What this session may see has changed.' },
  malformed: { code: 4400, duty: 'reconnect-once', meaning: 'Frames that cannot be read.' },
  unauthorized: { code: 4401, duty: 'stop', meaning: 'The identity or session is not valid.' },
  forbidden: { code: 4403, duty: 'stop', meaning: 'This origin or visitor is not allowed.' },
  inboxGone: { code: 4404, duty: 'stop', meaning: 'There is no such inbox, or it does not allow this origin.' },
  versionUnsupported: { code: 4406, duty: 'stop', meaning: 'No protocol version in common; load the newer client.' },
  consentRequired: { code: 4451, duty: 'stop', meaning: 'This inbox needs consent before a session.' },
} as const satisfies Record<string, CloseRule>;

export type CloseName = keyof typeof CLOSE;

const byCode = new Map<number, CloseRule>(Object.values(CLOSE).map((rule) => [rule.code, rule]));

/** The rule for a code as received. Never throws: an unknown code gets the duty of its range. */
export function closeRule(code: number): CloseRule {
  const known = byCode.get(code);
  if (known) return known;
  const stop = code >= 4400 && code <= 4999;
  return { code, duty: stop ? 'stop' : 'reconnect', meaning: `Closed with the unknown code ${code}.` };
}

/** The reason to close with when the other side should wait: the counterpart of `closeRetryAfterMs`. */
export function closeReason(retryAfterMs: number): string {
  return `{"retryAfter":${Math.round(retryAfterMs)}}`;
}

/** Reads the optional `{"retryAfter":ms}` in a close reason. Anything else is no hint (reasons come from the network). */
export function closeRetryAfterMs(reason: string): number | undefined {
  const match = /^\{"retryAfter":(\d{1,7})\}$/.exec(reason);
  return match ? Number(match[1]) : undefined;
}

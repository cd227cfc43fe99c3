/**
 * The frames of client tools. A call goes: the server offers it to one page; the page checks the arguments and claims it;
 * a person confirms, when that is asked for; the server grants it under a lease; the page says that it started, and gives
 * a result under that lease. Only a lease can start a function, and only one page ever holds it.
 *
 * Every one of these frames may be sent twice or be lost. Offers and grants are repeated by the server until they are
 * answered; a page answers a repeated one from memory and never runs a function twice for it.
 */

import {
  type ConfirmView,
  HASH,
  TOOL_CALL_ID,
  TOOL_EFFECTS,
  TOOL_LEASE,
  TOOL_NAME,
  type ToolEffects,
  type ToolManifest,
} from '../client-tools/manifest.js';
import { TOOL_ERRORS, type ToolErrorCode, type ToolIssue, type ToolOutcome } from '../errors/tool-errors.js';
import { TOOL_LIMITS } from '../limits.js';
import { atMost, bool, type Check, matching, oneOf, optional, positive, shape, whole } from './checks.js';
import { SERVER_ID } from './ids.js';

// ── client → server ────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * What this page offers in this conversation now, in place of what it offered before, there or in another.
 * `visible`: the person sees this page.
 */
export interface ToolsFrame {
  readonly t: 'tools';
  readonly conversation: string;
  readonly tools: readonly ToolManifest[];
  readonly instructions: string | null;
  readonly visible: boolean;
}

/** The person looks at this page now. Of several pages, the last one looked at gets the call. */
export interface ToolsFocusFrame {
  readonly t: 'tools.focus';
}

/** "I have this function and the arguments fit." `confirm`: what the person must be asked, or null. */
export interface ToolClaimFrame {
  readonly t: 'tool.claim';
  readonly conversation: string;
  readonly call: string;
  readonly attempt: number;
  readonly confirm: ConfirmView | null;
}

/** "I can't": nothing was started. */
export interface ToolRefuseFrame {
  readonly t: 'tool.refuse';
  readonly conversation: string;
  readonly call: string;
  readonly attempt: number;
  readonly code: 'not_registered' | 'unavailable' | 'invalid_arguments';
  readonly issues?: readonly ToolIssue[];
}

/** The person's click. `hash` is made by the page from the arguments that it showed: a decision is about nothing else. */
export interface ToolDecideFrame {
  readonly t: 'tool.decide';
  readonly conversation: string;
  readonly call: string;
  readonly hash: string;
  readonly approved: boolean;
  readonly reason?: string;
}

/** Sent after the page has noted down that it starts, and before it does. */
export interface ToolStartedFrame {
  readonly t: 'tool.started';
  readonly conversation: string;
  readonly call: string;
  readonly lease: string;
}

export interface ToolReportFrame {
  readonly t: 'tool.progress';
  readonly conversation: string;
  readonly call: string;
  readonly lease: string;
  readonly text?: string;
  /** From 0 to 1. */
  readonly fraction?: number;
}

export type ToolReport =
  /** `json` is the result as JSON text. `omitted`: it finished well, but its result could not be carried. */
  | { readonly ok: true; readonly json: string }
  | { readonly ok: true; readonly omitted: 'too_large' | 'not_serializable' }
  | {
      readonly ok: false;
      readonly code: 'handler_error' | 'client_gone' | 'cancelled' | 'execution_timeout';
      readonly outcome: ToolOutcome;
      readonly message?: string;
    };

export interface ToolResultFrame {
  readonly t: 'tool.result';
  readonly conversation: string;
  readonly call: string;
  readonly lease: string;
  readonly report: ToolReport;
}

export type ToolClientFrame =
  | ToolsFrame
  | ToolsFocusFrame
  | ToolClaimFrame
  | ToolRefuseFrame
  | ToolDecideFrame
  | ToolStartedFrame
  | ToolReportFrame
  | ToolResultFrame;

// ── server → client ────────────────────────────────────────────────────────────────────────────────────────────────

/** To one page. Answered by `tool.claim` or `tool.refuse`. `args` is canonical JSON text, `hash` its SHA-256. */
export interface ToolOfferFrame {
  readonly t: 'tool.offer';
  readonly conversation: string;
  readonly call: string;
  readonly attempt: number;
  readonly name: string;
  readonly args: string;
  readonly hash: string;
}

/** To the page that claimed it. Answered by `tool.started`; a page that has already started answers the same. */
export interface ToolGrantFrame {
  readonly t: 'tool.grant';
  readonly conversation: string;
  readonly call: string;
  readonly attempt: number;
  readonly lease: string;
  readonly name: string;
  readonly args: string;
  readonly hash: string;
  /** The same in every attempt: meant to be passed on as `Idempotency-Key`. */
  readonly key: string;
  /** How long it may take from its start, in milliseconds. */
  readonly timeoutMs: number;
  readonly confirmedBy: 'user' | 'none';
}

/** Nothing more is wanted of this page for this call: stop it if it runs, forget it if it is over. */
export interface ToolCancelFrame {
  readonly t: 'tool.cancel';
  readonly conversation: string;
  readonly call: string;
}

/** How far a running call is, for every page that shows it. May be lost. */
export interface ToolProgressFrame {
  readonly t: 'tool.progress';
  readonly conversation: string;
  readonly call: string;
  readonly text?: string;
  readonly fraction?: number;
}

export type ToolServerFrame = ToolOfferFrame | ToolGrantFrame | ToolCancelFrame | ToolProgressFrame;

// ── in the log ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** How a call has ended. */
export type ToolState = 'succeeded' | 'denied' | 'failed';

/** What became of a call, as the log records it. */
export type ToolLogBody =
  | {
      readonly kind: 'tool.called';
      readonly call: string;
      readonly run: string;
      readonly name: string;
      readonly title?: string;
      /** Canonical JSON text. */
      readonly args: string;
      readonly effects: ToolEffects;
    }
  /** A person has to decide, until `expiresAt` (server time, Unix milliseconds). */
  | {
      readonly kind: 'tool.asked';
      readonly call: string;
      readonly hash: string;
      readonly view: ConfirmView;
      readonly expiresAt: number;
    }
  | { readonly kind: 'tool.decided'; readonly call: string; readonly hash: string; readonly approved: boolean }
  | {
      readonly kind: 'tool.settled';
      readonly call: string;
      readonly state: ToolState;
      readonly code?: ToolErrorCode;
      readonly outcome?: ToolOutcome;
      /** What the function gave, as JSON text; without it there was nothing, or more than `toolShownResult`. */
      readonly result?: string;
    };

/** Of `tool.settled`: a result that is too long to be shown is left out. */
export const shownResult = (json: string | undefined): { readonly result?: string } =>
  json !== undefined && json.length <= TOOL_LIMITS.toolShownResult ? { result: json } : {};

// ── guards ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const id = matching(SERVER_ID);
const fraction: Check = (v) => typeof v === 'number' && v >= 0 && v <= 1;
const call = matching(TOOL_CALL_ID);
const hash = matching(HASH);
const name = matching(TOOL_NAME);
const args = atMost(TOOL_LIMITS.toolArgs);

const frames: Readonly<Record<ToolServerFrame['t'], Check>> = {
  'tool.offer': shape({ conversation: id, call, attempt: positive, name, args, hash }),
  'tool.grant': shape({
    conversation: id,
    call,
    attempt: positive,
    lease: matching(TOOL_LEASE),
    name,
    args,
    hash,
    key: hash,
    timeoutMs: positive,
    confirmedBy: oneOf('user', 'none'),
  }),
  'tool.cancel': shape({ conversation: id, call }),
  'tool.progress': shape({ conversation: id, call, text: optional(atMost(200)), fraction: optional(fraction) }),
};

const bodies: Readonly<Record<ToolLogBody['kind'], Check>> = {
  'tool.called': shape({
    call,
    run: id,
    name,
    title: optional(atMost(TOOL_LIMITS.toolTitle)),
    args,
    effects: oneOf(...TOOL_EFFECTS),
  }),
  'tool.asked': shape({
    call,
    hash,
    view: shape({
      title: (v) => v !== '' && atMost(TOOL_LIMITS.confirmTitle)(v),
      body: optional(atMost(TOOL_LIMITS.confirmBody)),
      danger: optional(bool),
    }),
    expiresAt: whole,
  }),
  'tool.decided': shape({ call, hash, approved: bool }),
  'tool.settled': shape({
    call,
    state: oneOf('succeeded', 'denied', 'failed'),
    code: optional((v) => typeof v === 'string' && Object.hasOwn(TOOL_ERRORS, v)),
    outcome: optional(oneOf('not_started', 'failed', 'unknown')),
    result: optional(atMost(TOOL_LIMITS.toolShownResult)),
  }),
};

/** The frame; null when it can't be trusted, undefined when it is none of these. */
export function readToolFrame(frame: { readonly t: string }): ToolServerFrame | null | undefined {
  if (!Object.hasOwn(frames, frame.t)) return undefined;
  return frames[frame.t as ToolServerFrame['t']](frame) ? (frame as ToolServerFrame) : null;
}

/** The body of a log event, or null when it is none of these or can't be trusted. */
export function readToolBody(body: { readonly kind: string }): ToolLogBody | null {
  if (!Object.hasOwn(bodies, body.kind)) return null;
  return bodies[body.kind as ToolLogBody['kind']](body) ? (body as ToolLogBody) : null;
}

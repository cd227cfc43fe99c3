/**
 * Reads what the server sends about calls of the page's functions, by hand like read-frame.ts, and apart from it: a page
 * without such functions need not carry this. For the same reason it stands on nothing of the other guards: what both used
 * would become a file of its own, and one more to wait for on every page. Property tests hold it against the schemas.
 */

import { HASH, TOOL_CALL_ID, TOOL_EFFECTS, TOOL_LEASE, TOOL_NAME } from '../client-tools/manifest.js';
import { TOOL_ERRORS } from '../errors/tool-errors.js';
import { TOOL_LIMITS } from '../limits.js';
import type { ToolLogBody, ToolServerFrame } from './tools.js';

type Check = (value: unknown) => boolean;

/** As `SERVER_ID`, of what can be named here. */
const ID = /^(?:cnv|msg|run|ctc|ses|opr)_[A-Za-z0-9_-]{16,40}$/;

const matching =
  (pattern: RegExp): Check =>
  (v) =>
    typeof v === 'string' && pattern.test(v);
const atMost =
  (length: number): Check =>
  (v) =>
    typeof v === 'string' && v.length <= length;
const oneOf =
  (...allowed: readonly unknown[]): Check =>
  (v) =>
    allowed.includes(v);
const optional =
  (check: Check): Check =>
  (v) =>
    v === undefined || check(v);
/** Only own properties count: a key such as `constructor` must never find something on a prototype. */
const shape =
  (fields: Readonly<Record<string, Check>>): Check =>
  (v) =>
    typeof v === 'object' &&
    v !== null &&
    !Array.isArray(v) &&
    Object.entries(fields).every(([name, check]) =>
      check(Object.hasOwn(v, name) ? (v as Record<string, unknown>)[name] : undefined),
    );
const whole: Check = (v) => Number.isSafeInteger(v) && (v as number) >= 0;
const positive: Check = (v) => whole(v) && v !== 0;
const bool: Check = (v) => typeof v === 'boolean';
const part: Check = (v) => typeof v === 'number' && v >= 0 && v <= 1;

const id = matching(ID);
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
  'tool.progress': shape({ conversation: id, call, text: optional(atMost(200)), fraction: optional(part) }),
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

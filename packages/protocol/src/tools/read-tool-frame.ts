/**
 * Reads what the server sends about calls of the page's functions, by hand like read-frame.ts, and apart from it: a page
 * without such functions need not carry this.
 */
import { atMost, bool, type Check, matching, oneOf, optional, positive, shape, whole } from '../checks.js';
import { isRecord } from '../config.js';
import { SERVER_ID } from '../identifiers.js';
import { TOOL_ERRORS } from './tool-errors.js';
import type { ToolLogBody, ToolServerFrame } from './tool-frames.js';
import { TOOL_LIMITS } from './tool-limits.js';
import { HASH, TOOL_CALL_ID, TOOL_EFFECTS, TOOL_LEASE, TOOL_NAME } from './tool-manifest.js';

const id = matching(SERVER_ID);
const call = matching(TOOL_CALL_ID);
const hash = matching(HASH);
const name = matching(TOOL_NAME);
const args = atMost(TOOL_LIMITS.toolArgs);
const part: Check = (v) => typeof v === 'number' && v >= 0 && v <= 1;

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

/** The frame, or null when it is none of these or can't be trusted. */
export function readToolFrame(frame: { readonly t: string }): ToolServerFrame | null {
  if (!Object.hasOwn(frames, frame.t)) return null;
  return frames[frame.t as ToolServerFrame['t']](frame) ? (frame as ToolServerFrame) : null;
}

/** The body of a log event, or null when it is none of these or can't be trusted. */
export function readToolBody(body: unknown): ToolLogBody | null {
  if (!isRecord(body) || typeof body.kind !== 'string' || !Object.hasOwn(bodies, body.kind)) return null;
  return bodies[body.kind as ToolLogBody['kind']](body) ? (body as unknown as ToolLogBody) : null;
}

/** Schemas of the client tools' frames and log events. */

import * as z from 'zod';
import {
  type ConfirmView,
  HASH,
  TOOL_CALL_ID,
  TOOL_CONFIRMS,
  TOOL_EFFECTS,
  TOOL_LEASE,
  TOOL_NAME,
  type ToolManifest,
} from '../client-tools/manifest.js';
import { TOOL_ERRORS, type ToolErrorCode } from '../errors/tool-errors.js';
import type { ToolClientFrame, ToolLogBody, ToolServerFrame } from '../frames/tools.js';
import { TOOL_LIMITS } from '../limits.js';
import type { Same } from './same-type.js';
import { serverId } from './server-id.js';

const call = z.string().regex(TOOL_CALL_ID);
const lease = z.string().regex(TOOL_LEASE);
const hash = z.string().regex(HASH);
const attempt = z.int().positive();
const message = z.string().max(TOOL_LIMITS.toolMessage);
const args = z.string().max(TOOL_LIMITS.toolArgs);
const code = z.enum(Object.keys(TOOL_ERRORS) as [ToolErrorCode, ...ToolErrorCode[]]);
const outcome = z.enum(['not_started', 'failed', 'unknown']);
const effects = z.enum(TOOL_EFFECTS);
const name = z.string().regex(TOOL_NAME);
const title = z.string().max(TOOL_LIMITS.toolTitle);
const fraction = z.number().min(0).max(1);

export const toolManifestSchema = z.strictObject({
  name,
  title: title.exactOptional(),
  description: z.string().min(1).max(TOOL_LIMITS.toolDescription),
  parameters: z.string().max(TOOL_LIMITS.toolParameters).exactOptional(),
  effects,
  confirm: z.enum(TOOL_CONFIRMS),
  timeoutMs: z.int().positive().exactOptional(),
  confirmTimeoutMs: z.int().positive().exactOptional(),
  expectsResult: z.boolean().exactOptional(),
  serial: z.boolean().exactOptional(),
});

export const confirmViewSchema = z.strictObject({
  title: z.string().min(1).max(TOOL_LIMITS.confirmTitle),
  body: z.string().max(TOOL_LIMITS.confirmBody).exactOptional(),
  danger: z.boolean().exactOptional(),
});

const issue = z.strictObject({ path: z.string().max(200), message: z.string().max(200) });

const report = z.union([
  z.strictObject({ ok: z.literal(true), json: z.string().max(TOOL_LIMITS.toolResult) }),
  z.strictObject({ ok: z.literal(true), omitted: z.enum(['too_large', 'not_serializable']) }),
  z.strictObject({
    ok: z.literal(false),
    code: z.enum(['handler_error', 'client_gone', 'cancelled', 'execution_timeout']),
    outcome,
    message: message.exactOptional(),
  }),
]);

const at = { conversation: serverId, call };

export const toolClientFrames = [
  z.strictObject({
    t: z.literal('tools'),
    conversation: serverId,
    tools: z.array(toolManifestSchema).max(TOOL_LIMITS.tools),
    instructions: z.string().max(TOOL_LIMITS.toolInstructions).nullable(),
    visible: z.boolean(),
  }),
  z.strictObject({ t: z.literal('tools.focus') }),
  z.strictObject({ t: z.literal('tool.claim'), ...at, attempt, confirm: confirmViewSchema.nullable() }),
  z.strictObject({
    t: z.literal('tool.refuse'),
    ...at,
    attempt,
    code: z.enum(['not_registered', 'unavailable', 'invalid_arguments']),
    issues: z.array(issue).max(8).exactOptional(),
  }),
  z.strictObject({
    t: z.literal('tool.decide'),
    ...at,
    hash,
    approved: z.boolean(),
    reason: z.string().max(TOOL_LIMITS.toolMessage).exactOptional(),
  }),
  z.strictObject({ t: z.literal('tool.started'), ...at, lease }),
  z.strictObject({
    t: z.literal('tool.progress'),
    ...at,
    lease,
    text: z.string().max(200).exactOptional(),
    fraction: fraction.exactOptional(),
  }),
  z.strictObject({ t: z.literal('tool.result'), ...at, lease, report }),
] as const;

export const toolServerFrames = [
  z.strictObject({ t: z.literal('tool.offer'), ...at, attempt, name, args, hash }),
  z.strictObject({
    t: z.literal('tool.grant'),
    ...at,
    attempt,
    lease,
    name,
    args,
    hash,
    key: hash,
    timeoutMs: z.int().positive(),
    confirmedBy: z.enum(['user', 'none']),
  }),
  z.strictObject({ t: z.literal('tool.cancel'), ...at }),
  z.strictObject({
    t: z.literal('tool.progress'),
    ...at,
    text: z.string().max(200).exactOptional(),
    fraction: fraction.exactOptional(),
  }),
] as const;

export const toolLogBodies = [
  z.strictObject({
    kind: z.literal('tool.called'),
    call,
    run: serverId,
    name,
    title: title.exactOptional(),
    args,
    effects,
  }),
  z.strictObject({
    kind: z.literal('tool.asked'),
    call,
    hash,
    view: confirmViewSchema,
    expiresAt: z.int().nonnegative(),
  }),
  z.strictObject({ kind: z.literal('tool.decided'), call, hash, approved: z.boolean() }),
  z.strictObject({
    kind: z.literal('tool.settled'),
    call,
    state: z.enum(['succeeded', 'denied', 'failed']),
    code: code.exactOptional(),
    outcome: outcome.exactOptional(),
    result: z.string().max(TOOL_LIMITS.toolShownResult).exactOptional(),
  }),
] as const;

true satisfies Same<z.infer<typeof toolManifestSchema>, ToolManifest>;
true satisfies Same<z.infer<typeof confirmViewSchema>, ConfirmView>;
true satisfies Same<z.infer<(typeof toolClientFrames)[number]>, ToolClientFrame>;
true satisfies Same<z.infer<(typeof toolServerFrames)[number]>, ToolServerFrame>;
true satisfies Same<z.infer<(typeof toolLogBodies)[number]>, ToolLogBody>;

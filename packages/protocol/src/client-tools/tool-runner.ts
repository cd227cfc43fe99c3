/**
 * Runs the functions of a page: one runner for the script tag, the hooks and custom UIs. It checks the arguments again right
 * before the call, evaluates the tool's own `confirm`, and turns whatever the function does into a report. Other modules
 * decide what may start, and when.
 */

import type { ToolIssue } from '../errors/tool-errors.js';
import type { ToolGrantFrame, ToolReport } from '../frames/tools.js';
import { TOOL_LIMITS } from '../limits.js';
import { truncate } from '../message-parts/text/truncate.js';
import { utf8 } from '../message-parts/text/utf-8.js';
import { checkArguments } from './check-arguments.js';
import type { AnyTool, StandardSchema, ToolContext } from './define-tool.js';
import { isShallow } from './is-shallow.js';
import { type ConfirmView, TOOL_EFFECTS, TOOL_NAME, type ToolManifest } from './manifest.js';
import { hasProtoKey } from './proto-key.js';

export type PreparedCall =
  | { readonly ok: true; readonly confirm: ConfirmView | null }
  | {
      readonly ok: false;
      readonly code: 'not_registered' | 'unavailable' | 'invalid_arguments';
      readonly issues?: readonly ToolIssue[];
    };

export type ToolRunRequest = Pick<
  ToolGrantFrame,
  'call' | 'conversation' | 'attempt' | 'name' | 'args' | 'key' | 'timeoutMs' | 'confirmedBy'
> & { readonly source?: ToolContext['source'] };

/** Runs calls in this document, or in the page around it. */
export interface ToolRunner {
  /** Checks the arguments and whether the visitor must be asked. Never rejects. */
  prepare(name: string, args: string): Promise<PreparedCall>;
  /** Calls the function. Never rejects. */
  run(order: ToolRunRequest, signal: AbortSignal, progress: ToolContext['progress']): Promise<ToolReport>;
}

export interface LocalToolRunner extends ToolRunner {
  /** The usable tools, as plain data. */
  readonly manifests: readonly ToolManifest[];
}

/** Longer than a page takes to unload. */
const UNLOAD_MS = 150;

const PROTO_ISSUES: readonly ToolIssue[] = [{ path: '', message: 'must not have a field named "__proto__"' }];

type Warn = (message: string) => void;
type Registered = ReadonlyMap<string, { readonly tool: AnyTool; readonly manifest: ToolManifest }>;

/** `warn` gets a sentence for each tool that can't be offered. */
export function createToolRunner(tools: readonly AnyTool[], warn: Warn): LocalToolRunner {
  const known = register(tools, warn);
  return {
    manifests: [...known.values()].map(({ manifest }) => manifest),
    async prepare(name, text) {
      try {
        const found = await findTool(known, name, text);
        if (!found.ok) return found;
        const { confirm } = found.tool;
        const wish = typeof confirm === 'function' ? await confirm(found.args) : confirm;
        return { ok: true, confirm: viewOf(wish, found.tool) };
      } catch {
        // A `confirm` or `available` that throws must not count as "no confirmation needed".
        return { ok: false, code: 'unavailable' };
      }
    },
    async run(order, signal, progress) {
      const { call, conversation, attempt, name, args, key, confirmedBy, source = 'assistant' } = order;
      let began = false;
      try {
        const found = await findTool(known, name, args);
        if (!found.ok) return failed('cancelled', 'not_started');
        const context: ToolContext = {
          callId: call,
          idempotencyKey: key,
          attempt,
          signal,
          conversationId: conversation,
          source,
          confirmedBy,
          progress,
        };
        began = true;
        const result: unknown = await found.tool.handler(found.args, context);
        return reportOf(found.tool.toModel ? found.tool.toModel(result) : result);
      } catch (error) {
        if (!began) return failed('cancelled', 'not_started');
        const message = messageOf(error);
        // When a page is unloaded, its pending requests fail, although the server may have carried them out. So report a
        // failure only if the page is still there a moment later.
        await new Promise((resolve) => setTimeout(resolve, UNLOAD_MS));
        return { ...failed('handler_error', 'failed'), ...(message && { message }) };
      }
    },
  };
}

function register(tools: readonly AnyTool[], warn: Warn): Registered {
  const known = new Map<string, { readonly tool: AnyTool; readonly manifest: ToolManifest }>();
  let room: number = TOOL_LIMITS.toolOffer;
  for (const tool of tools) {
    try {
      if (known.has(tool.name)) throw new Error('the name is taken; the first one stays.');
      if (known.size === TOOL_LIMITS.tools) throw new Error(`there are ${TOOL_LIMITS.tools} already.`);
      const manifest = manifestOf(tool);
      room -= bytesOf(manifest);
      if (room < 0) throw new Error('all of them together are too large.');
      known.set(tool.name, { tool, manifest });
      if ((tool.effects ?? 'once') === 'once' && !tool.confirm)
        console.warn(`Tool "${tool.name}": effects "once" without confirm. Is it right that the visitor isn’t asked?`);
    } catch (error) {
      warn(`Tool "${String(tool?.name)}" can’t be offered: ${(error as Error).message}`);
    }
  }
  return known;
}

/** The tool and its arguments as the handler gets them. Rejects if code of the page throws. */
async function findTool(known: Registered, name: string, text: string) {
  const entry = known.get(name);
  if (!entry) return { ok: false, code: 'not_registered' } as const;
  const { tool, manifest } = entry;
  if ((typeof tool.available === 'function' ? tool.available() : tool.available) === false)
    return { ok: false, code: 'unavailable' } as const;
  const args: unknown = JSON.parse(text);
  // Whatever the schema allows: a handler that merges its arguments would give its objects another prototype.
  if (hasProtoKey(args)) return { ok: false, code: 'invalid_arguments', issues: PROTO_ISSUES } as const;
  const schema: unknown =
    manifest.parameters === undefined ? { additionalProperties: false } : JSON.parse(manifest.parameters);
  const issues = checkArguments(schema, args, { patterns: true });
  if (issues.length > 0) return { ok: false, code: 'invalid_arguments', issues } as const;
  const standard = standardOf(tool.parameters);
  if (!standard) return { ok: true, tool, args } as const;
  const result = await standard['~standard'].validate(args);
  return result.issues
    ? ({ ok: false, code: 'invalid_arguments', issues: result.issues.slice(0, 8).map(issueOf) } as const)
    : ({ ok: true, tool, args: result.value } as const);
}

function manifestOf(tool: AnyTool): ToolManifest {
  const { name, title, description, confirm, timeoutMs, confirmTimeoutMs, expectsResult, concurrency } = tool;
  if (!TOOL_NAME.test(name)) throw new Error('its name must be 1 to 64 letters, digits, "-" or "_".');
  if (typeof description !== 'string' || description === '') throw new Error('it needs a description.');
  if (typeof tool.handler !== 'function') throw new Error('it needs a handler.');
  const effects = TOOL_EFFECTS.includes(tool.effects as never) ? (tool.effects as ToolManifest['effects']) : 'once';
  const schema = tool.parameters === undefined ? undefined : JSON.stringify(jsonSchemaOf(tool.parameters));
  if (schema && schema.length > TOOL_LIMITS.toolParameters) throw new Error('its parameters are too large.');
  if (schema && !isShallow(schema, TOOL_LIMITS.toolJsonDepth, Number.POSITIVE_INFINITY))
    throw new Error('its parameters are nested too deep.');
  return {
    name,
    ...(title !== undefined && { title: truncate(title, TOOL_LIMITS.toolTitle) }),
    description: truncate(description, TOOL_LIMITS.toolDescription),
    ...(schema !== undefined && { parameters: schema }),
    effects,
    confirm: typeof confirm === 'function' ? 'maybe' : confirm ? 'always' : 'never',
    ...(isMs(timeoutMs) && { timeoutMs }),
    ...(isMs(confirmTimeoutMs) && { confirmTimeoutMs }),
    ...(expectsResult === false && { expectsResult }),
    ...(concurrency && { serial: concurrency === 'serial' }),
  };
}

function jsonSchemaOf(parameters: NonNullable<AnyTool['parameters']>): object {
  if ('jsonSchema' in parameters && 'validate' in parameters) return parameters.jsonSchema as object;
  const standard = standardOf(parameters);
  if (!standard) return parameters as object;
  const describe = standard['~standard'].jsonSchema;
  if (!describe) throw new Error('its schema can’t describe itself: pass { validate, jsonSchema }.');
  return describe.input({ target: 'draft-07' });
}

function standardOf(parameters: AnyTool['parameters']): StandardSchema | null {
  // Some schemas are functions.
  const given = parameters as Record<string, unknown> | undefined;
  if (given && '~standard' in given) return given as unknown as StandardSchema;
  return given && 'validate' in given ? (given.validate as StandardSchema) : null;
}

function viewOf(wish: unknown, tool: AnyTool): ConfirmView | null {
  if (!wish) return null;
  const { title, body, danger } = (typeof wish === 'object' ? wish : {}) as Partial<ConfirmView>;
  return {
    title: truncate(String(title || tool.title || tool.name), TOOL_LIMITS.confirmTitle),
    ...(typeof body === 'string' && { body: truncate(body, TOOL_LIMITS.confirmBody) }),
    ...(danger === true && { danger }),
  };
}

function reportOf(result: unknown): ToolReport {
  let json: string;
  try {
    json = JSON.stringify(result ?? null) ?? 'null';
  } catch {
    // Circular, or a BigInt: it has happened all the same.
    return { ok: true, omitted: 'not_serializable' };
  }
  // Written into a frame, quotes and backslashes double; the frame has a limit of its own.
  const bytes = bytesOf(json);
  return json.length > TOOL_LIMITS.toolResult || bytes > 60_000
    ? { ok: true, omitted: 'too_large' }
    : { ok: true, json };
}

function failed(code: 'cancelled' | 'handler_error', outcome: 'not_started' | 'failed') {
  return { ok: false, code, outcome } as const;
}

/** The message alone: a stack never leaves the page. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : '';
  return truncate(message, TOOL_LIMITS.toolMessage);
}

function issueOf({ message, path }: { message: string; path?: readonly unknown[] | undefined }): ToolIssue {
  const steps = (path ?? []).map((step) => (typeof step === 'object' && step ? (step as { key: unknown }).key : step));
  const at = steps.map((step) => `/${String(step)}`).join('');
  return { path: truncate(at, 200), message: truncate(message, 200) };
}

/** In a frame. */
function bytesOf(part: unknown): number {
  return utf8(JSON.stringify(part)).length;
}

function isMs(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}

/**
 * What an answerer asks of the visitor's pages: the port of backend/client-tool-calls.ts, carried out. It decides what
 * becomes a call at all; from there each call lives its own life, and this waits until all have ended.
 */
import { createHash } from 'node:crypto';
import {
  canonicalJson,
  checkArguments,
  cleanText,
  TOOL_CALL_ID,
  TOOL_LIMITS,
  TOOL_NAME,
  type ToolError,
  type ToolManifest,
  toolError,
} from '@service/protocol';
import type {
  CallingTurn,
  ClientToolCalls,
  PageOffer,
  ToolCall,
  ToolFailure,
  ToolResult,
} from '../conversation/answering/client-tool-calls.js';
import type { InboxDirectory } from '../inbox/inbox.js';
import { TOOL_CALL_LIMITS } from '../limits.js';
import { descriptionOf, isAllowed, isConfirmForced, parseSchema, type ToolRules } from './allowed-tools.js';
import { comparePages, type OpenPage } from './choose-page.js';
import { isSettled, type NewCall, newCall, refusedCall, type ToolCallRecord, type ToolEnd } from './tool-call.js';
import type { ToolCallService } from './tool-call-service.js';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

/** Endings of an attempt that are no ending of the answer: the next one waits for the very same calls. */
const HANDS_OVER: ReadonlySet<unknown> = new Set(['shutdown', 'lost']);

export function createClientToolCalls(room: ToolCallService, inboxes: InboxDirectory): ClientToolCalls {
  const { store, clock } = room.deps;

  /** In the order in which they are believed. */
  async function pagesOf(conversation: string): Promise<readonly OpenPage[]> {
    return [...(await room.pages(conversation))].sort(comparePages);
  }

  async function offered(conversation: string): Promise<PageOffer> {
    const known = await store.conversation(conversation);
    const pages = await pagesOf(conversation);
    const rules = known ? inboxes.get(known.inbox)?.tools : undefined;
    const tools = manifests(pages, rules);
    if (!rules || tools.size === 0) return { tools: [], instructions: null };
    const ofPage = pages.find((page) => page.instructions !== null)?.instructions ?? null;
    return {
      tools: [...tools.values()].map((tool) => ({
        name: tool.name,
        description: descriptionOf(rules, tool),
        parameters: parseSchema(tool.parameters) ?? NO_ARGUMENTS,
      })),
      instructions: (rules.instructions ?? (ofPage && cleanText(ofPage))) || null,
    };
  }

  /** False when it can't become a call any more: the attempt was taken over, or the conversation is gone. */
  async function begin(turn: CallingTurn, call: ToolCall): Promise<boolean> {
    const { conversation, run, inbox } = turn;
    if (await room.read(conversation, call.id)) return true;
    const known = await store.conversation(conversation);
    if (!known) return false;
    const args = argumentsText(call.args);
    const now = clock.now();
    const fresh: NewCall = {
      conversation,
      id: call.id,
      run,
      inbox,
      contact: known.contact,
      name: TOOL_NAME.test(call.name) ? call.name : 'unknown',
      args: args ?? '{}',
      hash: hashOf(args ?? '{}'),
      key: hashOf(`${conversation}/${call.id}`),
      now,
    };
    const before = await room.calls(conversation, 'all');
    const rules = inboxes.get(inbox)?.tools;
    const tool = manifests(await pagesOf(conversation), rules).get(call.name);
    const wrong = refusal(fresh, args, tool, before);
    if (wrong || !tool || !rules) {
      return room.create(refusedCall(fresh, wrong ?? toolError('not_registered')), turn.attempt);
    }
    const born = newCall(fresh, tool, isConfirmForced(rules, tool.name));
    const waits = born.serial && before.some((each) => each.serial && !isSettled(each));
    return room.create(waits ? { ...born, phase: { at: 'queued' } } : born, turn.attempt);
  }

  return {
    offered,
    async call(turn, calls, signal) {
      const { conversation } = turn;
      let wake = (): void => undefined;
      const unwatch = await room.watch(conversation, () => wake());
      const aborted = (): void => wake();
      signal.addEventListener('abort', aborted);
      try {
        const never = new Set<string>();
        for (const call of calls) if (signal.aborted || !(await begin(turn, call))) never.add(call.id);
        for (;;) {
          // Asked for before the look: what changes during it is not missed.
          const woken = new Promise<void>((resolve) => {
            wake = resolve;
          });
          if (signal.aborted && HANDS_OVER.has(signal.reason)) throw signal.reason;
          const ended = await Promise.all(calls.map(({ id }) => resultOf(conversation, id, never.has(id))));
          if (ended.every((result) => result !== null)) return ended as readonly ToolResult[];
          if (signal.aborted) {
            for (const { id } of calls) await room.apply(conversation, id, { type: 'cancel', code: 'cancelled' });
            continue;
          }
          const cancel = clock.after(TOOL_CALL_LIMITS.toolRepeatMs, () => wake());
          await woken;
          cancel();
        }
      } finally {
        signal.removeEventListener('abort', aborted);
        unwatch();
      }
    },
  };

  async function resultOf(conversation: string, id: string, never: boolean): Promise<ToolResult | null> {
    const call = await room.read(conversation, id);
    if (!call) return never ? { id, ok: false, error: failureOf(toolError('cancelled')) } : null;
    return isSettled(call) ? { id, ...answerOf(call.phase.end) } : null;
  }
}

/** What may be called now: the first page that offers a name defines it, if the operator agrees. */
function manifests(pages: readonly OpenPage[], rules: ToolRules | undefined): ReadonlyMap<string, ToolManifest> {
  const found = new Map<string, ToolManifest>();
  if (!rules) return found;
  for (const { tools } of pages)
    for (const tool of tools)
      if (!found.has(tool.name) && isAllowed(rules, tool) && isUsable(tool)) found.set(tool.name, tool);
  return found;
}

/** Why a call never becomes one, or null. */
function refusal(
  { id, run, name, hash }: NewCall,
  args: string | null,
  tool: ToolManifest | undefined,
  before: readonly ToolCallRecord[],
): ToolError | null {
  if (!TOOL_CALL_ID.test(id)) return toolError('invalid_arguments', { message: 'The id of the call can’t be used.' });
  if (!tool) return toolError('not_registered');
  if (args === null || args.length > TOOL_LIMITS.toolArgs)
    return toolError('invalid_arguments', { message: 'The arguments must be a JSON object of moderate size.' });
  const issues = checkArguments(parseSchema(tool.parameters) ?? NO_ARGUMENTS, JSON.parse(args));
  if (issues.length > 0) return toolError('invalid_arguments', { issues });
  const ofRun = before.filter((call) => call.run === run);
  if (ofRun.length >= TOOL_CALL_LIMITS.toolCallsPerRun) return toolError('too_many');
  if (before.filter((call) => !isSettled(call)).length >= TOOL_CALL_LIMITS.toolCallsOpen) return toolError('too_many');
  const again = ofRun.some(
    (call) => call.name === name && call.hash === hash && isSettled(call) && mustNotRepeat(call, call.phase.end),
  );
  return again ? toolError('repeated') : null;
}

function mustNotRepeat(call: ToolCallRecord, end: ToolEnd): boolean {
  if (end.ok) return false;
  return end.error.code === 'denied' || (call.effects !== 'read' && end.error.outcome === 'unknown');
}

/** Canonical JSON text of an object; null for anything else. */
function argumentsText(args: unknown): string | null {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return null;
  try {
    return canonicalJson(args);
  } catch {
    return null;
  }
}

/** A schema must be one a model can be given: of an object, and readable. */
function isUsable({ parameters }: ToolManifest): boolean {
  if (parameters === undefined) return true;
  const schema = parseSchema(parameters) as { readonly type?: unknown } | null;
  return schema !== null && (schema.type === undefined || schema.type === 'object');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const OMITTED = {
  too_large: 'It finished. Its result is too large to be shown here.',
  not_serializable: 'It finished. Its result can’t be shown as text.',
  not_expected: 'It was started. It gives no result.',
} as const;

function answerOf(end: ToolEnd): { ok: true; value: unknown } | { ok: false; error: ToolFailure } {
  if (!end.ok) return { ok: false, error: failureOf(end.error) };
  if ('omitted' in end) return { ok: true, value: { note: OMITTED[end.omitted] } };
  try {
    return { ok: true, value: JSON.parse(end.json) };
  } catch {
    return { ok: true, value: { note: OMITTED.not_serializable } };
  }
}

function failureOf({ code, outcome, retryable, message, issues }: ToolError): ToolFailure {
  const details = issues?.map(({ path, message: wrong }) => `${path || 'arguments'} ${wrong}`).join('; ');
  return { code, outcome, retryable, message: details ? `${message} ${details}.` : message };
}

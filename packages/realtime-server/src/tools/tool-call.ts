/** One tool call, as it is stored. Everything that decides what happens next is in it, and nothing only in memory. */
import {
  type ConfirmView,
  decisionMs,
  executionMs,
  type ToolEffects,
  type ToolError,
  type ToolErrorCode,
  type ToolManifest,
  toolError,
} from '@service/protocol';
import { TOOL_CALL_LIMITS } from '../runtime/limits.js';

/** How a call ended. */
export type ToolEnd =
  /** `json` is the page's result, as it was sent. */
  | { readonly ok: true; readonly json: string }
  | { readonly ok: true; readonly omitted: 'too_large' | 'not_serializable' | 'not_expected' }
  | { readonly ok: false; readonly error: ToolError };

export type Phase =
  /** Waits until another call of this conversation, which must come first, has ended. */
  | { readonly at: 'queued' }
  /** Offered to `tab`, or waiting for a page that could take it; not beyond `until`. Nothing was started. */
  | { readonly at: 'offered'; readonly until: number }
  /** A person has to decide before `until`. */
  | { readonly at: 'asking'; readonly until: number }
  /** `tab` may start it, under this lease. From here on it may have been started. */
  | { readonly at: 'granted'; readonly lease: string; readonly until: number; readonly goneBy: number | null }
  | { readonly at: 'running'; readonly lease: string; readonly until: number; readonly goneBy: number | null }
  | { readonly at: 'settled'; readonly end: ToolEnd };

export interface ToolCallRecord {
  readonly conversation: string;
  readonly id: string;
  readonly run: string;
  readonly inbox: string;
  /** Whose decision counts, and under whose name it is logged. */
  readonly contact: string;
  readonly name: string;
  readonly title?: string;
  /** Canonical JSON text, and its hash. */
  readonly args: string;
  readonly hash: string;
  /** The same in every attempt, for the page to pass on as its Idempotency-Key. */
  readonly key: string;
  readonly effects: ToolEffects;
  /** A person must confirm it, whatever the page's manifest says. */
  readonly mustConfirm: boolean;
  readonly serial: boolean;
  readonly expectsResult: boolean;
  readonly timeoutMs: number;
  readonly confirmMs: number;
  /** Rises each time the call is given to a page anew. */
  readonly attempt: number;
  /** The page that has it, by the name it gave itself when it was loaded; null: none yet. */
  readonly tab: string | null;
  readonly phase: Phase;
  /** What the person was asked; null when they never were. */
  readonly asked: { readonly view: ConfirmView; readonly until: number } | null;
  readonly decision: { readonly approved: boolean; readonly at: number; readonly reason?: string } | null;
  /** A page has held a lease: from then on the call may have had an effect. */
  readonly begun: boolean;
  /** Unix milliseconds, for the audit. */
  readonly at: { readonly created: number; readonly started: number | null; readonly settled: number | null };
  /** How many of its events are in the log; see tool-call-events.ts. */
  readonly published: number;
  /** True for a call that was refused before it was one: it isn't shown to the visitor. */
  readonly silent: boolean;
}

export interface NewCall
  extends Pick<ToolCallRecord, 'conversation' | 'id' | 'run' | 'inbox' | 'contact' | 'name' | 'args' | 'hash' | 'key'> {
  readonly now: number;
}

/** A call of a tool that a page offers. `forced`: the operator demands a confirmation. */
export function newCall(call: NewCall, tool: ToolManifest, forced: boolean): ToolCallRecord {
  const { now, ...rest } = call;
  const mustConfirm = forced || tool.confirm === 'always';
  return {
    ...rest,
    ...(tool.title !== undefined && { title: tool.title }),
    effects: tool.effects,
    mustConfirm,
    serial: tool.serial ?? (tool.effects === 'once' || mustConfirm || tool.confirm === 'maybe'),
    expectsResult: tool.expectsResult ?? true,
    timeoutMs: executionMs(tool),
    confirmMs: decisionMs(tool),
    attempt: 1,
    tab: null,
    phase: { at: 'offered', until: now + TOOL_CALL_LIMITS.toolDispatchMs },
    asked: null,
    decision: null,
    begun: false,
    at: { created: now, started: null, settled: null },
    published: 0,
    silent: false,
  };
}

/** A call that ends before it begins. It is stored all the same: the same call again must have the same result. */
export function refusedCall(call: NewCall, error: ToolError): ToolCallRecord {
  const { now, ...rest } = call;
  return {
    ...rest,
    effects: 'once',
    mustConfirm: false,
    serial: false,
    expectsResult: true,
    timeoutMs: executionMs({}),
    confirmMs: decisionMs({}),
    attempt: 1,
    tab: null,
    phase: { at: 'settled', end: { ok: false, error } },
    asked: null,
    decision: null,
    begun: false,
    at: { created: now, started: null, settled: now },
    published: 0,
    silent: true,
  };
}

export function isSettled(
  call: ToolCallRecord,
): call is ToolCallRecord & { readonly phase: Extract<Phase, { at: 'settled' }> } {
  return call.phase.at === 'settled';
}

/** Ends a call. */
export function settle(call: ToolCallRecord, end: ToolEnd, now: number): ToolCallRecord {
  return { ...call, phase: { at: 'settled', end }, at: { ...call.at, settled: now } };
}

/** Ends a call with an error. Also where the table says "not started": an earlier attempt may have been. */
export function fail(
  call: ToolCallRecord,
  now: number,
  code: ToolErrorCode,
  more: Parameters<typeof toolError>[1] = {},
): ToolCallRecord {
  const error = toolError(code, more);
  const doubtful = error.outcome === 'not_started' && call.begun && call.effects !== 'read';
  return settle(call, { ok: false, error: doubtful ? { ...error, ...DOUBTFUL } : error }, now);
}

const DOUBTFUL = {
  outcome: 'unknown',
  retryable: false,
  message: 'The call ended without a result, and an earlier attempt may have been carried out. Ask the visitor.',
} as const;

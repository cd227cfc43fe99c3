/**
 * A tool call as a pure function: (call, input, time) → call. Whatever happens in whatever order:
 *
 * - Every call ends: each phase has a clock, and the clocks are the server's, because a page in the background has none.
 * - The first end of a call is final.
 * - A call that may run only once gets one lease. From the moment of that lease on it is unknown whether the call had an
 *   effect, so if the page is lost then, the end says `unknown` and not `failed`.
 * - What needs a person's yes is granted only after that yes, for the very arguments.
 */
import {
  type ConfirmView,
  TOOL_ERRORS,
  TOOL_LIMITS,
  type ToolIssue,
  type ToolReport,
  truncate,
} from '@service/protocol';
import { TOOL_CALL_LIMITS } from '../runtime/limits.js';
import { fail, settle, type ToolCallRecord } from './tool-call.js';

export type ToolCallInput =
  /** Its turn has come, or a page was found for it. */
  | { readonly type: 'dispatch'; readonly tab: string | null }
  /** `lease`: made by the caller, unguessable, used when the claim leads to a grant. */
  | {
      readonly type: 'claim';
      readonly tab: string;
      readonly attempt: number;
      readonly view: ConfirmView | null;
      readonly lease: string;
    }
  | {
      readonly type: 'refuse';
      readonly tab: string;
      readonly attempt: number;
      readonly code: 'not_registered' | 'unavailable' | 'invalid_arguments';
      readonly issues?: readonly ToolIssue[];
    }
  /** `tab`: the page on which was clicked, when it has the tool; else null. */
  | {
      readonly type: 'decide';
      readonly hash: string;
      readonly approved: boolean;
      readonly reason?: string;
      readonly tab: string | null;
      readonly lease: string;
    }
  | { readonly type: 'start'; readonly lease: string }
  | { readonly type: 'report'; readonly lease: string; readonly report: ToolReport }
  /** The page's socket has ended; it may come back. */
  | { readonly type: 'gone'; readonly tab: string }
  | { readonly type: 'back'; readonly tab: string }
  | { readonly type: 'cancel'; readonly code: 'cancelled' | 'superseded' }
  | { readonly type: 'tick' };

/** The call afterwards; the very same object when nothing changed. */
export function reduceToolCall(call: ToolCallRecord, input: ToolCallInput, now: number): ToolCallRecord {
  if (call.phase.at === 'settled') return call;
  switch (input.type) {
    case 'dispatch':
      return dispatch(call, input.tab, now);
    case 'claim':
      if (call.phase.at !== 'offered' || call.tab !== input.tab || call.attempt !== input.attempt) return call;
      return claimed(call, input.view, input.lease, now);
    case 'refuse':
      if (call.phase.at !== 'offered' || call.tab !== input.tab || call.attempt !== input.attempt) return call;
      return fail(call, now, input.code, input.issues ? { issues: input.issues } : {});
    case 'decide':
      return decided(call, input, now);
    case 'start':
      return started(call, input.lease, now);
    case 'report':
      return reported(call, input.lease, input.report, now);
    case 'gone':
      return gone(call, input.tab, now);
    case 'back':
      return back(call, input.tab);
    case 'cancel':
      return cancelled(call, input.code, now);
    case 'tick':
      return ticked(call, now);
  }
}

/** When something has to happen by itself, or null. */
export function deadlineOf({ phase }: ToolCallRecord): number | null {
  switch (phase.at) {
    case 'offered':
    case 'asking':
      return phase.until;
    case 'granted':
    case 'running':
      return phase.goneBy === null ? phase.until : Math.min(phase.until, phase.goneBy);
    default:
      return null;
  }
}

function dispatch(call: ToolCallRecord, tab: string | null, now: number): ToolCallRecord {
  if (call.phase.at === 'queued')
    return { ...call, tab, phase: { at: 'offered', until: now + TOOL_CALL_LIMITS.toolDispatchMs } };
  // Another node has found a page already.
  return call.phase.at === 'offered' && call.tab === null && tab !== null ? { ...call, tab } : call;
}

function claimed(call: ToolCallRecord, view: ConfirmView | null, lease: string, now: number): ToolCallRecord {
  if (call.decision?.approved || !(call.mustConfirm || view)) return grant(call, lease, now);
  const until = now + call.confirmMs;
  return {
    ...call,
    phase: { at: 'asking', until },
    asked: { view: view ?? { title: truncate(call.title ?? call.name, TOOL_LIMITS.confirmTitle) }, until },
  };
}

function grant(call: ToolCallRecord, lease: string, now: number): ToolCallRecord {
  return {
    ...call,
    begun: true,
    phase: { at: 'granted', lease, until: now + TOOL_CALL_LIMITS.toolDispatchMs, goneBy: null },
  };
}

function decided(call: ToolCallRecord, input: Extract<ToolCallInput, { type: 'decide' }>, now: number): ToolCallRecord {
  // A yes to other arguments than these is no yes to these.
  if (call.phase.at !== 'asking' || input.hash !== call.hash || now >= call.phase.until) return call;
  const { approved, reason, tab, lease } = input;
  const decision = { approved, at: now, ...(reason !== undefined && { reason }) };
  if (!approved) return fail({ ...call, decision }, now, 'denied');
  if (tab !== null) return grant({ ...call, decision, tab }, lease, now);
  // Confirmed on a page without the tool: it is offered again, and the page that claims it need not ask any more.
  return offeredAnew({ ...call, decision }, now);
}

/** To whichever page is found for it; what the page before still says of it no longer counts. */
function offeredAnew(call: ToolCallRecord, now: number): ToolCallRecord {
  const phase = { at: 'offered', until: now + TOOL_CALL_LIMITS.toolDispatchMs } as const;
  return { ...call, attempt: call.attempt + 1, tab: null, phase };
}

function started(call: ToolCallRecord, lease: string, now: number): ToolCallRecord {
  const { phase } = call;
  if (phase.at === 'running' && phase.lease === lease)
    return phase.goneBy === null ? call : { ...call, phase: { ...phase, goneBy: null } };
  if (phase.at !== 'granted' || phase.lease !== lease) return call;
  const running: ToolCallRecord = {
    ...call,
    at: { ...call.at, started: now },
    phase: { at: 'running', lease, until: now + call.timeoutMs, goneBy: null },
  };
  return call.expectsResult ? running : settle(running, { ok: true, omitted: 'not_expected' }, now);
}

function reported(call: ToolCallRecord, lease: string, report: ToolReport, now: number): ToolCallRecord {
  const { phase } = call;
  if ((phase.at !== 'granted' && phase.at !== 'running') || phase.lease !== lease) return call;
  const known = { ...call, at: { ...call.at, started: call.at.started ?? now } };
  if (report.ok) return settle(known, 'json' in report ? { ok: true, json: report.json } : report, now);
  if (report.code === 'client_gone') return lost(known, now, 'client_gone');
  const { outcome, message, code } = report;
  // The page's own words are quoted: a model must know who says them.
  const quoted =
    message === undefined ? {} : { message: `${TOOL_ERRORS[code].message} It says: ${JSON.stringify(message)}` };
  return fail(known, now, code, { outcome, ...quoted });
}

function gone(call: ToolCallRecord, tab: string, now: number): ToolCallRecord {
  if (call.tab !== tab) return call;
  const { phase } = call;
  if (phase.at === 'offered') return { ...call, tab: null, attempt: call.attempt + 1 };
  if (phase.at !== 'granted' && phase.at !== 'running') return call;
  return { ...call, phase: { ...phase, goneBy: now + TOOL_CALL_LIMITS.toolGraceMs } };
}

function back(call: ToolCallRecord, tab: string): ToolCallRecord {
  const { phase } = call;
  if (call.tab !== tab || (phase.at !== 'granted' && phase.at !== 'running') || phase.goneBy === null) return call;
  return { ...call, phase: { ...phase, goneBy: null } };
}

function cancelled(call: ToolCallRecord, code: 'cancelled' | 'superseded', now: number): ToolCallRecord {
  const begun = call.phase.at === 'granted' || call.phase.at === 'running';
  // A message that is written while a tool runs answers nothing.
  if (code === 'superseded') return call.phase.at === 'asking' ? fail(call, now, 'superseded') : call;
  if (!begun) return fail(call, now, 'cancelled');
  return call.effects === 'read'
    ? fail(call, now, 'cancelled', { outcome: 'failed', message: 'The call was cancelled. It changed nothing.' })
    : fail(call, now, 'cancelled', {
        outcome: 'unknown',
        message: 'The call was cancelled while it ran. It may have been carried out. Do not repeat it.',
      });
}

function ticked(call: ToolCallRecord, now: number): ToolCallRecord {
  const due = deadlineOf(call);
  if (due === null || now < due) return call;
  switch (call.phase.at) {
    case 'offered':
      return fail(call, now, 'dispatch_timeout');
    case 'asking':
      return fail(call, now, 'confirm_timeout');
    case 'granted':
      return lost(call, now, call.phase.goneBy === null ? 'dispatch_timeout' : 'client_gone');
    case 'running':
      return now >= call.phase.until ? timedOut(call, now) : lost(call, now, 'client_gone');
    default:
      return call;
  }
}

function timedOut(call: ToolCallRecord, now: number): ToolCallRecord {
  return fail(call, now, 'execution_timeout', call.effects === 'read' ? { outcome: 'failed' } : {});
}

/** The page was lost with the lease in its hands. What may be done twice is given to the next page. */
function lost(call: ToolCallRecord, now: number, code: 'dispatch_timeout' | 'client_gone'): ToolCallRecord {
  if (call.effects !== 'once' && call.attempt <= TOOL_CALL_LIMITS.toolRedeliveries) return offeredAnew(call, now);
  if (call.effects === 'read') return fail(call, now, code, { outcome: 'failed' });
  return fail(call, now, 'client_gone');
}

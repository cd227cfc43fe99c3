/**
 * Calls as this page sees them: prepare what is offered, run what is granted, report. Nothing runs twice: a repeated grant is
 * answered from memory, and what an earlier load of this page began is found in the journal.
 */
import { type LogBody, readToolFrame, sha256, TOOL_LIMITS, type ToolGrantFrame, truncate } from '@service/protocol';
import type { ForeignFrame } from '../../state/input.js';
import { emit, sendFrame, type Transition, trySendFrame } from '../../state/transition.js';
import { act, stateOf, update } from './client-tools-state.js';
import type { JournalEntry } from './journal.js';
import type { ClientToolsInput, Decision, HeldCall } from './types.js';
import { changeQuestion } from './visitor-questions.js';

/** A server repeats a grant for seconds, not for hundreds of calls. */
const MOST_ENDED_LEASES = 100;
const MOST_AGREEMENTS = 100;

export function toolFrameReceived(tx: Transition, foreign: ForeignFrame): boolean {
  const frame = readToolFrame(foreign);
  // Undefined: a type of a newer server, ignored. Null: malformed.
  if (!frame) return frame === undefined;
  const { page, progress, looking } = stateOf(tx);
  switch (frame.t) {
    case 'tool.progress': {
      const { call, text, fraction } = frame;
      const how = { ...(text !== undefined && { text }), ...(fraction !== undefined && { fraction }) };
      update(tx, { progress: { ...progress, [call]: how } });
      return true;
    }
    case 'tool.cancel':
      forget(tx, frame.call);
      act(tx, { do: 'end', call: frame.call });
      return true;
    case 'tool.offer': {
      const name = `${frame.call}/${frame.attempt}`;
      if (!page || looking.includes(name)) return true;
      update(tx, { looking: [...looking, name] });
      act(tx, { do: 'prepare', runner: page.runner, offer: frame });
      return true;
    }
    case 'tool.grant':
      granted(tx, frame);
      return true;
  }
}

function granted(tx: Transition, frame: ToolGrantFrame): void {
  const { page, held, over, agreed } = stateOf(tx);
  const { conversation, call, lease, name, args } = frame;
  const known = held[call];
  if (known?.lease === lease) {
    // Granted again: our answer was lost.
    if (known.report) sendFrame(tx, { t: 'tool.result', conversation, call, lease, report: known.report });
    else sendFrame(tx, { t: 'tool.started', conversation, call, lease });
    return;
  }
  const agreement = agreementOf(call, name, args);
  if (!page || over.includes(lease) || !agreed.includes(agreement)) return;
  update(tx, { agreed: agreed.filter((each) => each !== agreement) });
  hold(tx, call, { conversation, name, lease, report: null });
  emit(tx, 'tool', { name, state: 'running' });
  // Order: the effect stores the note, then the frame is sent, then the tool runs.
  act(tx, { do: 'run', runner: page.runner, grant: frame });
  sendFrame(tx, { t: 'tool.started', conversation, call, lease });
}

export function offerPrepared(
  tx: Transition,
  { offer: of, prepared: how }: Extract<ClientToolsInput, { type: 'prepared' }>,
): void {
  const { conversation, call, attempt, name, args } = of;
  const { looking } = stateOf(tx);
  // The visitor it was offered to has signed out since.
  if (!looking.includes(`${call}/${attempt}`)) return;
  update(tx, { looking: looking.filter((each) => each !== `${call}/${attempt}`) });
  if (how.ok) {
    agree(tx, call, name, args);
    trySendFrame(tx, { t: 'tool.claim', conversation, call, attempt, confirm: how.confirm });
  } else {
    const { code, issues } = how;
    trySendFrame(tx, { t: 'tool.refuse', conversation, call, attempt, code, ...(issues && { issues }) });
  }
}

export function callProgressed(
  tx: Transition,
  { call, text, fraction }: Extract<ClientToolsInput, { type: 'progressed' }>,
): void {
  const held = stateOf(tx).held[call];
  if (!held) return;
  trySendFrame(tx, {
    t: 'tool.progress',
    conversation: held.conversation,
    call,
    lease: held.lease,
    ...(text !== undefined && { text }),
    ...(fraction !== undefined && { fraction }),
  });
}

export function callReported(
  tx: Transition,
  { call, lease, report }: Extract<ClientToolsInput, { type: 'reported' }>,
): void {
  const known = stateOf(tx).held[call];
  // Cancelled meanwhile.
  if (known?.lease !== lease) return;
  const { conversation, name } = known;
  hold(tx, call, { ...known, report });
  emit(tx, 'tool', { name, state: report.ok ? 'succeeded' : 'failed' });
  trySendFrame(tx, { t: 'tool.result', conversation, call, lease, report });
}

/** The hash is made of the arguments on the screen at the click: the decision is valid for these only. */
export function visitorDecided(
  tx: Transition,
  { entry, approved, reason }: Extract<ClientToolsInput, { type: 'decide' }>,
): void {
  const { call, args } = entry;
  const { conversation } = tx.model;
  const { decisions, answered, questions } = stateOf(tx);
  const own = questions.find((each) => each.entry.call === call);
  if (own) {
    if (own.entry.state !== 'asking') return;
    changeQuestion(tx, own.of, { answered: approved, state: approved ? 'running' : 'denied' });
    return act(tx, { do: 'answer', of: own.of, approved });
  }
  // The first click counts, here and on the server.
  if (!conversation || decisions[call]) return;
  const decision: Decision = {
    conversation,
    hash: sha256(args),
    approved,
    ...(reason && { reason: truncate(reason, TOOL_LIMITS.toolMessage) }),
  };
  update(tx, { decisions: { ...decisions, [call]: decision }, answered: { ...answered, [call]: approved } });
  if (approved) agree(tx, call, nameOf(tx, call), args);
  else disagree(tx, call);
  trySendFrame(tx, { t: 'tool.decide', call, ...decision });
}

/** On a new connection: repeats what the last one may have lost. */
export function repeatReports(tx: Transition): void {
  const { held, decisions } = stateOf(tx);
  for (const [call, { conversation, lease, report }] of Object.entries(held)) {
    if (report) sendFrame(tx, { t: 'tool.result', conversation, call, lease, report });
    else sendFrame(tx, { t: 'tool.started', conversation, call, lease });
  }
  const decided = tx.model.log?.events.flatMap(({ body }) => (hasDecision(body) ? body.call : [])) ?? [];
  const open = Object.entries(decisions).filter(([call]) => !decided.includes(call));
  update(tx, { decisions: Object.fromEntries(open) });
  for (const [call, decision] of open) sendFrame(tx, { t: 'tool.decide', call, ...decision });
}

/** Calls that a page which is gone has begun; without a report, their outcome is unknown. */
export function abandonedCallsFound(tx: Transition, entries: readonly JournalEntry[]): void {
  for (const { conversation, call, lease, report } of entries)
    trySendFrame(tx, {
      t: 'tool.result',
      conversation,
      call,
      lease,
      report: report ?? { ok: false, code: 'client_gone', outcome: 'unknown' },
    });
}

function hasDecision(body: LogBody): body is Extract<LogBody, { kind: 'tool.decided' | 'tool.settled' }> {
  return body.kind === 'tool.decided' || body.kind === 'tool.settled';
}

/** A call, and the very function and arguments that were checked here, or shown to the visitor here. */
function agreementOf(call: string, name: string, args: string): string {
  return `${call} ${name} ${sha256(args)}`;
}

function agree(tx: Transition, call: string, name: string, args: string): void {
  const agreement = agreementOf(call, name, args);
  const others = stateOf(tx).agreed.filter((each) => each !== agreement);
  update(tx, { agreed: [agreement, ...others].slice(0, MOST_AGREEMENTS) });
}

function disagree(tx: Transition, call: string): void {
  update(tx, { agreed: stateOf(tx).agreed.filter((each) => !each.startsWith(`${call} `)) });
}

/** The function that the log names for the call. Without it, the call isn't on the screen. */
function nameOf(tx: Transition, call: string): string {
  for (const { body } of tx.model.log?.events ?? [])
    if (body.kind === 'tool.called' && body.call === call) return body.name;
  return '';
}

function hold(tx: Transition, call: string, held: HeldCall): void {
  update(tx, { held: { ...stateOf(tx).held, [call]: held } });
}

function forget(tx: Transition, call: string): void {
  disagree(tx, call);
  const { held, progress, over } = stateOf(tx);
  const { [call]: ended, ...others } = held;
  const { [call]: _progress, ...rest } = progress;
  update(tx, {
    held: others,
    progress: rest,
    ...(ended && { over: [ended.lease, ...over].slice(0, MOST_ENDED_LEASES) }),
  });
}

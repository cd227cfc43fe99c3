/**
 * The answering side's port `ClientToolCalls`. It decides what becomes a call at all. From there each call runs by itself,
 * and this waits until all have ended.
 */
import { createHash } from 'node:crypto';
import { canonicalJson, cleanText, TOOL_NAME, toolError } from '@service/protocol';
import type {
  CallingTurn,
  ClientToolCalls,
  PageOffer,
  ToolCall,
  ToolResult,
} from '../conversation/answering/client-tool-calls.js';
import type { InboxDirectory } from '../inbox/inbox.js';
import { TOOL_CALL_LIMITS } from '../runtime/limits.js';
import { callableTools, descriptionOf, isConfirmForced, schemaForModel } from './allowed-tools.js';
import { comparePages, type OpenPage } from './choose-page.js';
import { refusalOf } from './refuse-call.js';
import { isSettled, type NewCall, newCall, refusedCall } from './tool-call.js';
import type { ToolCallService } from './tool-call-service.js';
import { answerOf, failureOf } from './tool-results.js';

/** Reasons that end an attempt and not the answer: the next attempt waits for the same calls. */
const HANDOVER_REASONS: ReadonlySet<unknown> = new Set(['shutdown', 'lost']);

/** Runs `work`, for which the answer waits, with its slot handed over to others. `AnswerWorker` implements it. */
export type WhileWaiting = <T>(job: string, work: () => Promise<T>) => Promise<T>;

export function createClientToolCalls(
  service: ToolCallService,
  inboxes: InboxDirectory,
  whileWaiting: WhileWaiting,
): ClientToolCalls {
  return {
    offered: (conversation) => offeredTools(service, inboxes, conversation),
    call: (turn, calls, signal) => whileWaiting(turn.run, () => callTools(service, inboxes, turn, calls, signal)),
  };
}

/** One result for every call. */
async function callTools(
  service: ToolCallService,
  inboxes: InboxDirectory,
  turn: CallingTurn,
  calls: readonly ToolCall[],
  signal: AbortSignal,
): Promise<readonly ToolResult[]> {
  let wake = (): void => undefined;
  const unwatch = await service.watch(turn.conversation, () => wake());
  const aborted = (): void => wake();
  signal.addEventListener('abort', aborted);
  try {
    const neverBegun = new Set<string>();
    const pages = await openPages(service, turn.conversation);
    for (const call of calls)
      if (signal.aborted || !(await beginCall(service, inboxes, pages, turn, call))) neverBegun.add(call.id);
    for (;;) {
      // Made before the results are read, so that a change during the read isn't missed.
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (signal.aborted && HANDOVER_REASONS.has(signal.reason)) throw signal.reason;
      const results = await Promise.all(
        calls.map(({ id }) => resultOf(service, turn.conversation, id, neverBegun.has(id))),
      );
      if (results.every((result) => result !== null)) return results as readonly ToolResult[];
      if (signal.aborted) {
        for (const { id } of calls) await service.apply(turn.conversation, id, { type: 'cancel', code: 'cancelled' });
        continue;
      }
      const cancel = service.deps.clock.after(TOOL_CALL_LIMITS.toolRepeatMs, () => wake());
      await woken;
      cancel();
    }
  } finally {
    signal.removeEventListener('abort', aborted);
    unwatch();
  }
}

/** In the order in which their offers count. */
async function openPages(service: ToolCallService, conversation: string): Promise<readonly OpenPage[]> {
  return [...(await service.pages(conversation))].sort(comparePages);
}

async function offeredTools(
  service: ToolCallService,
  inboxes: InboxDirectory,
  conversation: string,
): Promise<PageOffer> {
  const known = await service.deps.store.conversation(conversation);
  const pages = await openPages(service, conversation);
  const rules = known ? inboxes.get(known.inbox)?.tools : undefined;
  const tools = callableTools(pages, rules);
  if (!rules || tools.size === 0) return { tools: [], instructions: null };
  const pageInstructions = pages.find((page) => page.instructions !== null)?.instructions ?? null;
  return {
    tools: [...tools.values()].map((tool) => ({
      name: tool.name,
      description: descriptionOf(rules, tool),
      parameters: schemaForModel(tool),
    })),
    instructions: (rules.instructions ?? (pageInstructions && cleanText(pageInstructions))) || null,
  };
}

/** False when it can't become a call any more: another attempt took over, or the conversation is gone. */
async function beginCall(
  service: ToolCallService,
  inboxes: InboxDirectory,
  pages: readonly OpenPage[],
  turn: CallingTurn,
  call: ToolCall,
): Promise<boolean> {
  const { store, clock } = service.deps;
  const { conversation, run, inbox } = turn;
  if (await service.read(conversation, call.id)) return true;
  const known = await store.conversation(conversation);
  if (!known) return false;
  const args = argumentsText(call.args);
  const wanted: NewCall = {
    conversation,
    id: call.id,
    run,
    inbox,
    contact: known.contact,
    name: TOOL_NAME.test(call.name) ? call.name : 'unknown',
    args: args ?? '{}',
    hash: hashOf(args ?? '{}'),
    key: hashOf(`${conversation}/${call.id}`),
    now: clock.now(),
  };
  const before = await service.callsBeside(conversation, run);
  const rules = inboxes.get(inbox)?.tools;
  const tool = callableTools(pages, rules).get(call.name);
  const refusal = refusalOf(wanted, args, tool, before);
  if (refusal || !tool || !rules) {
    return service.create(refusedCall(wanted, refusal ?? toolError('not_registered')), turn.attempt);
  }
  const created = newCall(wanted, tool, isConfirmForced(rules, tool.name));
  const waits = created.serial && before.some((each) => each.serial && !isSettled(each));
  return service.create(waits ? { ...created, phase: { at: 'queued' } } : created, turn.attempt);
}

async function resultOf(
  service: ToolCallService,
  conversation: string,
  id: string,
  isNeverBegun: boolean,
): Promise<ToolResult | null> {
  const call = await service.read(conversation, id);
  if (!call) return isNeverBegun ? { id, ok: false, error: failureOf(toolError('cancelled')) } : null;
  return isSettled(call) ? { id, ...answerOf(call.phase.end) } : null;
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

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

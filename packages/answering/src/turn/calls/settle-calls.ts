/** Settles the calls of one step: ours at once, the page's by sending them to it, and refuses those that can't be made. */
import type { ToolCall, ToolResult } from '@service/realtime-server/ports';
import { INTERRUPTED_CALL } from '../dialogue/repair-transcript.js';
import type { Turn } from '../turn.js';
import { isOurs, notShown, OFFER_PERSON, offered, partIn, shown } from './own-tools.js';
import { refusalOf } from './refusal.js';

/**
 * One result for every call; null when the answer was cut off meanwhile. `mayHaveBegun`: an earlier attempt may have sent
 * the calls, so pass them on also when no page offers them now; `ClientToolCalls` knows which were made.
 */
export async function settleCalls(
  turn: Turn,
  calls: readonly ToolCall[],
  mayHaveBegun: boolean,
): Promise<readonly ToolResult[] | null> {
  await turn.readPage();
  const known = [...turn.offeredTools(), ...(mayHaveBegun ? calls.filter(({ name }) => !isOurs(name)) : [])];
  const before = [...turn.settledCalls()];
  const results = new Map<string, ToolResult>();
  const forPage: ToolCall[] = [];
  for (const [at, call] of calls.entries()) {
    const error = refusalOf(call, known, before, calls.slice(0, at));
    const own = error ? { id: call.id, ok: false as const, error } : settleOwn(turn, call);
    if (own) results.set(call.id, own);
    else forPage.push(call);
    before.push({ call, result: own ?? { id: call.id, ok: true, value: null } });
  }
  if (forPage.length > 0) {
    const { deps, calling, signal } = turn;
    const settled = await unlessAborted(signal, deps.tools.call(calling, forPage, signal));
    if (!settled) return null;
    for (const result of settled) results.set(result.id, result);
  }
  return calls.map(({ id }) => results.get(id) ?? { id, ok: false, error: INTERRUPTED_CALL });
}

/** Null when the call is for the page. */
function settleOwn(turn: Turn, call: ToolCall): ToolResult | null {
  if (call.name === OFFER_PERSON.name) return offered(call.id);
  const wanted = partIn(call);
  if (!wanted) return null;
  const problem = 'wrong' in wanted ? wanted.wrong : turn.addPart(wanted.part);
  return problem === null ? shown(call.id) : notShown(call.id, problem);
}

/** The result of `work`, or null as soon as the answer is cut off: a late result is dropped. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const cutOff = (): void => resolve(null);
    signal.addEventListener('abort', cutOff, { once: true });
    if (signal.aborted) cutOff();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cutOff));
  });
}

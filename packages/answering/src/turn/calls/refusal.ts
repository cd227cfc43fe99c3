/** Refuses calls that can't be made; the model gets the reason and may correct the call. Pure. */
import { canonicalJson, isShallow, TOOL_LIMITS } from '@service/protocol';
import type { OfferedTool, ToolCall, ToolFailure, ToolResult } from '@service/realtime-server/ports';
import { TURN_LIMITS } from '../limits.js';

export interface SettledCall {
  readonly call: ToolCall;
  readonly result: ToolResult;
}

/**
 * Why a call is refused, or null. `before`: every call of the same answer that is settled. `beside`: calls of the same step before this
 * one.
 */
export function refusalOf(
  call: ToolCall,
  offered: readonly Pick<OfferedTool, 'name'>[],
  before: readonly SettledCall[],
  beside: readonly ToolCall[] = [],
): ToolFailure | null {
  if (!offered.some(({ name }) => name === call.name)) {
    return failure('not_registered', 'There is no function of this name here. Use only those that are offered.');
  }
  if (before.length >= TURN_LIMITS.calls) {
    return failure('too_many_calls', 'No more calls can be made for this answer. Answer with what you have.');
  }
  if (typeof call.args !== 'object' || call.args === null || Array.isArray(call.args)) {
    return {
      ...failure('invalid_arguments', 'The arguments must be one JSON object. Write them again.'),
      retryable: true,
    };
  }
  const wanted = signature(call);
  const same = before.find(
    (each) => !each.result.ok && !each.result.error.retryable && signature(each.call) === wanted,
  );
  if (same && !same.result.ok) {
    return failure(
      'repeated',
      `The same call ended with "${same.result.error.code}" before and is not made again. Say what happened, or ask the visitor.`,
    );
  }
  // Models and their servers send a call twice, and an order would be placed twice. Who means it calls again after the result.
  if (beside.some((each) => signature(each) === wanted)) {
    const message = 'The same call is made beside this one, so this one is not. Its result is that of the other.';
    return { ...failure('repeated', message), retryable: true };
  }
  return null;
}

/** The arguments as the model wrote them, parsed when they can be, and not too deep. Nothing, or null, counts as no arguments. */
export function readArguments(written: string): unknown {
  if (written.trim() === '') return {};
  if (!isShallow(written, TOOL_LIMITS.toolJsonDepth, Number.POSITIVE_INFINITY)) return written;
  try {
    return JSON.parse(written) ?? {};
  } catch {
    return written;
  }
}

const failure = (code: string, message: string): ToolFailure => ({
  code,
  outcome: 'not_started',
  retryable: false,
  message,
});

/** The same for the same call, in whatever order the model wrote the arguments. */
const signature = ({ name, args }: ToolCall): string => canonicalJson([name, args]);

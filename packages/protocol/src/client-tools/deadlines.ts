/**
 * How long a call may take: what its page asks for, the usual time where it asks for nothing, and never more than the limit.
 * The server, the fake one and the browser's own agent go by the same clocks. The numbers are in `TOOL_LIMITS`.
 */
import { TOOL_LIMITS } from '../limits.js';
import type { ToolManifest } from './manifest.js';

/** Milliseconds from the start of the function until it has to be done. */
export function executionMs({ timeoutMs = TOOL_LIMITS.toolExecutionMs }: Pick<ToolManifest, 'timeoutMs'>): number {
  return Math.min(timeoutMs, TOOL_LIMITS.toolExecutionMostMs);
}

/** Milliseconds from the question until the visitor has to have decided. */
export function decisionMs({
  confirmTimeoutMs = TOOL_LIMITS.toolConfirmMs,
}: Pick<ToolManifest, 'confirmTimeoutMs'>): number {
  return Math.min(confirmTimeoutMs, TOOL_LIMITS.toolConfirmMostMs);
}

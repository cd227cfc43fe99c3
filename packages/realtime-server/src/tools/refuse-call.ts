import {
  checkArguments,
  hasProtoKey,
  TOOL_CALL_ID,
  TOOL_LIMITS,
  type ToolError,
  type ToolManifest,
  toolError,
} from '@service/protocol';
import { TOOL_CALL_LIMITS } from '../runtime/limits.js';
import { NO_ARGUMENTS, parseSchema } from './allowed-tools.js';
import { isSettled, type NewCall, type ToolCallRecord, type ToolEnd } from './tool-call.js';

/** Why a call is refused before it begins, or null. */
export function refusalOf(
  { id, run, name, hash }: NewCall,
  args: string | null,
  tool: ToolManifest | undefined,
  before: readonly ToolCallRecord[],
): ToolError | null {
  if (!TOOL_CALL_ID.test(id)) return toolError('invalid_arguments', { message: 'The id of the call can’t be used.' });
  if (!tool) return toolError('not_registered');
  if (args === null || args.length > TOOL_LIMITS.toolArgs)
    return toolError('invalid_arguments', { message: 'The arguments must be a JSON object of moderate size.' });
  const parsed: unknown = JSON.parse(args);
  if (hasProtoKey(parsed))
    return toolError('invalid_arguments', { message: 'No field of the arguments may be named "__proto__".' });
  const issues = checkArguments(parseSchema(tool.parameters) ?? NO_ARGUMENTS, parsed);
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

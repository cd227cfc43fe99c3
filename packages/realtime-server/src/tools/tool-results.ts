/** How a settled call is shown to the answerer. */
import type { ToolError } from '@service/protocol';
import type { ToolFailure } from '../conversation/answering/client-tool-calls.js';
import type { ToolEnd } from './tool-call.js';

const OMITTED = {
  too_large: 'It finished. Its result is too large to be shown here.',
  not_serializable: 'It finished. Its result can’t be shown as text.',
  not_expected: 'It was started. It gives no result.',
} as const;

export function answerOf(end: ToolEnd): { ok: true; value: unknown } | { ok: false; error: ToolFailure } {
  if (!end.ok) return { ok: false, error: failureOf(end.error) };
  if ('omitted' in end) return { ok: true, value: { note: OMITTED[end.omitted] } };
  try {
    return { ok: true, value: JSON.parse(end.json) };
  } catch {
    return { ok: true, value: { note: OMITTED.not_serializable } };
  }
}

export function failureOf({ code, outcome, retryable, message, issues }: ToolError): ToolFailure {
  const details = issues?.map(({ path, message: wrong }) => `${path || 'arguments'} ${wrong}`).join('; ');
  return { code, outcome, retryable, message: details ? `${message} ${details}.` : message };
}

/**
 * Makes a dialogue one that every provider accepts: each call is followed at once by exactly one result, and there is no
 * result without its call. A dangling call is refused by every provider, for ever: the conversation could never be
 * answered again.
 */
import type { ToolCall, ToolFailure, ToolResult } from '@service/realtime-server/ports';
import type { Dialogue, DialogueEntry } from './dialogue.js';

/** Replaces a result that never came. The call may have been carried out, so it must not be repeated. */
export const INTERRUPTED_CALL: ToolFailure = {
  code: 'cancelled',
  outcome: 'unknown',
  retryable: false,
  message: 'The call ended without a result. It may have been carried out. Do not repeat it; ask the visitor.',
};

/**
 * The repaired dialogue. The first result of a call is used, wherever it came after the call; later ones, results of unknown
 * calls, and a second call under an id that was used before are dropped. Repairing twice changes nothing.
 */
export function repairTranscript(dialogue: Dialogue): Dialogue {
  const used = new Set<string>();
  const repaired: DialogueEntry[] = [];
  dialogue.forEach((entry, at) => {
    if (entry.by === 'tools') return;
    if (entry.by !== 'model' || entry.calls.length === 0) {
      repaired.push(entry);
      return;
    }
    const calls = entry.calls.filter(({ id }) => !used.has(id) && used.add(id));
    repaired.push({ ...entry, calls });
    if (calls.length > 0) repaired.push({ by: 'tools', results: calls.map((call) => resultOf(call, dialogue, at)) });
  });
  return repaired;
}

function resultOf({ id }: ToolCall, dialogue: Dialogue, from: number): ToolResult {
  for (let at = from + 1; at < dialogue.length; at++) {
    const entry = dialogue[at] as DialogueEntry;
    const found = entry.by === 'tools' ? entry.results.find((result) => result.id === id) : undefined;
    if (found) return found;
  }
  return { id, ok: false, error: INTERRUPTED_CALL };
}

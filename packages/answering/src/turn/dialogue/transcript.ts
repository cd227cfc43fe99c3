/** The log of a conversation as a dialogue for the model. The log is the only memory: nothing else is stored. */
import type { LogBody, LogEvent } from '@service/protocol';
import type { ToolResult } from '@service/realtime-server/ports';
import { textWithParts } from '../../part-to-text.js';
import { withFiles } from '../../text-with-files.js';
import type { Dialogue, DialogueEntry } from './dialogue.js';

/** The most of the earlier conversation that the model gets, in UTF-16 code units; the latest entries come first. */
const LENGTH = 24_000;

/**
 * Messages and calls, oldest first, from after the last time the conversation was closed. Not repaired. The calls of
 * `run` are left out: they belong to the turn that is being taken.
 */
export function transcriptOf(history: readonly LogEvent[], run: string): Dialogue {
  const closed = history.findLastIndex(({ body }) => body.kind === 'conversation.closed');
  const entries = history
    .slice(closed + 1)
    .filter(({ body }) => body.kind !== 'tool.called' || body.run !== run)
    .flatMap(entryOf);
  let from = entries.length;
  for (let left = LENGTH; from > 0; from--) {
    left -= sizeOf(entries[from - 1] as DialogueEntry);
    if (left < 0) break;
  }
  return entries.slice(from);
}

function entryOf({ by, body }: LogEvent): readonly DialogueEntry[] {
  switch (body.kind) {
    case 'message':
      return by.kind === 'visitor'
        ? [{ by: 'visitor', text: withFiles(body.text, body.attachments) }]
        : [
            {
              by: 'person',
              name: by.name ?? 'A person of the team',
              text: withFiles(textWithParts(body.text, body.parts), body.attachments),
            },
          ];
    case 'answer.completed':
      return [{ by: 'model', text: textWithParts(withoutNumbers(body.text), body.parts), calls: [] }];
    case 'answer.interrupted':
      // The text of a failed answer is our own message, not the model's.
      return body.text === '' || body.reason === 'failed'
        ? []
        : [{ by: 'model', text: withoutNumbers(body.text), calls: [] }];
    case 'tool.called':
      return [{ by: 'model', text: '', calls: [{ id: body.call, name: body.name, args: JSON.parse(body.args) }] }];
    case 'tool.settled':
      return [{ by: 'tools', results: [resultOf(body)] }];
    default:
      return [];
  }
}

/** What a call gave was for the answer that it was made for: by now it may give something else. */
function resultOf({ call, state, code, outcome }: Extract<LogBody, { kind: 'tool.settled' }>): ToolResult {
  if (state === 'succeeded')
    return { id: call, ok: true, value: { note: 'It was carried out. Call it again for what it gives now.' } };
  const message = 'It did not end well before. Ask the visitor before it is called again.';
  return {
    id: call,
    ok: false,
    error: { code: code ?? state, outcome: outcome ?? 'unknown', retryable: false, message },
  };
}

/** The numbers belonged to other passages; a model that sees them goes on using them. */
const withoutNumbers = (text: string): string => text.replace(/[ \u00a0]?\[\d{1,3}\]/g, '');

const sizeOf = (entry: DialogueEntry): number =>
  entry.by === 'tools' ? JSON.stringify(entry.results).length : entry.text.length;

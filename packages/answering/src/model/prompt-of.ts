/** Translates a step to the AI SDK's provider interface. Pure. */
import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { ToolResult } from '@service/realtime-server/ports';
import type { DialogueEntry } from '../turn/dialogue/dialogue.js';
import { instructionsOf } from '../turn/instructions.js';
import type { Step } from './model.js';

type Message = LanguageModelV4Prompt[number];

/** For one step, with a model's reasoning. */
const OUTPUT_TOKENS = 8_192;

const REMOVED_TOOL = { description: 'Not available any more.', parameters: { type: 'object', properties: {} } };

/** `carries`: whether a call's provider metadata is sent back with it. */
export function promptOf({ brief, dialogue, tools, mayCall }: Step, carries: boolean): LanguageModelV4CallOptions {
  const names = new Map(
    dialogue.flatMap((entry) => (entry.by === 'model' ? entry.calls.map(({ id, name }) => [id, name] as const) : [])),
  );
  // Some providers refuse a dialogue with calls of functions that are not declared.
  const removed = [...new Set(names.values())].filter((name) => tools.every((tool) => tool.name !== name));
  const defined = [...tools, ...removed.map((name) => ({ name, ...REMOVED_TOOL }))];
  return {
    prompt: [
      { role: 'system', content: instructionsOf(brief) },
      ...dialogue.flatMap((entry) => messageOf(entry, names, carries)),
    ],
    maxOutputTokens: OUTPUT_TOKENS,
    ...(defined.length > 0 && {
      tools: defined.map(({ name, description, parameters }) => ({
        type: 'function',
        name,
        description,
        inputSchema: parameters as JSONSchema7,
      })),
      toolChoice: { type: mayCall && tools.length > 0 ? 'auto' : 'none' },
    }),
  };
}

function messageOf(entry: DialogueEntry, names: ReadonlyMap<string, string>, carries: boolean): Message[] {
  switch (entry.by) {
    case 'visitor':
      return [{ role: 'user', content: [{ type: 'text', text: entry.text }] }];
    case 'person':
      // Mark messages of people: a model that takes them for its own would repeat their promises.
      return [
        {
          role: 'assistant',
          content: [{ type: 'text', text: `(${entry.name}, a person of the team, wrote:) ${entry.text}` }],
        },
      ];
    case 'model': {
      if (entry.text === '' && entry.calls.length === 0) return [];
      return [
        {
          role: 'assistant',
          content: [
            ...(entry.text === '' ? [] : [{ type: 'text' as const, text: entry.text }]),
            ...entry.calls.map(({ id, name, args }) => ({
              type: 'tool-call' as const,
              toolCallId: id,
              toolName: name,
              // What isn't an object is refused, but must not break the next request.
              input: typeof args === 'object' && args !== null ? args : { written: args },
              ...(carries && entry.carried?.[id]
                ? { providerOptions: entry.carried[id] as SharedV4ProviderOptions }
                : {}),
            })),
          ],
        },
      ];
    }
    case 'tools':
      return [
        {
          role: 'tool',
          content: entry.results.map((result) => ({
            type: 'tool-result',
            toolCallId: result.id,
            toolName: names.get(result.id) ?? '',
            output: outputOf(result),
          })),
        },
      ];
  }
}

type Output = Extract<Extract<Message, { role: 'tool' }>['content'][number], { type: 'tool-result' }>['output'];

function outputOf(result: ToolResult): Output {
  if (!result.ok) return { type: 'error-json', value: { ok: false, error: { ...result.error } } };
  return {
    type: 'json',
    value: { ok: true, value: (result.value ?? null) as Extract<Output, { type: 'json' }>['value'] },
  };
}

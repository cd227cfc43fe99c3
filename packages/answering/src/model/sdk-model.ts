/**
 * A model behind any provider of the AI SDK, one step at a time. The SDK speaks each provider's wire; everything that is
 * more than one request (loops, tools, retries) is ours, and its errors end here: what they hold is never passed on.
 */
import { APICallError, type LanguageModelV4, type LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Model, StepEvent } from './model.js';
import { ModelProblem, problemOfStatus } from './model-problem.js';
import { promptOf } from './prompt-of.js';
import { withoutThoughts } from './without-thoughts.js';

export interface SdkModelOptions {
  /** Asked before each step: the name of a model may only be known once its server answers. */
  readonly open: () => Promise<LanguageModelV4>;
  /** Providers that sign their calls want the signature back; others refuse what they don't know. */
  readonly carries: boolean;
  readonly providerOptions?: Record<string, Record<string, string | boolean>>;
  readonly now: () => number;
}

export function sdkModel({ open, carries, providerOptions, now }: SdkModelOptions): Model {
  return {
    answersFromPassages: true,
    async *step(step, signal) {
      try {
        const model = await open();
        const options = {
          ...promptOf(step, carries),
          abortSignal: signal,
          ...(providerOptions && { providerOptions }),
        };
        const { stream } = await model.doStream(options);
        const thoughts = withoutThoughts();
        let ended = false;
        for await (const part of stream as AsyncIterable<LanguageModelV4StreamPart>) {
          if (part.type === 'error') throw part.error;
          const event = eventOf(part);
          if (!event) continue;
          if (event.kind === 'text') yield* thoughts.add(event.text);
          else {
            if (event.kind === 'end' || event.kind === 'call') yield* thoughts.end();
            ended ||= event.kind === 'end';
            yield event;
          }
        }
        // A stream that simply stops was cut off somewhere on the way.
        if (!ended) throw new ModelProblem('down');
      } catch (error) {
        throw problemOf(error, now());
      }
    },
  };
}

function eventOf(part: LanguageModelV4StreamPart): StepEvent | null {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? null : { kind: 'text', text: part.delta };
    case 'reasoning-delta':
    case 'tool-input-delta':
      return { kind: 'working', size: part.delta.length };
    case 'reasoning-start':
    case 'tool-input-start':
      return { kind: 'working', size: 0 };
    case 'tool-call': {
      const { toolName, input, providerMetadata } = part;
      return { kind: 'call', name: toolName, args: input, ...(providerMetadata && { carried: providerMetadata }) };
    }
    case 'finish': {
      const { finishReason, usage } = part;
      const [input, output] = [usage.inputTokens.total, usage.outputTokens.total];
      const { unified } = finishReason;
      if (unified === 'error' || unified === 'interrupted') throw new ModelProblem('down');
      // Not every provider says `interrupted`: a stream that ends without a reason was cut off too.
      if (unified === 'other' && finishReason.raw === undefined) throw new ModelProblem('down');
      return {
        kind: 'end',
        reason: REASONS[unified],
        // Some servers report 0 when they don't count.
        tokens: input && output && input > 0 && output > 0 ? input + output : null,
      };
    }
    default:
      return null;
  }
}

const REASONS = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'refused',
  'tool-calls': 'calls',
  other: 'stop',
} as const;

function problemOf(error: unknown, now: number): ModelProblem {
  if (error instanceof ModelProblem) return error;
  if (APICallError.isInstance(error)) {
    const { statusCode, responseHeaders } = error;
    if (statusCode === undefined) return new ModelProblem('down');
    // Some send an error page, or half an answer, with a good status.
    if (statusCode < 300) return new ModelProblem('garbled');
    return problemOfStatus(statusCode, responseHeaders?.['retry-after'] ?? null, now);
  }
  if (error instanceof TypeError || isNetworkError(error)) return new ModelProblem('down');
  return new ModelProblem('garbled');
}

/** Node's own errors of a connection carry a code; what can't be parsed does not. */
function isNetworkError(error: unknown): boolean {
  return typeof (error as { code?: unknown } | null)?.code === 'string';
}

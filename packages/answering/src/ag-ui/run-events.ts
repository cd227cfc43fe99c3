/** Translates the events of an AG-UI agent. Agents differ in the events they send: read only those that all of them have, the others if present. */
import { type Citation, PART_LIMITS, safeLink, truncate } from '@service/protocol';
import type { StepEvent } from '../model/model.js';
import { ModelProblem } from '../model/model-problem.js';

/** A received event. The client has checked its type, and little else. */
export interface RunEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

interface Call {
  readonly name: string;
  args: string;
}

const TITLE_LENGTH = 200;
const QUOTE_LENGTH = 500;

/** Reads one run. `offered`: names of the page's tools; calls of any other name are the agent's own and are settled there. */
export class RunReader {
  private readonly calls = new Map<string, Call>();
  private hasText = false;
  private message: unknown = null;
  private over = false;

  constructor(private readonly offered: ReadonlySet<string>) {}

  /** True once the run has ended by itself. */
  get ended(): boolean {
    return this.over;
  }

  /** At least one for each, so that it is known that the agent is at work. @throws ModelProblem when the agent says that it failed. */
  read(event: RunEvent): readonly StepEvent[] {
    const events = this.eventsOf(event);
    if (events.length > 0) return events;
    return [{ kind: 'working', size: typeof event.delta === 'string' ? event.delta.length : 0 }];
  }

  private eventsOf(event: RunEvent): readonly StepEvent[] {
    switch (event.type) {
      case 'TEXT_MESSAGE_CONTENT': {
        const text = String(event.delta ?? '');
        if (text === '') return [];
        const begins = this.hasText && this.message !== event.messageId;
        this.hasText = true;
        this.message = event.messageId;
        return [{ kind: 'text', text: begins ? `\n\n${text}` : text }];
      }
      case 'TEXT_MESSAGE_END':
        return citationsIn((event.metadata as { citations?: unknown } | undefined)?.citations);
      case 'TOOL_CALL_START':
        this.calls.set(String(event.toolCallId), { name: String(event.toolCallName), args: '' });
        return [];
      case 'TOOL_CALL_ARGS': {
        const call = this.calls.get(String(event.toolCallId));
        if (call) call.args += String(event.delta ?? '');
        return [];
      }
      case 'CUSTOM':
        if (event.name === 'handoff') return [{ kind: 'person', reason: reasonIn(event.value) }];
        if (event.name === 'parts') return partsIn(event.value);
        return event.name === 'citations' ? citationsIn(event.value) : [];
      case 'RUN_ERROR':
        // The agent may have acted before it failed, so it is not retried.
        throw new ModelProblem('failed');
      case 'RUN_FINISHED':
        this.over = true;
        return this.end(event.outcome);
      default:
        return [];
    }
  }

  private end(outcome: unknown): readonly StepEvent[] {
    const { type, pendingToolCallIds } = (typeof outcome === 'object' && outcome !== null ? outcome : {}) as {
      type?: unknown;
      pendingToolCallIds?: unknown;
    };
    // Most agents don't list pending calls: then all begun calls of the page's tools are pending.
    const pending = Array.isArray(pendingToolCallIds) ? new Set(pendingToolCallIds) : null;
    const calls = [...this.calls].filter(([id, { name }]) => this.offered.has(name) && (pending?.has(id) ?? true));
    return [
      ...calls.map(([, { name, args }]): StepEvent => ({ kind: 'call', name, args })),
      // The chat can't ask the visitor what the agent waits for. Offer a person instead.
      ...(type === 'interrupt'
        ? [{ kind: 'person', reason: 'The agent asks for something that the chat can’t ask.' } as const]
        : []),
      { kind: 'end', reason: calls.length > 0 ? 'calls' : 'stop', tokens: null },
    ];
  }
}

/** What is to stand under the answer; more than could ever fit is not looked at. */
function partsIn(value: unknown): readonly StepEvent[] {
  return (Array.isArray(value) ? value : [])
    .slice(0, 2 * PART_LIMITS.parts)
    .map((part: unknown) => ({ kind: 'part', part }));
}

function citationsIn(value: unknown): readonly StepEvent[] {
  return (Array.isArray(value) ? value : []).flatMap((each: Record<string, unknown> | null, at): StepEvent[] => {
    if (typeof each?.title !== 'string' || each.title === '') return [];
    const number = Number.isInteger(each.number) && (each.number as number) > 0 ? (each.number as number) : at + 1;
    const url = typeof each.url === 'string' && /^https:/i.test(each.url) && safeLink(each.url) ? each.url : undefined;
    const citation: Citation = {
      number,
      documentId: truncate(String(each.id ?? each.documentId ?? url ?? number), TITLE_LENGTH),
      title: truncate(each.title, TITLE_LENGTH),
      ...(url !== undefined && { url }),
      quote: typeof each.quote === 'string' ? truncate(each.quote, QUOTE_LENGTH) : '',
    };
    return [{ kind: 'source', citation }];
  });
}

const reasonIn = (value: unknown): string => {
  const reason = (value as { reason?: unknown } | null)?.reason;
  return typeof reason === 'string' ? truncate(reason, TITLE_LENGTH) : '';
};

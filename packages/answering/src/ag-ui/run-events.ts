/**
 * What an agent's events mean to us. Agents differ in what they send and when; this reads the least that they all agree
 * on, and takes nothing for granted that only some of them say.
 */
import { type Citation, PART_LIMITS } from '@service/protocol';
import type { StepEvent } from '../model/model.js';
import { ModelProblem } from '../model/model-problem.js';

/** An event as it came: checked by the client for its type, and for little else. */
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
  private spoke = false;
  private message: unknown = null;
  private over = false;

  constructor(private readonly offered: ReadonlySet<string>) {}

  /** True once the run has ended by itself. */
  get ended(): boolean {
    return this.over;
  }

  /** @throws ModelProblem when the agent says that it failed. */
  read(event: RunEvent): readonly StepEvent[] {
    switch (event.type) {
      case 'TEXT_MESSAGE_CONTENT': {
        const text = String(event.delta ?? '');
        if (text === '') return [];
        const begins = this.spoke && this.message !== event.messageId;
        this.spoke = true;
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
        // An agent may have done something before it failed: it is not asked again.
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
    // Most agents don't list what is pending: then it is every call of the page that was begun.
    const pending = Array.isArray(pendingToolCallIds) ? new Set(pendingToolCallIds) : null;
    const calls = [...this.calls].filter(([id, { name }]) => this.offered.has(name) && (pending?.has(id) ?? true));
    return [
      ...calls.map(([, { name, args }]): StepEvent => ({ kind: 'call', name, args })),
      // What it waits for can't be asked here; a person can.
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
    const url =
      typeof each.url === 'string' && /^https:\/\/[^/\\@]+(?:\/|$)/i.test(each.url)
        ? each.url.slice(0, 2_048)
        : undefined;
    const citation: Citation = {
      number,
      documentId: String(each.id ?? each.documentId ?? url ?? number).slice(0, TITLE_LENGTH),
      title: each.title.slice(0, TITLE_LENGTH),
      ...(url !== undefined && { url }),
      quote: typeof each.quote === 'string' ? each.quote.slice(0, QUOTE_LENGTH) : '',
    };
    return [{ kind: 'source', citation }];
  });
}

const reasonIn = (value: unknown): string => {
  const reason = (value as { reason?: unknown } | null)?.reason;
  return typeof reason === 'string' ? reason.slice(0, TITLE_LENGTH) : '';
};

/**
 * The page's functions for the browser's own agent (WebMCP, https://webmachinelearning.github.io/webmcp, as drafted in
 * October 2026), when their developer says so. They run on the same bench as for our assistant, and a function that asks
 * before it runs asks here too: in the chat, where only the visitor can answer.
 */

import { type ToolError, type ToolErrorCode, toolError } from '../errors/tool-errors.js';
import { TOOL_LIMITS } from '../limits.js';
import { canonicalJson } from './canonical-json.js';
import { executionMs } from './deadlines.js';
import type { AnyTool } from './define-tool.js';
import type { ConfirmView } from './manifest.js';
import type { LocalToolRunner } from './tool-runner.js';

/** The part of `document.modelContext` that is used. A document in an insecure context, and most browsers, have none. */
export interface ModelContext {
  registerTool(
    tool: {
      readonly name: string;
      readonly title?: string;
      readonly description: string;
      readonly inputSchema: object;
      readonly annotations: {
        readonly readOnlyHint: boolean;
        readonly untrustedContentHint: boolean;
        readonly consequentialHint: boolean;
      };
      execute(input: object, options?: { readonly signal?: AbortSignal }): Promise<unknown>;
    },
    options: { readonly signal: AbortSignal },
  ): Promise<void>;
}

/** What the visitor is asked on behalf of the browser's agent. */
export interface BrowserAgentQuestion {
  readonly name: string;
  readonly title: string | null;
  /** Canonical JSON text: what they agree to, and what the function is then called with. */
  readonly args: string;
  readonly view: ConfirmView;
}

/** Resolves with the visitor's answer; a refusal also if no visitor can be asked. `ended`: the answer is no longer needed. */
export type AskVisitor = (question: BrowserAgentQuestion, ended: AbortSignal) => Promise<AnsweredQuestion>;

export interface AnsweredQuestion {
  readonly approved: boolean;
  /** How the call has ended, for the card. */
  over(state: 'succeeded' | 'failed' | 'unknown'): void;
}

export interface BrowserOffer {
  readonly context: ModelContext;
  readonly tools: readonly AnyTool[];
  readonly runner: LocalToolRunner;
  readonly ask: AskVisitor;
  readonly warn: (message: string) => void;
}

/** Offers those of `tools` that may be, each under its own name. Returns the way to take all of them back. */
export function offerToBrowser({ context, tools, runner: bench, ask, warn: complain }: BrowserOffer): () => void {
  const end = new AbortController();
  /** What must not run side by side. Never rejects. */
  let turn: Promise<unknown> = Promise.resolve();
  for (const manifest of bench.manifests) {
    const { name, title, description, parameters, effects, confirm, serial = effects === 'once' } = manifest;
    const tool = tools.find((each) => each.name === name);
    if (!tool?.webmcp) continue;
    const execute = (input: object, signal: AbortSignal): Promise<unknown> =>
      carryOut({ tool, bench, ask, title: title ?? null, timeoutMs: executionMs(manifest) }, input, signal);
    context
      .registerTool(
        {
          name,
          ...(title !== undefined && { title }),
          description,
          inputSchema: parameters === undefined ? NO_ARGUMENTS : (JSON.parse(parameters) as object),
          annotations: {
            readOnlyHint: effects === 'read',
            untrustedContentHint: typeof tool.webmcp === 'object' && tool.webmcp.untrustedContent === true,
            consequentialHint: effects === 'once' || confirm !== 'never',
          },
          execute(input, { signal = new AbortController().signal } = {}) {
            if (!serial) return execute(input, signal);
            const mine = turn.then(() => execute(input, signal));
            turn = mine;
            return mine;
          },
        },
        { signal: end.signal },
      )
      .catch((error: unknown) => {
        if (!end.signal.aborted) complain(`Tool "${name}" can’t be offered to the browser: ${String(error)}`);
      });
  }
  return () => end.abort();
}

/** No `randomUUID`: pages without https lack it, and may have an agent by a script of their own. */
const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false } as const;

interface Call {
  readonly tool: AnyTool;
  readonly bench: LocalToolRunner;
  readonly ask: AskVisitor;
  readonly title: string | null;
  readonly timeoutMs: number;
}

/** The function's result as it is; where there is none, `{ error }` says why, and what is certain. Never rejects. */
async function carryOut(
  { tool: { name }, bench, ask, title, timeoutMs }: Call,
  input: object,
  signal: AbortSignal,
): Promise<unknown> {
  let args: string;
  try {
    args = canonicalJson(input ?? {});
  } catch {
    return failure('invalid_arguments');
  }
  if (args.length > TOOL_LIMITS.toolArgs) return failure('invalid_arguments');
  const prepared = await bench.prepare(name, args);
  if (!prepared.ok) return failure(prepared.code, prepared);
  const answer = prepared.confirm && (await ask({ name, title, args, view: prepared.confirm }, signal));
  if (answer && !answer.approved) return failure('denied');
  if (signal.aborted) return failure('cancelled');
  const stop = new AbortController();
  const ended = new Promise<'execution_timeout' | 'cancelled'>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(stop.signal.reason));
  });
  signal.addEventListener('abort', () => stop.abort('cancelled'));
  const timer = setTimeout(() => stop.abort('execution_timeout'), timeoutMs);
  const report = await Promise.race([
    ended,
    bench.run(
      {
        call: newId(),
        conversation: '',
        attempt: 1,
        name,
        args,
        key: newId(),
        timeoutMs,
        confirmedBy: answer ? 'user' : 'none',
        source: 'browser',
      },
      stop.signal,
      () => undefined,
    ),
  ]);
  clearTimeout(timer);
  if (typeof report === 'string') {
    answer?.over('unknown');
    return failure(report, { outcome: 'unknown' });
  }
  answer?.over(report.ok ? 'succeeded' : 'failed');
  if (!report.ok) return failure(report.code, report);
  return 'json' in report ? JSON.parse(report.json) : { done: true, omitted: report.omitted };
}

function failure(code: ToolErrorCode, more?: Parameters<typeof toolError>[1]): { readonly error: ToolError } {
  const { outcome, message, issues } = more ?? {};
  return {
    error: toolError(code, { ...(outcome && { outcome }), ...(message && { message }), ...(issues && { issues }) }),
  };
}

/**
 * A remote agent with the AG-UI protocol (LangGraph, Mastra, CrewAI, Pydantic AI and others) as a `Model`: each run is one step. It has its
 * own knowledge and tools. The tools of the visitor's page are offered to it too, and its calls of them run under the same rules as for
 * any model.
 */
import { boundedFetch } from '../model/bounded-fetch.js';
import type { Model } from '../model/model.js';
import { ModelProblem, problemOfStatus } from '../model/model-problem.js';
import { type RunEvent, RunReader } from './run-events.js';
import { runInputOf } from './run-input.js';

export interface AgentSettings {
  readonly url: string;
  /** Sent as a bearer token; null: the agent asks for none. */
  readonly token: string | null;
}

/** @param now Unix milliseconds. */
export function agUiModel({ url, token }: AgentSettings, now: () => number): Model {
  // Loaded by servers that have such an agent only: it is a sixth of all modules that a server starts with.
  const library = import('@ag-ui/client');
  return {
    answersFromPassages: false,
    async *step(step, signal) {
      let refused: ModelProblem | null = null;
      let begun = false;
      const reach = async (to: string, init: RequestInit): Promise<Response> => {
        const response = await boundedFetch(to, init).catch(() => {
          refused = new ModelProblem('down');
          throw refused;
        });
        if (!response.ok) refused = problemOfStatus(response.status, response.headers.get('retry-after'), now());
        begun = response.ok;
        return withoutBodyError(response);
      };
      const input = runInputOf(step);
      const { CompatibilityBoundary, HttpAgent, transformChunks, verifyEvents } = await library;
      const agent = new HttpAgent({
        url,
        headers: token === null ? {} : { Authorization: `Bearer ${token}` },
        fetch: reach,
      });
      const reader = new RunReader(new Set(step.tools.map(({ name }) => name)));
      const abort = (): void => agent.abortController.abort();
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
      // Don't use `runAgent`: it writes errors of the agent's server to the console.
      const events = new CompatibilityBoundary().run(input, agent).pipe(transformChunks(), verifyEvents());
      try {
        for await (const event of each(events)) yield* reader.read(event as unknown as RunEvent);
        if (!reader.ended) throw new ModelProblem('failed');
      } catch (error) {
        // The client wraps errors; throw the first cause. An agent that had begun may have acted already, so it is not retried.
        throw refused ?? (error instanceof ModelProblem ? error : new ModelProblem(begun ? 'failed' : 'down'));
      } finally {
        signal.removeEventListener('abort', abort);
        abort();
      }
    },
  };
}

/**
 * The same response, but its body ends instead of failing when the connection breaks: on a failed body the client leaves an unhandled
 * rejection, which would end the process.
 */
function withoutBodyError(response: Response): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch {
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason).catch(() => undefined),
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

/** The values of an observable in order. Throws its error. Leaving the loop early unsubscribes. */
async function* each<T>(source: Observable<T>): AsyncGenerator<T> {
  const waiting: T[] = [];
  let wake: () => void = () => undefined;
  let end: { readonly error: unknown } | 'complete' | null = null;
  const subscription = source.subscribe({
    next(event) {
      waiting.push(event);
      wake();
    },
    error(error: unknown) {
      end = { error };
      wake();
    },
    complete() {
      end = 'complete';
      wake();
    },
  });
  const ended = () => end as { readonly error: unknown } | 'complete' | null;
  try {
    for (;;) {
      while (waiting.length > 0) yield waiting.shift() as T;
      const over = ended();
      if (over === 'complete') return;
      if (over) throw over.error;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    subscription.unsubscribe();
  }
}

type Observable<T> = {
  subscribe(observer: { next(value: T): void; error(error: unknown): void; complete(): void }): {
    unsubscribe(): void;
  };
};

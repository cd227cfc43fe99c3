/** Every kind of backend that calls a service over the network, on a scripted provider of this machine. */

import type {
  ClientToolCalls,
  OfferedTool,
  ToolCall,
  ToolResult,
} from '../../../realtime-server/dist/conversation/answering/client-tool-calls.js';
import type { InboxDirectory } from '../../../realtime-server/dist/inbox/inbox.js';
import { type Clock, systemClock } from '../../../realtime-server/dist/runtime/clock.js';
import { inboxesOf, serveAnswerer, type TestServer } from '../../../realtime-server/test/support/serve.js';
import { agUiModel } from '../../dist/ag-ui/ag-ui-model.js';
import type { KnowledgeSource, Passage } from '../../dist/knowledge-source.js';
import type { Model } from '../../dist/model/model.js';
import type { ModelProblem } from '../../dist/model/model-problem.js';
import { openModel } from '../../dist/model/open-model.js';
import { retryingModel } from '../../dist/model/retrying-model.js';
import { createTurnAnswerer } from '../../dist/turn/turn-answerer.js';

export const KEY = 'sk-the-operators-own-secret';

export interface Kind {
  readonly name: string;
  /** Whether it may be asked again after it began: a model only speaks, an agent may have acted. */
  readonly repeatable: boolean;
  readonly open: (origin: string) => Model;
}

export const KINDS: readonly Kind[] = [
  {
    name: 'a server that speaks OpenAI’s protocol',
    repeatable: true,
    open: (origin) =>
      openModel({ provider: 'openai-compatible', model: 'loopback', key: KEY, baseUrl: `${origin}/v1` }, Date.now),
  },
  {
    name: 'OpenAI',
    repeatable: true,
    open: (origin) => openModel({ provider: 'openai', model: 'loopback', key: KEY, baseUrl: `${origin}/v1` }, Date.now),
  },
  {
    name: 'Anthropic',
    repeatable: true,
    open: (origin) =>
      openModel({ provider: 'anthropic', model: 'loopback', key: KEY, baseUrl: `${origin}/v1` }, Date.now),
  },
  {
    name: 'Google',
    repeatable: true,
    open: (origin) =>
      openModel({ provider: 'google', model: 'loopback', key: KEY, baseUrl: `${origin}/v1beta` }, Date.now),
  },
  {
    name: 'an AG-UI agent',
    repeatable: false,
    open: (origin) => agUiModel({ url: `${origin}/agent`, token: KEY }, Date.now),
  },
];

/** For conversations without a page that could offer anything. */
const NO_CLIENT_TOOLS: ClientToolCalls = {
  offered: () => Promise.resolve({ tools: [], instructions: null }),
  call: (_turn, calls) =>
    Promise.resolve(
      calls.map(({ id }) => ({
        id,
        ok: false,
        error: {
          code: 'not_registered',
          outcome: 'not_started',
          retryable: false,
          message: 'No page of the visitor offers this function now. Answer without it.',
        },
      })),
    ),
};

export const PASSAGE: Passage = {
  id: 'returns#0',
  documentId: 'returns',
  title: 'Returns',
  url: 'https://shop.test/returns',
  heading: 'Returns',
  text: 'You can return anything within 30 days.',
  coverage: 0.9,
};

export const knowing = (...passages: readonly Passage[]): KnowledgeSource => ({ search: async () => passages });

/** Tools of a page: settles each call by `answer`, once for each id, and tells what it was asked. */
export function pageTools(
  tools: readonly OfferedTool[],
  answer: (call: ToolCall) => Promise<unknown>,
  instructions: string | null = null,
): ClientToolCalls & { readonly dispatched: ToolCall[]; readonly asked: (readonly ToolCall[])[] } {
  const dispatched: ToolCall[] = [];
  const asked: (readonly ToolCall[])[] = [];
  const running = new Map<string, Promise<ToolResult>>();
  const settle = (call: ToolCall): Promise<ToolResult> => {
    const known = running.get(call.id);
    if (known) return known;
    dispatched.push(call);
    const result = answer(call).then(
      (value): ToolResult => ({ id: call.id, ok: true, value }),
      (): ToolResult => ({
        id: call.id,
        ok: false,
        error: { code: 'handler_error', outcome: 'failed', retryable: false, message: 'The function failed.' },
      }),
    );
    running.set(call.id, result);
    return result;
  };
  return {
    dispatched,
    asked,
    offered: async () => ({ tools, instructions }),
    call: (_turn, calls) => {
      asked.push(calls);
      return Promise.all(calls.map(settle));
    },
  };
}

export const tool = (name: string, description = `Does ${name}.`): OfferedTool => ({
  name,
  description,
  parameters: { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false },
});

export interface Backed extends TestServer {
  readonly problems: readonly ModelProblem[];
}

/** A whole server whose answers come from `model`. */
export async function serveModel(
  model: Model,
  parts: {
    readonly knowledge?: KnowledgeSource;
    readonly tools?: ClientToolCalls;
    readonly inboxes?: InboxDirectory;
    /** Of the deadlines and pauses with the provider. */
    readonly clock?: Clock;
  } = {},
): Promise<Backed> {
  const {
    knowledge = knowing(PASSAGE),
    tools = NO_CLIENT_TOOLS,
    inboxes = inboxesOf({ id: 'demo', people: { hours: null } }),
    clock = systemClock,
  } = parts;
  const problems: ModelProblem[] = [];
  const patient = retryingModel(model, {
    clock,
    fraction: () => 0,
    onProblem: (problem) => void problems.push(problem),
  });
  const server = await serveAnswerer(
    (store) =>
      createTurnAnswerer({
        model: patient,
        knowledge,
        tools,
        ledger: store,
        addressName: (address) => address,
        inboxes,
        now: Date.now,
      }),
    inboxes,
  );
  return { ...server, problems };
}

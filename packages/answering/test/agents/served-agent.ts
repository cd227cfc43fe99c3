/** A whole server in whose inbox an AI agent answers. Versions are published while it runs. */
import type { LogBody } from '@service/protocol';
import type { ClientToolCalls } from '../../../realtime-server/dist/conversation/answering/client-tool-calls.js';
import type { InboxDirectory, InboxSettings } from '../../../realtime-server/dist/inbox/inbox.js';
import { inboxesOf, serveAnswerer, type TestServer } from '../../../realtime-server/test/support/serve.js';
import type { WireClient } from '../../../realtime-server/test/support/wire-client.js';
import { createAgentAnswerer } from '../../dist/agents/agent-answerer.js';
import { modelsOf } from '../../dist/agents/models.js';
import type { KnowledgeSource } from '../../dist/knowledge-source.js';
import type { Model } from '../../dist/model/model.js';
import { createTurnAnswerer } from '../../dist/turn/turn-answerer.js';
import { knowing, PASSAGE, pageTools } from '../model/model-backends.js';

export type Completed = Extract<LogBody, { kind: 'answer.completed' }>;

export interface ServedAgent {
  readonly server: TestServer;
  /** Visitors get these settings from now on. */
  publish(
    version: number,
    fields?: Partial<InboxSettings>,
    rules?: Partial<NonNullable<InboxSettings['aiAgent']>>,
  ): void;
}

export async function serveAgent(
  model: Model,
  {
    knowledge = knowing(PASSAGE),
    tools = pageTools([], async () => null),
    people = true,
  }: { readonly knowledge?: KnowledgeSource; readonly tools?: ClientToolCalls; readonly people?: boolean } = {},
): Promise<ServedAgent> {
  const [base] = inboxesOf({ id: 'demo', people: people ? { hours: null } : null }).list() as [InboxSettings];
  let settings = base;
  const inboxes: InboxDirectory = { ...inboxesOf(), get: () => settings, list: () => [settings] };
  const models = modelsOf(new Map([['openai:loopback', model]]));
  const server = await serveAnswerer(
    (store) =>
      createAgentAnswerer({
        inboxes,
        choose: (chosen, own) =>
          createTurnAnswerer({
            model: models.of(chosen?.aiAgent?.model) as Model,
            ...{ knowledge, tools, ledger: store, inboxes: own, now: Date.now },
            addressName: (address) => address,
          }),
      }),
    inboxes,
  );
  return {
    server,
    publish(version, fields = {}, rules = {}) {
      const handoff = { onUnknown: 'offer', afterTurns: null } as const;
      const aiAgent = { id: 'agt_1', version, model: 'openai:loopback', handoff, ...rules };
      settings = { ...base, aiAgent, agentName: `Hei ${version}`, instructions: `Version ${version}.`, ...fields };
    },
  };
}

export const answersOf = (visitor: WireClient): readonly Completed[] =>
  visitor.events.map(({ body }) => body).filter((body): body is Completed => body.kind === 'answer.completed');

/** Asks, and resolves with the answer that is the `count`th in the conversation. */
export async function ask(visitor: WireClient, text: string, count: number): Promise<Completed> {
  visitor.say(text, `client-${String(count).padStart(4, '0')}`);
  await visitor.until(() => answersOf(visitor).length >= count, `${count} answers`);
  return answersOf(visitor)[count - 1] as Completed;
}

export const kindsOf = (visitor: WireClient): readonly string[] => visitor.events.map(({ body }) => body.kind);

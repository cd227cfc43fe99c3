/** Who answers: an inbox's own service, else the model of its AI agent or of the settings, else the inbox's articles. Loaded after the server serves. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  agUiModel,
  createAgentAnswerer,
  createHttpAgent,
  createKnowledgeAnswerer,
  createTurnAnswerer,
  type Knowledge,
  type Model,
  type ModelSettings,
  type Models,
  messagesFor,
  modelsOf,
  openKnowledge,
  retryingModel,
  type SimulationRoom,
  signingSecretIn,
} from '@service/answering';
import { type Answerer, type ClientToolCalls, type InboxDirectory, systemClock } from '@service/realtime-server';
import type { Workspace } from '@service/workspace';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import type { Storage } from '../storage/storage.js';
import { type KnowledgeWork, knowledgeWork, laterSources } from '../workspace/knowledge-parts.js';

export interface Answerers {
  readonly knowledge: Knowledge;
  /** What the workspace's sources need of the articles. */
  readonly work: KnowledgeWork;
  readonly models: Models;
  answerer(tools: ClientToolCalls): Answerer;
  /** For an AI agent that no visitor asks. `settings`: of an inbox that isn't there. */
  simulated(settings: Settings, room: SimulationRoom): Answerer;
  /** What visitors read when an answer fails before its first word. */
  failureText(asked: Parameters<typeof messagesFor>[0]): string;
}

type Settings = ReturnType<InboxDirectory['get']>;

export async function openAnswerers(
  config: Config,
  inboxes: InboxDirectory,
  { store, files }: Storage,
  workspace: Promise<Workspace>,
  log: Logger,
): Promise<Answerers> {
  const sources = laterSources(workspace);
  const knowledge = openKnowledge({ inboxes, store: store.knowledge, sources, log, embedding: config.embedding });
  const httpAgent = createHttpAgent({
    inboxes,
    signing: (inbox) => signingSecretIn(join(config.inboxDir, inbox)),
    times: { now: systemClock.now, fraction: Math.random, pause: (ms, signal) => delay(ms, undefined, { signal }) },
  });
  const models = await modelsIn(config, log);
  const addressName = (address: string, day: number): string =>
    createHmac('sha256', files.linkKey).update(`address ${day} ${address}`).digest('base64url');
  /** `noted`: questions that no article answered. */
  const withModel = (
    model: Model,
    { inboxes: own, tools, ledger }: SimulationRoom,
    noted: Partial<Pick<Knowledge, 'unanswered'>>,
  ): Answerer =>
    createTurnAnswerer({
      ...{ model, knowledge: knowledge.source, tools, ledger, addressName, inboxes: own, ...noted },
      now: systemClock.now,
    });
  const modelOf = (settings: Settings): Model | null =>
    models.of(settings?.aiAgent ? settings.aiAgent.model : undefined);
  return {
    knowledge,
    models,
    failureText: (asked) => messagesFor(asked).failed,
    work: knowledgeWork(knowledge, store.knowledge),
    answerer: (tools) =>
      createAgentAnswerer({
        inboxes,
        choose(settings, own) {
          if (settings?.httpAgent) return httpAgent;
          const model = modelOf(settings);
          return model
            ? withModel(model, { inboxes: own, tools, ledger: store }, { unanswered: knowledge.unanswered })
            : createKnowledgeAnswerer({ ...knowledge, inboxes: own });
        },
      }),
    simulated(settings, room) {
      const model = modelOf(settings);
      if (model) return withModel(model, room, {});
      const unanswered = { note: async () => undefined };
      return createKnowledgeAnswerer({ ...knowledge, inboxes: room.inboxes, unanswered, pause: async () => undefined });
    },
  };
}

/** Names of what answers where the settings name only a server. */
const UNNAMED = { agent: 'agent', model: 'openai' } as const;

async function modelsIn({ agent, model }: Config, log: Logger): Promise<Models> {
  const known = new Map<string, Model>();
  if (agent) known.set(UNNAMED.agent, retried(agUiModel(agent, systemClock.now), log));
  else if (model) {
    const provider = model.provider === 'openai-compatible' ? 'openai' : model.provider;
    const name = model.model === null ? UNNAMED.model : `${provider}:${model.model}`;
    known.set(name, retried(await openProvider(model), log));
  }
  return modelsOf(known);
}

const retried = (model: Model, log: Logger): Model =>
  retryingModel(model, {
    clock: systemClock,
    fraction: Math.random,
    onProblem: ({ kind, status, message }, { turn }) => log.warn({ run: turn.run, kind, status }, message),
  });

/** The libraries of the providers are loaded where the settings name one. */
async function openProvider(settings: ModelSettings): Promise<Model> {
  const { openModel } = await import('./providers.js');
  return openModel(settings, systemClock.now);
}

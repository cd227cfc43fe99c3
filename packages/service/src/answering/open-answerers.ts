/** Who answers: an inbox's own service, else the model or agent of the settings, else the inbox's articles. Loaded after the server serves. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  agUiModel,
  byInbox,
  createHttpAgent,
  createKnowledgeAnswerer,
  createTurnAnswerer,
  type Knowledge,
  type Model,
  type ModelSettings,
  messagesFor,
  openKnowledge,
  retryingModel,
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
  answerer(tools: ClientToolCalls): Answerer;
  /** What visitors read when an answer fails before its first word. */
  failureText(asked: Parameters<typeof messagesFor>[0]): string;
}

export async function openAnswerers(
  config: Config,
  inboxes: InboxDirectory,
  { store, files }: Storage,
  workspace: Promise<Workspace>,
  log: Logger,
): Promise<Answerers> {
  const sources = laterSources(workspace);
  const knowledge = openKnowledge({ inboxes, store: store.knowledge, sources, log, embedding: config.embedding });
  const articles = createKnowledgeAnswerer({ inboxes, ...knowledge });
  const httpAgent = createHttpAgent({
    inboxes,
    signing: (inbox) => signingSecretIn(join(config.inboxDir, inbox)),
    times: { now: systemClock.now, fraction: Math.random, pause: (ms, signal) => delay(ms, undefined, { signal }) },
  });
  const model = await modelOf(config, log);
  return {
    knowledge,
    failureText: (asked) => messagesFor(asked).failed,
    work: knowledgeWork(knowledge, store.knowledge),
    answerer(tools: ClientToolCalls) {
      const fallback = model
        ? createTurnAnswerer({
            model,
            knowledge: knowledge.source,
            tools,
            ledger: store,
            addressName: (address, day) =>
              createHmac('sha256', files.linkKey).update(`address ${day} ${address}`).digest('base64url'),
            inboxes,
            now: systemClock.now,
          })
        : articles;
      return byInbox((inbox) => (inboxes.get(inbox)?.httpAgent ? httpAgent : fallback));
    },
  };
}

/** Null: the settings name neither a model nor an agent. */
async function modelOf({ agent, model: settings }: Config, log: Logger): Promise<Model | null> {
  const model = agent ? agUiModel(agent, systemClock.now) : settings && (await openProvider(settings));
  return (
    model &&
    retryingModel(model, {
      clock: systemClock,
      fraction: Math.random,
      onProblem: ({ kind, status, message }, { turn }) => log.warn({ run: turn.run, kind, status }, message),
    })
  );
}

/** The libraries of the providers are loaded where the settings name one. */
async function openProvider(settings: ModelSettings): Promise<Model> {
  const { openModel } = await import('./providers.js');
  return openModel(settings, systemClock.now);
}

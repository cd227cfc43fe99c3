/** What the workspace may know of the inboxes: whose they are, who answers in them, and whether they are used. */
import type { InboxDirectory, OpenStore } from '@service/realtime-server';
import type { AnsweredBy, Inboxes } from '@service/workspace';
import type { Config } from '../config.js';

export function inboxFacts(
  inboxes: Pick<InboxDirectory, 'all'>,
  store: Pick<OpenStore, 'inboxUse' | 'knowledge' | 'openConversations'>,
  config: Pick<Config, 'model' | 'agent'>,
): Inboxes {
  return {
    list: () =>
      inboxes.all
        .list()
        .flatMap(({ id, organization, state }) => (state === 'archived' ? [] : { inboxId: id, organization })),
    settings: inboxes.all.get,
    openConversations: store.openConversations,
    async facts(inboxId) {
      const settings = inboxes.all.get(inboxId);
      const knowledgeBase = settings?.knowledgeBase ?? inboxId;
      const [files, use] = await Promise.all([store.knowledge.files(knowledgeBase), store.inboxUse(inboxId)]);
      return {
        knowledgeBase,
        articles: files.filter(({ passages }) => passages > 0).length,
        answeredBy: answeredBy(settings, config),
        hasOwnLook: settings !== null && (settings.theme !== null || settings.greeting !== null),
        ...use,
      };
    },
  };
}

type Settings = ReturnType<InboxDirectory['get']>;

function answeredBy(settings: Settings, { model, agent }: Pick<Config, 'model' | 'agent'>): AnsweredBy {
  if (settings?.httpAgent) return 'service';
  // An AI agent of the team may have no model, whatever the server has.
  if (settings?.aiAgent?.model === null) return 'articles';
  return agent ? 'agent' : model ? 'model' : 'articles';
}

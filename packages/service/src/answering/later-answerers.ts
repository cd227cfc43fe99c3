/** Who answers, for a server that serves before the articles and the model are there. Questions of that time wait as jobs in the store. */
import {
  type Answerer,
  agentNameIn,
  type ClientToolCalls,
  type InboxDirectory,
  type KnowledgeEditor,
} from '@service/realtime-server';
import { type Later, later } from '../start/later.js';
import type { Answerers } from './open-answerers.js';

type FailureText = Answerers['failureText'];

export interface LaterAnswerers extends Later<Answerers> {
  /** No answer may begin before they are open. */
  readonly answerer: (tools: ClientToolCalls) => Answerer;
  readonly failureText: FailureText;
}

/** What editors of articles use. Its requests wait until the articles are there. */
export const laterEditor = ({ opened }: Pick<LaterAnswerers, 'opened'>): KnowledgeEditor => ({
  progress: async (inbox) => (await opened).knowledge.editor.progress(inbox),
  settle: async (...settling) => (await opened).knowledge.editor.settle(...settling),
});

export function laterAnswerers(inboxes: Pick<InboxDirectory, 'get'>): LaterAnswerers {
  const answerers = later<Answerers>();
  const open = (): Answerers => {
    const now = answerers.now();
    if (!now) throw new Error('An answer was begun before who answers was open.');
    return now;
  };
  return {
    ...answerers,
    answerer: (tools) => {
      let made: Answerer | null = null;
      return {
        authorName: (inbox) => agentNameIn(inboxes, inbox),
        answer(question, signal) {
          made ??= open().answerer(tools);
          return made.answer(question, signal);
        },
      };
    },
    failureText: (asked) => open().failureText(asked),
  };
}

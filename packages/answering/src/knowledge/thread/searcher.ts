/**
 * The server's side of the knowledge thread. The thread is started when an inbox first has articles, and again after it has ended. Questions
 * that were open at its end are asked once more.
 */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { InboxDirectory } from '@service/realtime-server/ports';
import { FairQueue } from '@service/realtime-server/runtime';
import type { KnowledgeQuery, Passage } from '../../knowledge-source.js';
import { type Answer, type AnswerRequest, answerFrom } from '../answer/whole-answer.js';
import type { Meanings } from '../meaning/meanings.js';
import { EMPTY_KNOWLEDGE_BASE } from '../search/empty-knowledge-base.js';
import type { Findings, Query } from '../search/knowledge-base.js';
import { createRemoteCalls, type RemoteCalls } from './remote-calls.js';
import type {
  InboxContext,
  KnowledgeReads,
  KnowledgeThread,
  KnowledgeThreadData,
  ServerFunctions,
} from './thread-functions.js';

export interface SearcherDeps {
  readonly inboxes: Pick<InboxDirectory, 'get' | 'list' | 'knowledgeFolder'>;
  readonly store: KnowledgeReads;
  /** Null: without embeddings. */
  readonly meanings: Pick<Meanings, 'nearest'> | null;
  readonly log: { warn(fields: object, message: string): void };
  /** Unix milliseconds. */
  readonly now?: () => number;
}

export interface Searcher {
  /** Rejects when the store can't be asked, or the thread has ended twice during it. */
  answer(request: AnswerRequest): Promise<Answer>;
  /** The best passages for a question (see ../../knowledge-source.ts). Rejects like `answer`. */
  passages(query: KnowledgeQuery): Promise<readonly Passage[]>;
  /** What is found for a question, and why (search/ranking.ts). Rejects like `answer`. */
  explain(query: Query): Promise<Findings>;
  /** Loads the articles after a change, so that the first question need not wait. Never rejects: that question then loads them. */
  prepare(inbox: string): Promise<void>;
  /** Rejects open calls. */
  close(): Promise<void>;
}

/** In MiB, of the thread's heap. A shop with two thousand listed questions takes three. */
const MEMORY = 512;
/** In MiB, of its young generation. A small one is collected more often, which makes the process 20 MiB smaller. */
const YOUNG_MEMORY = 8;

/** Questions in the thread at the same moment, half of them of one inbox at most. The others wait here, in turns between the inboxes. */
const MOST_ASKED = 8;
const ANY = Number.POSITIVE_INFINITY;
const QUEUE = { running: { places: MOST_ASKED, perPeer: ANY }, waiting: { places: ANY, perPeer: ANY } };

class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

interface Running {
  readonly worker: Worker;
  readonly calls: RemoteCalls<KnowledgeThread>;
}

function startThread(data: KnowledgeThreadData): Worker {
  return new Worker(new URL('./knowledge-thread.js', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: YOUNG_MEMORY },
  });
}

/** What the thread may ask of the server. */
function functionsFor({ store, meanings, log }: Pick<SearcherDeps, 'store' | 'meanings' | 'log'>): ServerFunctions {
  return {
    generation: (inbox) => store.generation(inbox),
    terms: (inbox) => store.terms(inbox),
    passagesOf: (inbox, hashes) => store.passagesOf(inbox, hashes),
    nearest: async (inbox, question) => (await meanings?.nearest(inbox, question)) ?? null,
    reportProblems: (file, problems) => log.warn({ file, problems }, 'synonyms that can’t be used; the others hold'),
  };
}

const contextIn = (inboxes: SearcherDeps['inboxes'], base: string): Omit<InboxContext, 'at'> => ({
  id: base,
  folder: dirname(inboxes.knowledgeFolder(base)),
  // A base that several inboxes share is that of an AI agent; the first of them has its words.
  synonyms: (inboxes.get(base) ?? inboxes.list().find((each) => each.knowledgeBase === base))?.synonyms ?? [],
});

export function createSearcher(
  { inboxes, store, meanings, log, now = Date.now }: SearcherDeps,
  start: (data: KnowledgeThreadData) => Worker = startThread,
): Searcher {
  const queue = new FairQueue({ now }, QUEUE);
  let running: Running | null = null;
  let closed: Error | null = null;

  const offered = functionsFor({ store, meanings, log });
  const startRunning = (): Running => {
    const worker = start({ meanings: meanings !== null });
    const calls = createRemoteCalls<KnowledgeThread>(worker, offered);
    const onEnd = (problem: string): void => {
      calls.end(new ThreadEnded(`The thread that searches the articles ended: ${problem}`));
      if (running?.worker !== worker) return;
      running = null;
      log.warn({ problem }, 'the thread that searches the articles ended; the next question starts it anew');
    };
    worker.on('error', (error) => onEnd((error as Error).message)).on('exit', (code) => onEnd(`it left with ${code}`));
    return { worker, calls };
  };
  const attempt = <T>(ask: (calls: RemoteCalls<KnowledgeThread>) => Promise<T>): Promise<T> => {
    if (closed) return Promise.reject(closed);
    running ??= startRunning();
    return ask(running.calls);
  };
  const ask = <T>(question: (calls: RemoteCalls<KnowledgeThread>) => Promise<T>): Promise<T> =>
    attempt(question).catch((error) => {
      if (error instanceof ThreadEnded) return attempt(question);
      throw error;
    });
  const askInTurn = <T>(inbox: string, question: (calls: RemoteCalls<KnowledgeThread>) => Promise<T>): Promise<T> =>
    queue.run({ inbox, address: null, peer: inbox }, () => ask(question));
  const contextOf = (inbox: string): InboxContext => ({ ...contextIn(inboxes, inbox), at: now() });
  /** Such an inbox needs no thread. */
  const neverHadArticles = async (inbox: string): Promise<boolean> => (await store.generation(inbox)) === 0;

  return {
    async answer(request) {
      if (await neverHadArticles(request.inbox)) return answerFrom(EMPTY_KNOWLEDGE_BASE, request);
      return askInTurn(request.inbox, (calls) => calls.call('answer', contextOf(request.inbox), request));
    },
    async passages(query) {
      if (await neverHadArticles(query.inbox)) return [];
      return askInTurn(query.inbox, (calls) => calls.call('passages', contextOf(query.inbox), query));
    },
    async explain(query) {
      if (await neverHadArticles(query.inbox)) return EMPTY_KNOWLEDGE_BASE.search(query);
      return askInTurn(query.inbox, (calls) => calls.call('explain', contextOf(query.inbox), query));
    },
    async prepare(inbox) {
      try {
        if (!(await neverHadArticles(inbox))) await ask((calls) => calls.call('prepare', contextOf(inbox)));
      } catch (error) {
        if (!closed) log.warn({ inbox, problem: (error as Error).message }, 'the first question will take longer');
      }
    },
    async close() {
      closed = new Error('The articles are closed.');
      const ending = running;
      running = null;
      await ending?.worker.terminate();
    },
  };
}

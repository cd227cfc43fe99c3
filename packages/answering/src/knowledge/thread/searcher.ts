/**
 * The server's side of the thread that answers from the articles. It is started when an inbox first has some, and anew
 * when it has ended: the questions that waited for it are asked once more.
 */
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { InboxDirectory } from '@service/realtime-server/ports';
import type { KnowledgeQuery, Passage } from '../../knowledge-source.js';
import { type Answer, type Asked, answerFrom } from '../answer/whole-answer.js';
import type { Meanings } from '../meaning/meanings.js';
import { NOTHING_KNOWN } from '../search/nothing-known.js';
import { type Calls, callsOver } from './calls.js';
import type { AskedInbox, KnowledgeReads, KnowledgeThread, KnowledgeThreadData, ServerSide } from './crossing.js';

export interface SearcherDeps {
  readonly inboxes: Pick<InboxDirectory, 'get' | 'knowledgeFolder'>;
  readonly store: KnowledgeReads;
  /** Null: words alone decide. */
  readonly meanings: Pick<Meanings, 'nearest'> | null;
  readonly log: { warn(fields: object, message: string): void };
  /** Unix milliseconds. */
  readonly now?: () => number;
}

export interface Searcher {
  /** Rejects when the store can't be asked, or the thread ends twice over it. */
  answer(asked: Asked): Promise<Answer>;
  /** The best passages for a question, as its port says (../../knowledge-source.ts). Rejects like `answer`. */
  passages(query: KnowledgeQuery): Promise<readonly Passage[]>;
  /** Does what the first question after a change of the articles would wait for. Never rejects: then that question does it. */
  prepare(inbox: string): Promise<void>;
  /** What is under way is rejected. */
  close(): Promise<void>;
}

/** In MiB, of its objects. A shop with two thousand listed questions takes three of them. */
const MEMORY = 512;
/** The same, for what is only just made: with less room it is cleared more often, and the process stays smaller by twenty. */
const YOUNG_MEMORY = 8;

class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

interface Running {
  readonly worker: Worker;
  readonly calls: Calls<KnowledgeThread>;
}

function startThread(data: KnowledgeThreadData): Worker {
  return new Worker(new URL('./knowledge-thread.js', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY, maxYoungGenerationSizeMb: YOUNG_MEMORY },
  });
}

export function createSearcher(
  { inboxes, store, meanings, log, now = Date.now }: SearcherDeps,
  start: (data: KnowledgeThreadData) => Worker = startThread,
): Searcher {
  let running: Running | null = null;
  let closed: Error | null = null;

  const offered: ServerSide = {
    generation: (inbox) => store.generation(inbox),
    terms: (inbox) => store.terms(inbox),
    search: (inbox, language, ways, limit) => store.search(inbox, language, ways, limit),
    passagesOf: (inbox, hashes) => store.passagesOf(inbox, hashes),
    nearest: async (inbox, question, limit) => (await meanings?.nearest(inbox, question, limit)) ?? null,
    tellProblems: (file, problems) => log.warn({ file, problems }, 'synonyms that can’t be used; the others hold'),
  };
  const begin = (): Running => {
    const worker = start({ meanings: meanings !== null });
    const calls = callsOver<KnowledgeThread>(worker, offered);
    const over = (problem: string): void => {
      calls.end(new ThreadEnded(`The thread that searches the articles ended: ${problem}`));
      if (running?.worker !== worker) return;
      running = null;
      log.warn({ problem }, 'the thread that searches the articles ended; the next question starts it anew');
    };
    worker.on('error', (error) => over((error as Error).message)).on('exit', (code) => over(`it left with ${code}`));
    return { worker, calls };
  };
  const attempt = <T>(ask: (calls: Calls<KnowledgeThread>) => Promise<T>): Promise<T> => {
    if (closed) return Promise.reject(closed);
    running ??= begin();
    return ask(running.calls);
  };
  const ask = <T>(question: (calls: Calls<KnowledgeThread>) => Promise<T>): Promise<T> =>
    attempt(question).catch((error) => {
      if (error instanceof ThreadEnded) return attempt(question);
      throw error;
    });
  const asItIs = (inbox: string): AskedInbox => ({
    id: inbox,
    folder: dirname(inboxes.knowledgeFolder(inbox)),
    synonyms: inboxes.get(inbox)?.synonyms ?? [],
    at: now(),
  });
  /** Then there is nothing to search, and nothing to start a thread for. */
  const neverHadArticles = async (inbox: string): Promise<boolean> => (await store.generation(inbox)) === 0;

  return {
    async answer(asked) {
      if (await neverHadArticles(asked.inbox)) return answerFrom(NOTHING_KNOWN, asked);
      return ask((calls) => calls.call('answer', asItIs(asked.inbox), asked));
    },
    async passages(query) {
      if (await neverHadArticles(query.inbox)) return [];
      return ask((calls) => calls.call('passages', asItIs(query.inbox), query));
    },
    async prepare(inbox) {
      try {
        if (!(await neverHadArticles(inbox))) await ask((calls) => calls.call('prepare', asItIs(inbox)));
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

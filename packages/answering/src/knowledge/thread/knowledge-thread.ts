/**
 * The thread that answers questions from the articles. Indexing thousands of passages takes seconds, in which the server's main thread
 * could send no message. It may be ended at any moment: all of its state can be loaded again from the store.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { answerFrom } from '../answer/whole-answer.js';
import { passagesFrom } from '../article-source.js';
import { createSynonymFiles } from '../language/synonyms-file.js';
import { openKnowledgeBase } from '../search/knowledge-base.js';
import { createRemoteCalls } from './remote-calls.js';
import type { InboxContext, KnowledgeThread, KnowledgeThreadData, ServerFunctions } from './thread-functions.js';

/** A `nice` value: about a ninth of the main thread's share when both are busy. */
const PRIORITY = 10;

const port = parentPort;
if (!port) throw new Error('The knowledge thread runs as a worker thread of the server.');
// Lower the priority of this thread: without a free core, indexing would delay every visitor for a second, and the server would refuse
// new ones. Only Linux applies the priority to the thread; elsewhere it would apply to the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(PRIORITY);
  } catch {
    // Not permitted: run with the same priority.
  }
}
const { meanings } = workerData as KnowledgeThreadData;
/** By id, as of their last question. */
const inboxes = new Map<string, InboxContext>();
let now = 0;
const note = (inbox: InboxContext): void => {
  inboxes.set(inbox.id, inbox);
  now = inbox.at;
};

const server = createRemoteCalls<ServerFunctions>(port, {
  answer(inbox, request) {
    note(inbox);
    return answerFrom(base, request);
  },
  passages(inbox, query) {
    note(inbox);
    return passagesFrom(base, query);
  },
  explain(inbox, query) {
    note(inbox);
    return base.search(query);
  },
  prepare(inbox) {
    note(inbox);
    return base.prepare(inbox.id);
  },
} satisfies KnowledgeThread);

const files = createSynonymFiles(
  (file, problems) => void server.call('reportProblems', file, problems),
  () => now,
);
const base = openKnowledgeBase({
  store: {
    generation: (inbox) => server.call('generation', inbox),
    terms: (inbox) => server.call('terms', inbox),
    passagesOf: (inbox, hashes) => server.call('passagesOf', inbox, hashes),
  },
  ownSynonyms(inbox, language) {
    const of = inboxes.get(inbox);
    return of ? [...files.groups(of.folder, language), ...of.synonyms] : [];
  },
  meanings: meanings ? { nearest: (inbox, question) => server.call('nearest', inbox, question) } : null,
});

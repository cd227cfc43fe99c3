/**
 * The thread that answers questions from the articles. Learning from thousands of listed questions takes seconds, and in
 * the server's own thread no message would be sent meanwhile. It may be ended at any moment: everything it has in memory
 * can be loaded again from the store.
 */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { answerFrom } from '../answer/whole-answer.js';
import { passagesFrom } from '../article-source.js';
import { createSynonymFiles } from '../language/synonyms-file.js';
import { openKnowledgeBase } from '../search/knowledge-base.js';
import { callsOver } from './calls.js';
import type { AskedInbox, KnowledgeThread, KnowledgeThreadData, ServerSide } from './crossing.js';

/** As `nice` counts: a ninth of what the server's own thread gets when both have much to do, and all of what is left over. */
const GIVES_WAY = 10;

const port = parentPort;
if (!port) throw new Error('The knowledge thread runs as a worker thread of the server.');
// Lower the priority of this thread: with no core to spare, learning would delay every visitor for a second, and the
// server would refuse new ones. Only on Linux does the priority apply to the thread; elsewhere to the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(GIVES_WAY);
  } catch {
    // Where that is forbidden it works beside them.
  }
}
const { meanings } = workerData as KnowledgeThreadData;
/** As they were when something was asked of them last. */
const inboxes = new Map<string, AskedInbox>();
let now = 0;
const note = (inbox: AskedInbox): void => {
  inboxes.set(inbox.id, inbox);
  now = inbox.at;
};

const server = callsOver<ServerSide>(port, {
  answer(inbox, asked) {
    note(inbox);
    return answerFrom(base, asked);
  },
  passages(inbox, query) {
    note(inbox);
    return passagesFrom(base, query);
  },
  prepare(inbox) {
    note(inbox);
    return base.prepare(inbox.id);
  },
} satisfies KnowledgeThread);

const files = createSynonymFiles(
  (file, problems) => void server.call('tellProblems', file, problems),
  () => now,
);
const base = openKnowledgeBase({
  store: {
    generation: (inbox) => server.call('generation', inbox),
    terms: (inbox) => server.call('terms', inbox),
    search: (inbox, language, ways, limit) => server.call('search', inbox, language, ways, limit),
    passagesOf: (inbox, hashes) => server.call('passagesOf', inbox, hashes),
  },
  ownSynonyms(inbox, language) {
    const of = inboxes.get(inbox);
    return of ? [...files.groups(of.folder, language), ...of.synonyms] : [];
  },
  meanings: meanings ? { nearest: (inbox, question, limit) => server.call('nearest', inbox, question, limit) } : null,
});

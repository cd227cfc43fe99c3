/**
 * The embedded store: one SQLite file, written by one thread, read here. A read sees only what is committed, so nothing
 * can be shown that a crash would take back.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
// The disk takes real time, whatever clock the rest of the process is given.
import { setTimeout } from 'node:timers';
import { Worker } from 'node:worker_threads';
import Database from 'libsql';
import { type OpenStore, StoreUnavailable } from '../store.js';
import type { Commands } from './commands.js';
import { knowledgeReadsOn } from './knowledge-reads.js';
import { lockFolder } from './lock-file.js';
import { readsOn } from './reads.js';
import { watchWal } from './watch-wal.js';
import {
  BATCH,
  FEW,
  GATHER_MS,
  WAL_LIMIT_BYTES,
  type WriteAnswer,
  type WriteRequest,
  type WriterData,
} from './writing.js';

interface Waiting extends WriteRequest {
  resolve(value: never): void;
  reject(error: Error): void;
}

export interface SqliteOptions {
  /**
   * Warn when the write-ahead log is longer than this, in bytes.
   * @defaultValue `WAL_LIMIT_BYTES`, which is 256 MiB
   */
  readonly walLimit?: number;
  /** Hears what an operator should know. */
  readonly warn?: (what: string) => void;
  /** Nothing can be written any more by this process. Another one can. */
  readonly onBroken?: (error: Error) => void;
}

/**
 * Opens (and creates) the store in `folder`.
 * @throws when another living process holds the folder, or a newer version wrote it.
 */
export async function openSqliteStore(folder: string, options: SqliteOptions = {}): Promise<OpenStore> {
  const { walLimit = WAL_LIMIT_BYTES, warn = () => undefined, onBroken = () => undefined } = options;
  mkdirSync(folder, { recursive: true });
  const unlock = lockFolder(folder);
  const path = join(folder, 'service.db');
  const writer = new Worker(new URL('./writer.js', import.meta.url), {
    workerData: { path, walLimit } satisfies WriterData,
    // When a thread fails, Node closes its files, and closing one descriptor drops all locks of this process on that file.
    trackUnmanagedFds: false,
  });
  let broken: Error | null = null;
  let closing = false;
  /**
   * What the writer hasn't been given yet. Neither this nor what follows is a Map: one that is filled and emptied all the
   * time is laid out anew again and again, and each old layout keeps its next one, with all that waited in it, from the
   * collector until it looks at everything. Under load that took both cores for a tenth of a second.
   */
  let line: Waiting[] = [];
  /** The lists that it has been given and not answered; it answers them in order. */
  let given: (readonly Waiting[])[] = [];
  /** What is in the line goes to it soon. */
  let called = false;

  try {
    await new Promise<void>((resolve, reject) => {
      writer.once('message', () => resolve());
      writer.once('error', reject);
    });
  } catch (error) {
    unlock();
    throw error;
  }
  writer.on('message', (answers: readonly WriteAnswer[]) => {
    const [answered = [], ...later] = given;
    given = later;
    answers.forEach((answer, i) => {
      const { resolve, reject } = answered[i] as Waiting;
      if (answer.ok) resolve(answer.value as never);
      else reject(new StoreUnavailable(answer.message));
    });
    if (line.length >= FEW) handOver();
    else if (line.length > 0 && given.length === 0 && !called) {
      called = true;
      setTimeout(handOver, GATHER_MS);
    }
  });
  // A message to another thread costs as much as a write: so one message carries all that has come while the writer wrote.
  const handOver = (): void => {
    called = false;
    if (line.length === 0) return;
    const next = line.slice(0, BATCH);
    line = line.slice(BATCH);
    given = [...given, next];
    writer.postMessage(next.map(({ command, input }): WriteRequest => ({ command, input })));
  };
  const end = (why: string): void => {
    if (broken) return;
    const error = new StoreUnavailable(why);
    broken = error;
    for (const { reject } of [...given.flat(), ...line]) reject(error);
    given = [];
    line = [];
    if (!closing) onBroken(error);
  };
  writer.on('error', (error) => end(`The writer thread failed: ${(error as Error).message}`));
  const ended = new Promise<void>((resolve) => {
    writer.once('exit', () => {
      end(closing ? 'The store is closed.' : 'The writer thread has ended.');
      resolve();
    });
  });

  function ask(waiting: Waiting): void {
    if (broken) return waiting.reject(broken);
    line.push(waiting);
    // A full list lies ready behind the one that is being written, or the writer would wait until this thread hears it.
    if (line.length >= BATCH && given.length === 1) return handOver();
    if (given.length > 0 || called) return;
    called = true;
    // Once everything that has arrived in this turn is heard, so that it shares one flush.
    setImmediate(handOver);
  }
  const write = <Name extends keyof Commands>(
    command: Name,
    input: Parameters<Commands[Name]>[0],
  ): Promise<ReturnType<Commands[Name]>> => new Promise((resolve, reject) => ask({ command, input, resolve, reject }));

  const unwatch = watchWal(`${path}-wal`, walLimit, warn);
  const db = new Database(path);
  db.pragma('query_only = ON');
  const reads = readsOn(db);
  const knowledge = knowledgeReadsOn(db);

  return {
    ping: () => write('pulse', null),
    createSession: (input) => write('createSession', input),
    findSession: async (tokenHash) => reads.findSession(tokenHash),
    touchSession: (session, at) => write('touchSession', { session, at }),
    recordConsent: (session, consent, at) => write('recordConsent', { session, consent, at }),
    setContact: (contact, user) => write('setContact', { contact, user }),
    identify: (input) => write('identify', input),
    endSession: (session, why, at) => write('endSession', { session, why, at }),
    revokeSessions: (inbox, subject, at) => write('endSessionsOf', { inbox, subject, at }),
    forgetRevocations: (before) => write('forgetRevocations', { before }),
    endedSince: async (since, limit) => reads.endedSince(since, limit),
    offerToken: (session, current, next) => write('offerToken', { session, current, next }),
    rotateToken: (session, next, salt, at, until) => write('adoptToken', { session, next, salt, at, until }),
    profile: async (contact) => reads.profile(contact),
    conversation: async (id) => reads.conversation(id),
    startConversation: (input) => write('startConversation', input),
    enterConversation: (session, conversation) => write('enterConversation', { session, conversation }),
    conversationsOf: async (contact, limit) => reads.conversationsOf(contact, limit),
    eraseConversation: (input) => write('eraseConversation', input),
    withdrawConsent: (session, at) => write('withdraw', { session, at }),
    handoffs: async (limit) => reads.waiting(limit),
    operators: async () => reads.operators(),
    operator: async (id) => reads.operator(id),
    ensureOperator: (id, name, at) => write('enrol', { id, name, at }),
    removeOperator: (id) => write('removeOperator', { id }),
    setPicture: (id, picture, at) => write('setPicture', { id, picture, at }),
    picture: async (id) => reads.picture(id),
    queue: async (inbox, limit) => reads.waitingLine(inbox, limit),
    recordStaffSeen: (at) => write('attend', { at }),
    heads: async (ids) => reads.heads(ids),
    eventsAfter: async (conversation, after, limit) => reads.eventsAfter(conversation, after, limit),
    eventsBefore: async (conversation, before, limit) => reads.eventsBefore(conversation, before, limit),
    append: (input) => write('append', input),
    markRead: (conversation, seq) => write('markRead', { conversation, seq }),
    markSeen: (conversation, seq) => write('markSeen', { conversation, seq }),
    claimJobs: (owner, at, leaseUntil, limit) => write('claimJobs', { owner, at, leaseUntil, limit }),
    renewJob: (run, owner, leaseUntil, written) => write('renewJob', { run, owner, leaseUntil, written }),
    saveCheckpoint: (run, attempt, kept) => write('saveCheckpoint', { run, attempt, kept }),
    tokensUsed: async (keys, day) => reads.spent(keys, day),
    addTokensUsed: (keys, day, tokens) => write('spend', { keys, day, tokens }),
    eraseInactive: (inbox, before, limit) => write('forgetQuiet', { inbox, before, limit }),
    knowledge: {
      generation: async (inbox) => knowledge.generation(inbox),
      files: async (inbox) => knowledge.files(inbox),
      replaceFiles: (inbox, kept, removed) => write('keepFiles', { inbox, kept, removed }),
      terms: async (inbox) => knowledge.terms(inbox),
      search: async (inbox, language, ways, limit) => knowledge.search(inbox, language, ways, limit),
      passagesOf: async (inbox, hashes) => knowledge.passagesOf(inbox, hashes),
      vectors: async (inbox, model) => knowledge.vectors(inbox, model),
      withoutVector: async (inbox, model, limit) => knowledge.withoutVector(inbox, model, limit),
      saveVectors: (model, vectors) => write('keepVectors', { model, vectors }),
      noteUnanswered: (note) => write('noteUnanswered', note),
      unanswered: async (inbox, limit) => knowledge.unanswered(inbox, limit),
      removeUnanswered: (inbox, key) => write('settleUnanswered', { inbox, key }),
    },
    indexedTo: async (conversations) => reads.indexedTo(conversations),
    indexMessages: (said) => write('keepSaid', said),
    findMessages: async (conversations, phrases, limit) => reads.findSaid(conversations, phrases, limit),
    addToolCall: (call) => write('keepToolCall', call),
    updateToolCall: (change) => write('changeToolCall', change),
    toolCall: async (conversation, id) => reads.toolCall(conversation, id),
    toolCalls: async (conversation, which) => reads.toolCalls(conversation, which),
    claimDueToolCalls: async (at, next, limit) =>
      // Most looks find nothing, and those must not cost a commit.
      reads.isToolCallDue(at) ? write('takeDueToolCalls', { at, next, limit }) : [],
    setPage: (page) => write('setPage', page),
    pages: async (conversation, at) => reads.pages(conversation, at),
    touchPage: (conversation, tab, seen) => write('touchPage', { conversation, tab, ...seen }),
    removePage: (conversation, tab, socket) => write('dropPage', { conversation, tab, socket }),
    renewPages: async (node, until, before) =>
      reads.hasPages() ? write('renewPages', { node, until, before }) : undefined,
    addAttachment: (input) => write('addAttachment', input),
    uploadedSince: async (inbox, contact, since) => reads.uploadedSince(inbox, contact, since),
    attachments: async (ids) => reads.attachments(ids),
    discardAttachments: (before, at, limit) => write('giveUpAttachments', { before, at, limit }),
    deleteAttachments: (ids) => write('forgetAttachments', { ids }),
    async close() {
      closing = true;
      unwatch();
      // What was asked for before is still written.
      while (line.length > 0) handOver();
      writer.postMessage('close');
      await ended;
      db.close();
      unlock();
    },
  };
}

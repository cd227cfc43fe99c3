import { answerJobQueries } from '../queries/answer-jobs.js';
import { conversationQueries } from '../queries/conversations.js';
import { erasureQueries } from '../queries/erasure.js';
import { fileQueries } from '../queries/files.js';
import { blockQueries } from '../queries/identity/blocks.js';
import { identityQueries } from '../queries/identity/identities.js';
import { SHARED_KEY_QUERIES } from '../queries/identity/shared-keys.js';
import { knowledgeQueries } from '../queries/knowledge.js';
import { conversationListQueries } from '../queries/lists/conversation-list.js';
import { queueQueries } from '../queries/lists/queue.js';
import { logQueries } from '../queries/log.js';
import { OPERATOR_QUERIES } from '../queries/operators.js';
import { searchQueries } from '../queries/search.js';
import { SESSION_QUERIES } from '../queries/sessions.js';
import { toolCallQueries } from '../queries/tool-calls.js';
import { type Bound, bind, type Input, type Queries } from '../sql/bind.js';
import { row, type Steps } from '../sql/steps.js';
import type { OpenStore } from '../store.js';
import { SQLITE } from './dialect.js';
import { append } from './queries/append.js';
import { eraseInactive } from './queries/erase-contacts.js';
import { KNOWLEDGE_INDEX } from './queries/knowledge.js';
import { addToIndex, findAnyOf, findMessages } from './queries/message-index.js';
import { createSession, rotateToken } from './queries/sessions.js';

const log = logQueries(SQLITE);
const conversations = conversationQueries(SQLITE);
const erasure = erasureQueries(SQLITE, append);
const identities = identityQueries(SQLITE);
const answerJobs = answerJobQueries(SQLITE);
const toolCalls = toolCallQueries(SQLITE);
const files = fileQueries(SQLITE);
const search = searchQueries(SQLITE, addToIndex);
const queue = queueQueries(SQLITE);
const lists = conversationListQueries(SQLITE);
const blocks = blockQueries(SQLITE);
const knowledge = knowledgeQueries(SQLITE);

/** Run on a connection that sees only what is committed. */
export const READS = {
  ...log.reads,
  ...conversations.reads,
  ...SESSION_QUERIES.reads,
  ...identities.reads,
  ...answerJobs.reads,
  ...toolCalls.reads,
  ...files.reads,
  ...search.reads,
  ...queue.reads,
  ...lists.reads,
  ...OPERATOR_QUERIES.reads,
  ...blocks.reads,
  findAnyOf,
  findMessages,
  *isToolCallDue(at: number): Steps<boolean> {
    return (yield* row('SELECT 1 FROM tool_calls WHERE due_at <= ?1 LIMIT 1', at)) !== undefined;
  },
  *hasPages(): Steps<boolean> {
    return (yield* row('SELECT 1 FROM open_pages LIMIT 1')) !== undefined;
  },
};

export const KNOWLEDGE_READS = { ...knowledge.reads, ...KNOWLEDGE_INDEX.reads };
const KNOWLEDGE_WRITES = { ...knowledge.writes, ...KNOWLEDGE_INDEX.writes };

const STORE_WRITES = {
  ...log.writes,
  ...conversations.writes,
  ...conversations.transactions,
  ...erasure.transactions,
  ...SESSION_QUERIES.writes,
  ...identities.writes,
  ...identities.transactions,
  ...answerJobs.writes,
  ...toolCalls.writes,
  ...files.writes,
  ...files.transactions,
  ...search.transactions,
  ...queue.writes,
  ...OPERATOR_QUERIES.writes,
  ...blocks.transactions,
  ...SHARED_KEY_QUERIES.writes,
  append,
  createSession,
  rotateToken,
  eraseInactive,
  /** Nothing. Without a change there is nothing to flush. */
  *ping(): Steps<void> {},
};

/** Run in the writer thread, within its transaction. Each sees what the ones before it did. */
export const COMMANDS = { ...STORE_WRITES, ...KNOWLEDGE_WRITES };
export type Commands = typeof COMMANDS;
export type CommandName = keyof Commands & string;

/** Sends a command to the writer. */
export type Send = (name: CommandName, input: readonly unknown[]) => Promise<unknown>;
/** Runs a read. */
export type Read = (start: () => Steps<unknown>) => Promise<unknown>;

/** The store over a way to write and a way to read. */
export function storeOver(send: Send, read: Read): Omit<OpenStore, 'close'> {
  const writesOf = <All extends Queries>(queries: All): Bound<All> =>
    bind(queries, (name, input) => send(name as CommandName, input));
  const readsOf = <All extends Queries>(queries: All): Bound<All> => bind(queries, (_, __, start) => read(start));
  const reads = readsOf(READS);
  const writes = writesOf(STORE_WRITES);
  return {
    ...reads,
    ...writes,
    // Most of these find nothing to do, and must not cost a commit.
    claimDueToolCalls: async (...input: Input<Commands['claimDueToolCalls']>) =>
      (await reads.isToolCallDue(input[0])) ? writes.claimDueToolCalls(...input) : [],
    renewPages: async (...input: Input<Commands['renewPages']>) =>
      (await reads.hasPages()) ? writes.renewPages(...input) : undefined,
    knowledge: { ...readsOf(KNOWLEDGE_READS), ...writesOf(KNOWLEDGE_WRITES) },
  };
}

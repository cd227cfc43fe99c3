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
import { row, type Steps } from '../sql/steps.js';
import { POSTGRES } from './dialect.js';
import { append } from './queries/append.js';
import { eraseInactive } from './queries/erase-contacts.js';
import { KNOWLEDGE_INDEX } from './queries/knowledge.js';
import { addToIndex, findAnyOf, findMessages } from './queries/message-index.js';
import { createSession, rotateToken } from './queries/sessions.js';

const log = logQueries(POSTGRES);
const conversations = conversationQueries(POSTGRES);
const identities = identityQueries(POSTGRES);
const answerJobs = answerJobQueries(POSTGRES);
const toolCalls = toolCallQueries(POSTGRES);
const files = fileQueries(POSTGRES);
const search = searchQueries(POSTGRES, addToIndex);
const queue = queueQueries(POSTGRES);
const lists = conversationListQueries(POSTGRES);
const blocks = blockQueries(POSTGRES);
const knowledge = knowledgeQueries(POSTGRES);

/** As those below, and prepared: each screen begins with them, and reading such a text takes the database longer than the page. */
export const PREPARED = log.reads;

const { heads, ...otherConversationReads } = conversations.reads;
/** As those, and by the index: of a few thousand conversations the database would rather read all, many times a second. */
export const PREPARED_BY_INDEX = { heads };

/** Each statement is a transaction of its own. */
export const STATEMENTS = {
  ...log.writes,
  ...otherConversationReads,
  ...conversations.writes,
  ...SESSION_QUERIES.reads,
  ...SESSION_QUERIES.writes,
  ...identities.reads,
  ...identities.writes,
  ...answerJobs.reads,
  ...answerJobs.writes,
  ...toolCalls.reads,
  ...toolCalls.writes,
  ...files.reads,
  ...files.writes,
  ...search.reads,
  ...queue.reads,
  ...lists.reads,
  ...queue.writes,
  ...OPERATOR_QUERIES.reads,
  ...blocks.reads,
  ...OPERATOR_QUERIES.writes,
  ...SHARED_KEY_QUERIES.writes,
  append,
  createSession,
  rotateToken,
  eraseInactive,
  findAnyOf,
  findMessages,
  /** There is no writer thread: a write waits for a connection, as this does. */
  *ping(): Steps<void> {
    yield* row('SELECT 1');
  },
};

/** All statements are one transaction. */
export const TRANSACTIONS = {
  ...conversations.transactions,
  ...erasureQueries(POSTGRES, append).transactions,
  ...identities.transactions,
  ...files.transactions,
  ...search.transactions,
  ...blocks.transactions,
};

export const KNOWLEDGE_STATEMENTS = {
  ...knowledge.reads,
  ...knowledge.writes,
  ...KNOWLEDGE_INDEX.reads,
  ...KNOWLEDGE_INDEX.writes,
};
export const KNOWLEDGE_TRANSACTIONS = KNOWLEDGE_INDEX.transactions;

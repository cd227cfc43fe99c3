import type { Migration } from './migration.js';
import { LOG } from './postgres/001-log.js';
import { CHECKPOINTS_AND_SPENDING } from './postgres/002-checkpoints-and-spending.js';
import { KNOWLEDGE } from './postgres/003-knowledge.js';
import { TOOL_CALLS } from './postgres/004-tool-calls.js';
import { VISITOR_CONVERSATIONS } from './postgres/007-visitor-conversations.js';
import { ATTACHMENTS } from './postgres/008-attachments.js';
import { FORM_ANSWERS } from './postgres/009-form-answers.js';
import { MESSAGE_INDEX } from './postgres/010-message-index.js';
import { OPERATORS } from './postgres/015-operators.js';
import { OPERATORS_OF_ACCOUNTS } from './postgres/021-operators-of-accounts.js';
import { IDENTITY } from './postgres/identity/006-identity.js';
import { REVOCATIONS } from './postgres/identity/016-revocations.js';
import { BLOCKS } from './postgres/identity/020-blocks.js';
import { QUEUE } from './postgres/lists/011-queue.js';
import { LISTED_EVENTS } from './postgres/lists/024-listed-events.js';

/**
 * Nodes of the version before may still run while a migration is applied, so it only adds.
 *
 * Texts that people write are JSON (`body`, `author_name`, `written` …): PostgreSQL refuses NUL and halves of surrogate pairs in a
 * text, and JSON escapes both. The type is `text`, not `jsonb`: that refuses them too, and doesn't return the same letters, by which
 * a message that was sent twice is distinguished from another one under the same id.
 */
export const POSTGRES_MIGRATIONS: readonly Migration[] = [
  { name: '001-log', sql: LOG },
  { name: '002-checkpoints-and-spending', sql: CHECKPOINTS_AND_SPENDING },
  { name: '003-knowledge', sql: KNOWLEDGE },
  { name: '004-tool-calls', sql: TOOL_CALLS },
  // For the erasure of inactive contacts, which looks for all that belongs to one.
  {
    name: '005-contacts-by-age',
    sql: `
  CREATE INDEX contacts_by_age ON contacts (inbox, created_at);
  CREATE INDEX sessions_of_contact ON sessions (contact);
  CREATE INDEX conversations_of_contact ON conversations (contact);
  `,
  },
  { name: '006-identity', sql: IDENTITY },
  { name: '007-visitor-conversations', sql: VISITOR_CONVERSATIONS },
  { name: '008-attachments', sql: ATTACHMENTS },
  { name: '009-form-answers', sql: FORM_ANSWERS },
  { name: '010-message-index', sql: MESSAGE_INDEX },
  { name: '011-queue', sql: QUEUE },
  // `conversations_of` begins with the contact, too: one index less to write for each conversation.
  { name: '012-drop-an-index', sql: `DROP INDEX conversations_of_contact` },
  // Finds the sessions of a conversation that is deleted.
  { name: '013-sessions-of-a-conversation', sql: `CREATE INDEX sessions_in ON sessions (conversation)` },
  // The questions that a passage lists. No query looks into them.
  {
    name: '014-listed-questions',
    sql: `ALTER TABLE knowledge_passages ADD COLUMN questions text NOT NULL DEFAULT '[]'`,
  },
  { name: '015-operators', sql: OPERATORS },
  { name: '016-revocations', sql: REVOCATIONS },
  // Finds the old tokens of a session that is deleted.
  { name: '017-retired-tokens-of-a-session', sql: `CREATE INDEX retired_tokens_of ON retired_tokens (session)` },
  // Secrets that nodes share, such as the key of their messages to each other.
  { name: '018-shared-keys', sql: `CREATE TABLE shared_keys (name text PRIMARY KEY, key text NOT NULL)` },
  // Where the visitor is, as their page says: JSON, beside what it says of them (`attributes`).
  { name: '019-page-of-a-visitor', sql: `ALTER TABLE contacts ADD COLUMN page text` },
  { name: '020-blocks', sql: BLOCKS },
  { name: '021-operators-of-accounts', sql: OPERATORS_OF_ACCOUNTS },
  // Finds the answers of the last days, by the order in which they were asked for.
  { name: '022-runs-in-order', sql: `CREATE INDEX runs_in_order ON runs (ordinal)` },
  // The answerer searches an index of its own, in memory. The column stays: nodes of the version before write it during a deploy.
  {
    name: '023-no-index-of-passages',
    sql: `
  DROP INDEX knowledge_passages_terms;
  ALTER TABLE knowledge_passages ALTER COLUMN terms SET DEFAULT ''::tsvector`,
  },
  { name: '024-listed-events', sql: LISTED_EVENTS },
  // When the team of an inbox was there last. Before, all inboxes of a server had one time.
  { name: '025-attended-inboxes', sql: `CREATE TABLE attended (inbox text PRIMARY KEY, at bigint NOT NULL)` },
];

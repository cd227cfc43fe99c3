import type { Migration } from './migration.js';
import { LOG } from './sqlite/001-log.js';
import { CHECKPOINTS_AND_SPENDING } from './sqlite/003-checkpoints-and-spending.js';
import { KNOWLEDGE } from './sqlite/004-knowledge.js';
import { TOOL_CALLS } from './sqlite/005-tool-calls.js';
import { VISITOR_CONVERSATIONS } from './sqlite/008-visitor-conversations.js';
import { ATTACHMENTS } from './sqlite/009-attachments.js';
import { MESSAGE_INDEX } from './sqlite/011-message-index.js';
import { LOG_IN_ORDER_OF_ARRIVAL } from './sqlite/012-log-in-order-of-arrival.js';
import { QUEUE } from './sqlite/013-queue.js';
import { OPERATORS } from './sqlite/017-operators.js';
import { OPERATORS_OF_ACCOUNTS } from './sqlite/026-operators-of-accounts.js';
import { IDENTITY } from './sqlite/identity/007-identity.js';
import { REVOCATIONS } from './sqlite/identity/018-revocations.js';
import { BLOCKS } from './sqlite/identity/025-blocks.js';

export const SQLITE_MIGRATIONS: readonly Migration[] = [
  { name: '001-log', sql: LOG },
  { name: '002-written-answers', sql: `ALTER TABLE runs ADD COLUMN written TEXT NOT NULL DEFAULT '';` },
  { name: '003-checkpoints-and-spending', sql: CHECKPOINTS_AND_SPENDING },
  { name: '004-knowledge', sql: KNOWLEDGE },
  { name: '005-tool-calls', sql: TOOL_CALLS },
  // For the erasure of inactive contacts, which looks for all that belongs to one.
  {
    name: '006-contacts-by-age',
    sql: `
  CREATE INDEX contacts_by_age ON contacts (inbox, created_at);
  CREATE INDEX sessions_of_contact ON sessions (contact);
  CREATE INDEX conversations_of_contact ON conversations (contact);
  `,
  },
  { name: '007-identity', sql: IDENTITY },
  { name: '008-visitor-conversations', sql: VISITOR_CONVERSATIONS },
  { name: '009-attachments', sql: ATTACHMENTS },
  // The index is the promise that each form is answered once.
  {
    name: '010-form-answers',
    sql: `
  ALTER TABLE events ADD COLUMN fills INTEGER;
  CREATE UNIQUE INDEX events_fill ON events (conversation, fills) WHERE fills IS NOT NULL;
`,
  },
  { name: '011-message-index', sql: MESSAGE_INDEX },
  { name: '012-log-in-order-of-arrival', sql: LOG_IN_ORDER_OF_ARRIVAL },
  { name: '013-queue', sql: QUEUE },
  // `conversations_of` begins with the contact, too: one index less to write for each conversation.
  { name: '014-drop-an-index', sql: `DROP INDEX conversations_of_contact;` },
  // Finds the sessions of a conversation that is deleted.
  { name: '015-sessions-of-a-conversation', sql: `CREATE INDEX sessions_in ON sessions (conversation);` },
  // The questions that a passage lists. No query looks into them.
  {
    name: '016-listed-questions',
    sql: `ALTER TABLE knowledge_passages ADD COLUMN questions TEXT NOT NULL DEFAULT '[]';`,
  },
  { name: '017-operators', sql: OPERATORS },
  { name: '018-revocations', sql: REVOCATIONS },
  // A client id begins with the time it was made. With it first in the index, the ids of one commit share a page or two; with the conversation first, each had its own.
  {
    name: '019-client-ids-in-order-of-making',
    sql: `
  DROP INDEX events_once;
  CREATE UNIQUE INDEX events_once ON events (client_id, author_id, conversation);
`,
  },
  // Finds the old tokens of a session that is deleted.
  { name: '020-retired-tokens-of-a-session', sql: `CREATE INDEX retired_tokens_of ON retired_tokens (session);` },
  // Versions before this one left deleted words in the file until something else was written over them.
  { name: '021-nothing-of-what-was-deleted', sql: '', rewrites: true },
  // Secrets that nodes share. One process has the file, so nothing asks for one yet; both stores have one contract.
  { name: '022-shared-keys', sql: `CREATE TABLE shared_keys (name TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT;` },
  // A search goes through the visitor's own messages. The index of all words went through those of all visitors that begin alike.
  {
    name: '023-search-own-messages',
    sql: `
  DROP TRIGGER said_comes;
  DROP TRIGGER said_goes;
  DROP TABLE said_index;
  ALTER TABLE said DROP COLUMN scope;
  CREATE INDEX said_latest ON said (conversation, at);
`,
  },
  // Where the visitor is, as their page says: JSON, beside what it says of them (`attributes`).
  { name: '024-page-of-a-visitor', sql: `ALTER TABLE contacts ADD COLUMN page TEXT;` },
  { name: '025-blocks', sql: BLOCKS },
  { name: '026-operators-of-accounts', sql: OPERATORS_OF_ACCOUNTS },
  // The answerer searches an index of its own, in memory.
  { name: '027-no-index-of-passages', sql: `DROP TABLE knowledge_index;` },
  // Where the team's list finds a conversation: a few of its events have its inbox and handler. See `sql/activity.ts`.
  {
    name: '028-listed-events',
    sql: `
  ALTER TABLE events ADD COLUMN listed TEXT;
  UPDATE events SET listed = (SELECT inbox || '/' || handler FROM conversations WHERE id = events.conversation)
    WHERE rowid IN (SELECT events.rowid FROM logs JOIN events ON conversation = logs.id AND seq = logs.head);
  CREATE INDEX events_listed ON events (listed, at, conversation, seq) WHERE listed IS NOT NULL;
`,
  },
  // When the team of an inbox was there last. Before, all inboxes of a server had one time.
  {
    name: '029-attended-inboxes',
    sql: `CREATE TABLE attended (inbox TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;`,
  },
];

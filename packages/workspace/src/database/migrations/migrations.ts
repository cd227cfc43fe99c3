/**
 * The schema, step by step, for both databases. A step runs once, in this order, and is never changed after a release. Its place in
 * the list is the version that the database remembers. The tables of the auth library are made after these, by itself.
 */
import { accounts, usedCodes } from './accounts.js';
import { agentGrants } from './agent-grants.js';
import { aiAgents } from './ai-agents.js';
import { outbox } from './changes.js';
import { inboxes } from './inboxes.js';
import { knowledge } from './knowledge.js';
import { mail } from './mail.js';
import type { Migration } from './migration.js';
import { organizationLife } from './organization-life.js';
import { teams } from './teams.js';
import { givenTests, runConversations } from './test-runs.js';

export const MIGRATIONS: readonly Migration[] = [
  accounts,
  usedCodes,
  mail,
  teams,
  organizationLife,
  outbox,
  agentGrants,
  inboxes,
  knowledge,
  aiAgents,
  runConversations,
  givenTests,
];

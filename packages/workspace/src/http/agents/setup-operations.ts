/** The specification's "Procedures named for agents": what sets a workspace up, and the reads that come with each grant that writes. */
import { OPERATIONS } from './operations.js';

const SETUP_WRITES = [
  'onboarding.setBusiness',
  'onboarding.update',
  'knowledge.create',
  'aiAgents.create',
  'inboxes.create',
  'aiAgents.runTests',
] as const;

const READS_WITH_WRITES = [
  'onboarding.agentGuide',
  'onboarding.getState',
  'onboarding.getStatus',
  'knowledge.list',
  'knowledge.get',
  'aiAgents.list',
  'aiAgents.get',
  'inboxes.list',
  'inboxes.get',
] as const;

const served = (ids: readonly string[]): readonly string[] => ids.filter((id) => OPERATIONS.has(id));

/** In the order in which a workspace is set up. */
export const setupWrites = (): readonly string[] => served(SETUP_WRITES);

/** What comes with every grant that writes. */
export const readsWithWrites = (): readonly string[] => served(READS_WITH_WRITES);

/** The procedures of a grant that writes, with those that come with it. Each once. */
export const withReads = (procedures: readonly string[]): readonly string[] => [
  ...new Set([...procedures, ...readsWithWrites()]),
];

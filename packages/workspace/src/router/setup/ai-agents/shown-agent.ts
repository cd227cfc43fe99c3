/** AI agents and their test runs as procedures show them. */
import { inboxFileSchema } from '@service/protocol/schema';
import { z } from 'zod';
import { failure } from '../../../contract/errors.js';
import { dateTime } from '../../../contract/fields.js';
import type { AiAgentRuns, AiAgents, AiAgentVersions } from '../../../database/tables/ai-agents-tables.js';
import { EXPECTED } from '../../../setup/ai-agents/agent-fields.js';
import { findVersion, presentFields, versionsOf } from '../../../setup/ai-agents/agent-rows.js';
import { countAnswers, RUN_KINDS, type RunCounts, runsOf } from '../../../setup/ai-agents/runs/run-rows.js';
import { inboxesOfAgent } from '../../../setup/inboxes/inbox-rows.js';
import type { Services } from '../../services.js';

export const NO_AGENT = 'This organization has no such AI agent.';
export const NO_VERSION = 'The AI agent has no such version.';

const { instructions, answerParts, budget, tools } = inboxFileSchema.shape;
const count = z.int().nonnegative();

export const testRun = z.object({
  testRunId: z.string(),
  aiAgentId: z.string(),
  version: z.int(),
  comparedWith: z
    .int()
    .nullable()
    .describe('The version that was published when the run was ordered. Null: with none.'),
  kind: z
    .enum(RUN_KINDS)
    .describe(
      '`own`: the tests of the version; `given`: tests that came with the call; `past`: what visitors have asked.',
    ),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  problem: z.string().nullable().describe('Why it failed.'),
  total: count.describe('Questions. While those of visitors are looked for, 0.'),
  asked: count,
  passed: count,
  failed: count,
  better: count,
  worse: count,
  same: count,
  other: count,
  createdAt: dateTime,
  finishedAt: dateTime.nullable(),
});

const version = z.object({
  version: z.int(),
  state: z.enum(['draft', 'published', 'superseded']),
  createdAt: dateTime,
  publishedAt: dateTime.nullable(),
});

export const listedAgent = z.object({
  aiAgentId: z.string(),
  name: z.string(),
  version: z.int().describe('Of the newest one. Send it with a change, so that no change is overwritten unseen.'),
  published: z.int().nullable().describe('The version that visitors get. Null: none was published.'),
  lastRun: testRun.nullable().describe('Of its tests.'),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export const agent = listedAgent.extend({
  shown: version.describe('The version whose fields these are.'),
  title: z.string().nullable(),
  instructions: instructions.unwrap(),
  model: z.string().nullable(),
  hasModel: z.boolean().describe('False: the model is not one of the server’s any more; its usual one answers.'),
  answerParts: answerParts.unwrap(),
  linkHosts: z.array(z.string()),
  budget: z.object({ ...budget.unwrap().shape }),
  tools: z.object({ ...tools.unwrap().shape }),
  handoff: z.object({ onUnknown: z.enum(['offer', 'auto']), afterTurns: z.int().nullable() }),
  knowledgeIds: z.array(z.string()),
  tests: z.array(z.object({ question: z.string(), expect: z.enum(EXPECTED), documentId: z.string().nullable() })),
  versions: z.array(version).describe('The newest first.'),
  inboxes: z.array(z.object({ inboxId: z.string(), name: z.string() })).describe('Where it answers.'),
});

const timeOf = (at: number): string => new Date(at).toISOString();

export function shownRun(run: AiAgentRuns, counts: RunCounts): z.output<typeof testRun> {
  return {
    ...{ testRunId: run.id, aiAgentId: run.agent_id, version: run.version, comparedWith: run.compared_with },
    kind: run.kind as z.output<typeof testRun>['kind'],
    state: run.state as z.output<typeof testRun>['state'],
    problem: run.problem,
    ...counts,
    createdAt: timeOf(run.created_at),
    finishedAt: run.finished_at === null ? null : timeOf(run.finished_at),
  };
}

type ShownVersion = z.output<typeof version>;

const shownVersion = (row: Omit<AiAgentVersions, 'fields'>): ShownVersion => ({
  version: row.number,
  state: row.state as ShownVersion['state'],
  createdAt: timeOf(row.created_at),
  publishedAt: row.published_at === null ? null : timeOf(row.published_at),
});

export async function shownAgents(
  { database: { db } }: Pick<Services, 'database'>,
  rows: readonly AiAgents[],
): Promise<z.output<typeof listedAgent>[]> {
  const newest = new Map<string, AiAgentRuns>();
  const runs = await runsOf(
    db,
    rows.map(({ id }) => id),
  );
  for (const run of runs) if (!newest.has(run.agent_id)) newest.set(run.agent_id, run);
  const countsOf = await countAnswers(
    db,
    [...newest.values()].map(({ id }) => id),
  );
  return rows.map(({ id, name, version: number, published, created_at, updated_at }) => {
    const run = newest.get(id);
    return {
      ...{ aiAgentId: id, name, version: number, published },
      lastRun: run ? shownRun(run, countsOf(run.id)) : null,
      createdAt: timeOf(created_at),
      updatedAt: timeOf(updated_at),
    };
  });
}

/** @throws NOT_FOUND when there is no such version. `number` undefined: the newest */
export async function shownAgent(
  services: Services,
  row: AiAgents,
  number: number = row.version,
): Promise<z.output<typeof agent>> {
  const { db } = services.database;
  const found = await findVersion(db, row.id, number);
  if (!found) throw failure('NOT_FOUND', NO_VERSION);
  const [fields, [listed], versions, inboxes] = await Promise.all([
    presentFields(db, row.org_id, found),
    shownAgents(services, [row]),
    versionsOf(db, row.id),
    inboxesOfAgent(db, row.org_id, row.id),
  ]);
  return {
    ...(listed as z.output<typeof listedAgent>),
    ...fields,
    linkHosts: [...fields.linkHosts],
    hasModel: fields.model === null || services.answering.models.includes(fields.model),
    shown: shownVersion(found),
    versions: versions.map(shownVersion),
    inboxes: inboxes.map(({ id, fields: { name } }) => ({ inboxId: id, name })),
  };
}

/** Test runs of AI agents: ordered here, carried out by `setup/ai-agents/runs`. */
import { z } from 'zod';
import { failure } from '../../../contract/errors.js';
import { idempotencyKey, orgId, placeCursor, version } from '../../../contract/fields.js';
import type { AiAgentRunAnswers } from '../../../database/tables/ai-agents-tables.js';
import { holdOrganization } from '../../../organizations/hold.js';
import { AGENT_LIMITS, agentId, agentTest, EXPECTED } from '../../../setup/ai-agents/agent-fields.js';
import { fieldsOf, findAgent, findVersion } from '../../../setup/ai-agents/agent-rows.js';
import { baseOf, type Simulation } from '../../../setup/ai-agents/answering.js';
import { DIFFERENCES } from '../../../setup/ai-agents/runs/judge.js';
import { answersOf, countAnswers, countOpenRuns, findRun, insertRun } from '../../../setup/ai-agents/runs/run-rows.js';
import { once } from '../../changes/once.js';
import { forMembers } from '../../procedure.js';
import { shownAnswer, simulatedAnswer } from './ask-agent.js';
import { NO_AGENT, NO_VERSION, shownRun, testRun } from './shown-agent.js';

const TAGS = ['AI Agents'];
/** Runs of an organization that wait or go on. */
const MOST_OPEN = 5;

export const runTests = forMembers({ kind: 'write', role: 'admin', availableBeforeApproval: true, job: true })
  .route({
    method: 'POST',
    path: '/aiAgents/runTests',
    tags: TAGS,
    summary: 'Run the tests of an AI agent',
    description:
      'Asks a version, by default the newest, and the published one the same questions: its own tests, `tests` that are given, or with `past` what visitors have asked. Only its own tests and `past` count where it is published. Simulated only: no conversation, no message, no function of a page. Read what came of it with `aiAgents.getTestRun`. It uses the model. Runs are stored for 30 days, the newest 20 of an agent.',
  })
  .input(
    z
      .object({
        ...{ orgId, idempotencyKey, aiAgentId: agentId },
        version: version.optional(),
        tests: z.array(agentTest).min(1).max(AGENT_LIMITS.tests).optional(),
        past: z
          .strictObject({ days: z.int().min(1).max(90), n: z.int().min(1).max(200) })
          .optional()
          .describe('Questions of the last days that this agent has answered, the newest first, without names.'),
      })
      .refine(({ tests, past }) => !tests || !past, 'Give `tests` or `past`, not both.'),
  )
  .output(z.object({ testRunId: z.string() }))
  .handler(async ({ context, input }) => {
    const { services, scope } = context;
    const { aiAgentId, version, tests: given, past } = input;
    const { testRunId } = await once(context, input, async ({ transaction }) => {
      await holdOrganization(transaction, scope);
      const row = await findAgent(transaction, scope, aiAgentId);
      if (!row) throw failure('NOT_FOUND', NO_AGENT);
      const asked = await findVersion(transaction, aiAgentId, version ?? row.version);
      if (!asked) throw failure('NOT_FOUND', NO_VERSION);
      const tests = past ? null : (given ?? fieldsOf(asked).tests);
      if (tests?.length === 0) throw failure('BAD_REQUEST', 'This version has no tests. Write some, or give `past`.');
      if ((await countOpenRuns(transaction, scope)) >= MOST_OPEN)
        throw failure('TOO_MANY_REQUESTS', `${MOST_OPEN} test runs are open already. Wait for the end of one.`);
      const compared =
        row.published === null || row.published === asked.number
          ? null
          : await findVersion(transaction, aiAgentId, row.published);
      const run = {
        ...{ id: services.newId('run'), org_id: scope, agent_id: aiAgentId, version: asked.number },
        ...{ fields: asked.fields, base: baseOf(aiAgentId, asked.state) },
        ...{ compared_with: compared?.number ?? null, compared_fields: compared?.fields ?? null },
        ...{ kind: past ? 'past' : given ? 'given' : 'own', days: past?.days ?? null, most: past?.n ?? null },
      };
      await insertRun(transaction, run, tests, services.now());
      return { testRunId: run.id };
    });
    services.onTestRun();
    return { testRunId };
  });

const problem = z.enum(['busy', 'late', 'failed']).nullable();
const result = z.object({
  question: z.string(),
  before: z.array(z.string()).describe('What the visitor wrote before it.'),
  expected: z.object({ expect: z.enum(EXPECTED), documentId: z.string().nullable() }).nullable(),
  answer: simulatedAnswer.nullable().describe('Null: not asked yet, or `problem`.'),
  problem: problem.describe('Why there was no answer.'),
  compared: simulatedAnswer.nullable().describe('The answer of the published version. Null: there is none.'),
  passed: z.boolean().nullable().describe('Null: nothing was expected.'),
  difference: z.enum(DIFFERENCES).nullable().describe('To the published version. `worse`: an answer is lost.'),
});

export const getTestRun = forMembers({ availableBeforeApproval: true })
  .route({
    method: 'GET',
    path: '/aiAgents/getTestRun',
    tags: TAGS,
    summary: 'Read a test run',
    description:
      'How far a run is, and for each question both answers, whether the test is passed, and the difference.',
  })
  .input(
    z.object({
      ...{ orgId, testRunId: z.string().max(64) },
      cursor: placeCursor,
      limit: z.int().min(1).max(100).default(50),
    }),
  )
  .output(testRun.extend({ items: z.array(result), nextCursor: z.string().optional() }))
  .handler(async ({ context: { services, scope }, input: { testRunId, cursor, limit } }) => {
    const { db } = services.database;
    const run = await findRun(db, scope, testRunId);
    if (!run) throw failure('NOT_FOUND', 'This organization has no such test run. Runs are stored for 30 days.');
    const from = Number(cursor ?? 0);
    const [rows, countsOf] = await Promise.all([answersOf(db, run.id, from, limit + 1), countAnswers(db, [run.id])]);
    const last = rows[limit];
    return {
      ...shownRun(run, countsOf(run.id)),
      items: rows.slice(0, limit).map(shownResult),
      ...(last && { nextCursor: String(last.ordinal) }),
    };
  });

function shownResult(row: AiAgentRunAnswers): z.output<typeof result> {
  const read = (text: string | null): Simulation | null => (text === null ? null : JSON.parse(text));
  const [answer, compared] = [read(row.answer), read(row.compared_answer)];
  return {
    question: row.question,
    before: JSON.parse(row.before),
    expected: row.expected === null ? null : JSON.parse(row.expected),
    answer: answer?.ok ? shownAnswer(answer.answer) : null,
    problem: answer && !answer.ok ? answer.problem : null,
    compared: compared?.ok ? shownAnswer(compared.answer) : null,
    passed: row.passed === null ? null : row.passed === 1,
    difference: row.difference as z.output<typeof result>['difference'],
  };
}

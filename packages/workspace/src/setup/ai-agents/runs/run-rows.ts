/** Test runs as they are stored. A run is a job: a node holds it for a while, and writes only while its attempt is the last one. */
import type { Kysely, Transaction } from 'kysely';
import type { AiAgentRunAnswers, AiAgentRuns } from '../../../database/tables/ai-agents-tables.js';
import type { Tables } from '../../../database/tables.js';
import { hold } from '../../../organizations/hold.js';
import type { AgentTest } from '../agent-fields.js';
import type { PastQuestion } from '../past-questions.js';

type Db = Kysely<Tables>;

/** Of an agent; the oldest go with the next one. */
const MOST_RUNS = 20;
const OPEN = ['waiting', 'running'];
const DAY_MS = 24 * 3_600_000;
/**
 * `own`: all tests of the version; `given`: tests that came with the call; `past`: questions that visitors have asked. Those that are
 * given say nothing of whether the version passes its own.
 */
export const RUN_KINDS = ['own', 'given', 'past'] as const;
/** Runs hold words of visitors. */
export const RUNS_STORED_DAYS = 30;

export type NewRun = Pick<
  AiAgentRuns,
  | 'id'
  | 'org_id'
  | 'agent_id'
  | 'version'
  | 'fields'
  | 'base'
  | 'compared_with'
  | 'compared_fields'
  | 'kind'
  | 'days'
  | 'most'
>;

/** `tests` null: its questions are those of visitors, which the job looks for. */
export async function insertRun(db: Db, run: NewRun, tests: readonly AgentTest[] | null, at: number): Promise<void> {
  const old = await db
    .selectFrom('ai_agent_run')
    .select('id')
    .where('agent_id', '=', run.agent_id)
    .where('state', 'not in', OPEN)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MOST_RUNS - 1)
    .limit(MOST_RUNS)
    .execute();
  await deleteRuns(
    db,
    old.map(({ id }) => id),
  );
  const row: AiAgentRuns = {
    ...run,
    ...{ state: 'waiting', problem: null, attempt: 0, lease_until: 0, finished_at: null },
    is_prepared: tests === null ? 0 : 1,
    created_at: at,
  };
  await db.insertInto('ai_agent_run').values(row).execute();
  if (tests)
    await insertQuestions(
      db,
      run.id,
      tests.map(({ question, ...expected }) => ({ text: question, conversation: null, before: [], expected })),
    );
}

interface Questioned extends Omit<PastQuestion, 'conversation'> {
  readonly conversation: string | null;
  readonly expected: Omit<AgentTest, 'question'> | null;
}

async function insertQuestions(db: Db, runId: string, questions: readonly Questioned[]): Promise<void> {
  const rows = questions.map(({ text, conversation, before, expected }, ordinal): AiAgentRunAnswers => {
    const nothing = { answer: null, compared_answer: null, passed: null, difference: null };
    const asked = {
      question: text,
      conversation,
      before: JSON.stringify(before),
      expected: expected && JSON.stringify(expected),
    };
    return { run_id: runId, ordinal, ...asked, ...nothing };
  });
  // Both databases limit the values of one statement.
  for (let from = 0; from < rows.length; from += 50)
    await db
      .insertInto('ai_agent_run_answer')
      .values(rows.slice(from, from + 50))
      .execute();
}

export async function deleteRuns(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('ai_agent_run_answer').where('run_id', 'in', ids).execute();
  await db.deleteFrom('ai_agent_run').where('id', 'in', ids).execute();
}

/** Runs whose days are over. @returns how many there were */
export async function deleteOldRuns(db: Db, at: number): Promise<number> {
  const old = await db
    .selectFrom('ai_agent_run')
    .select('id')
    .where('created_at', '<', at - RUNS_STORED_DAYS * DAY_MS)
    .limit(500)
    .execute();
  await deleteRuns(
    db,
    old.map(({ id }) => id),
  );
  return old.length;
}

export async function countOpenRuns(db: Db, orgId: string): Promise<number> {
  const { count } = await db
    .selectFrom('ai_agent_run')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('org_id', '=', orgId)
    .where('state', 'in', OPEN)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findRun = (db: Db, orgId: string, id: string): Promise<AiAgentRuns | undefined> =>
  db.selectFrom('ai_agent_run').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst();

/** The newest first. */
export const runsOf = (db: Db, agentIds: readonly string[]): Promise<AiAgentRuns[]> =>
  agentIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('ai_agent_run')
        .selectAll()
        .where('agent_id', 'in', agentIds)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();

/** In the order in which they are asked, from `from` on. */
export const answersOf = (db: Db, runId: string, from: number, limit: number): Promise<AiAgentRunAnswers[]> =>
  db
    .selectFrom('ai_agent_run_answer')
    .selectAll()
    .where('run_id', '=', runId)
    .where('ordinal', '>=', from)
    .orderBy('ordinal')
    .limit(limit)
    .execute();

/** Answers that make a version a loss: a test that is not passed, or an answer that the published version has and this one has not. */
export const lossesOf = (db: Db, runIds: readonly string[], limit: number): Promise<AiAgentRunAnswers[]> =>
  runIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('ai_agent_run_answer')
        .selectAll()
        .where('run_id', 'in', runIds)
        .where(({ or, eb }) => or([eb('difference', '=', 'worse'), eb('passed', '=', 0)]))
        .orderBy('run_id')
        .orderBy('ordinal')
        .limit(limit)
        .execute();

export interface RunCounts {
  readonly total: number;
  readonly asked: number;
  readonly passed: number;
  readonly failed: number;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  readonly other: number;
}

const NO_ANSWERS: RunCounts = { total: 0, asked: 0, passed: 0, failed: 0, better: 0, worse: 0, same: 0, other: 0 };

/** Of these runs, by their id. */
export async function countAnswers(db: Db, runIds: readonly string[]): Promise<(runId: string) => RunCounts> {
  if (runIds.length === 0) return () => NO_ANSWERS;
  const rows = await db
    .selectFrom('ai_agent_run_answer')
    .select(({ fn, eb }) => [
      'run_id',
      fn.countAll().as('total'),
      fn.count('answer').as('asked'),
      fn.sum(eb.case().when('passed', '=', 1).then(1).else(0).end()).as('passed'),
      fn.sum(eb.case().when('passed', '=', 0).then(1).else(0).end()).as('failed'),
      ...(['better', 'worse', 'same', 'other'] as const).map((difference) =>
        fn.sum(eb.case().when('difference', '=', difference).then(1).else(0).end()).as(difference),
      ),
    ])
    .where('run_id', 'in', runIds)
    .groupBy('run_id')
    .execute();
  const counts = new Map(
    rows.map(({ run_id, ...row }) => [
      run_id,
      Object.fromEntries(Object.entries(row).map(([name, count]) => [name, Number(count)])) as unknown as RunCounts,
    ]),
  );
  return (runId) => counts.get(runId) ?? NO_ANSWERS;
}

/** Its questions are there from now on. False: another attempt holds the run. */
export async function prepareRun(
  transaction: Transaction<Tables>,
  held: HeldRun,
  questions: readonly PastQuestion[],
): Promise<boolean> {
  const { numUpdatedRows } = await heldBy(transaction, held).set({ is_prepared: 1 }).executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  await insertQuestions(
    transaction,
    held.id,
    questions.map((each) => ({ ...each, expected: null })),
  );
  return true;
}

export type HeldRun = Pick<AiAgentRuns, 'id' | 'attempt'>;

/** Of a run, while this attempt is the last one. */
export const heldBy = (db: Db, { id, attempt }: HeldRun) =>
  db.updateTable('ai_agent_run').where('id', '=', id).where('attempt', '=', attempt).where('state', '=', 'running');

/**
 * Takes up the oldest run that has no holder, of an organization that has no run going on. The organization's row is held, so that
 * two nodes never run two of one organization.
 */
export async function claimRun(db: Db, at: number, leaseUntil: number): Promise<AiAgentRuns | null> {
  const waiting = await db
    .selectFrom('ai_agent_run')
    .select(['id', 'org_id'])
    .where('state', 'in', OPEN)
    .where('lease_until', '<', at)
    .where('org_id', 'not in', (query) =>
      query.selectFrom('ai_agent_run').select('org_id').where('state', '=', 'running').where('lease_until', '>=', at),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return null;
  return db.transaction().execute(async (transaction) => {
    if (!(await hold(transaction, 'organization', waiting.org_id))) return null;
    const other = await transaction
      .selectFrom('ai_agent_run')
      .select('id')
      .where('org_id', '=', waiting.org_id)
      .where('state', '=', 'running')
      .where('lease_until', '>=', at)
      .executeTakeFirst();
    if (other) return null;
    const claimed = await transaction
      .updateTable('ai_agent_run')
      .set((now) => ({ state: 'running', attempt: now('attempt', '+', 1), lease_until: leaseUntil }))
      .where('id', '=', waiting.id)
      .where('state', 'in', OPEN)
      .where('lease_until', '<', at)
      .returningAll()
      .executeTakeFirst();
    return claimed ?? null;
  });
}

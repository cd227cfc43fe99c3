/** One test run, from the moment a node takes it up to its end. Each answer is stored when it is there, so that the next node goes on behind it. */
import type { AiAgentRunAnswers, AiAgentRuns } from '../../../database/tables/ai-agents-tables.js';
import type { Services } from '../../../router/services.js';
import type { AgentFields, AgentTest } from '../agent-fields.js';
import { knowledgeBaseOf, type SimulatedMessage, type Simulation } from '../answering.js';
import type { PastQuestion } from '../past-questions.js';
import { type SimulationPlace, simulationPlace } from '../simulation-place.js';
import { differenceOf, isPassed, type Judged } from './judge.js';
import { answersOf, heldBy, prepareRun } from './run-rows.js';

export type RunServices = Pick<
  Services,
  'auth' | 'database' | 'inboxes' | 'answering' | 'pastQuestions' | 'now' | 'log'
>;

/** Longer than two answers may take. */
export const RUN_LEASE_MS = 180_000;
const DAY_MS = 24 * 3_600_000;
/** A run that has brought down so many nodes is not tried again. */
const MOST_ATTEMPTS = 4;
/** After so many questions in a row without an answer the rest is not asked. */
const MOST_PROBLEMS = 5;
/** Of past questions. With pages of some hundred answers it is enough for a busy month. */
const MOST_PAGES = 400;
const READ_AT_ONCE = 20;

/** Another node holds the run, or this one is leaving. */
class Lost extends Error {}

export const UNREACHABLE =
  'No answers came for several questions in a row. See whether the model can be reached, and run the tests again.';

/** Ends the run, or leaves it to the next holder. Rejects when the database can't be used. */
export async function carryOut(services: RunServices, run: AiAgentRuns, signal: AbortSignal): Promise<void> {
  try {
    if (run.attempt > MOST_ATTEMPTS)
      return await end(services, run, 'The server has failed at this run several times.');
    const place = await simulationPlace(services, run.org_id, run.agent_id);
    if (run.is_prepared === 0) await prepare(services, run, place, signal);
    await end(services, run, await askAll(services, run, place, signal));
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
    // On its way out this node lets another one go on at once.
    if (signal.aborted) await heldBy(services.database.db, run).set({ lease_until: 0 }).execute();
  }
}

async function end({ database, now }: RunServices, run: AiAgentRuns, problem: string | null): Promise<void> {
  const state = problem === null ? 'done' : 'failed';
  await heldBy(database.db, run).set({ state, problem, finished_at: now(), lease_until: 0 }).execute();
}

/** @throws Lost */
async function stay({ database, now }: RunServices, run: AiAgentRuns, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new Lost();
  const { numUpdatedRows } = await heldBy(database.db, run)
    .set({ lease_until: now() + RUN_LEASE_MS })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new Lost();
}

/** Looks for the questions of visitors, each once. */
async function prepare(
  services: RunServices,
  run: AiAgentRuns,
  { inboxIds }: SimulationPlace,
  signal: AbortSignal,
): Promise<void> {
  const asked = { agentId: run.agent_id, inboxIds, since: run.created_at - (run.days ?? 0) * DAY_MS };
  const found = new Map<string, PastQuestion>();
  const most = run.most ?? 0;
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES && found.size < most; page += 1) {
    await stay(services, run, signal);
    const read = await services.pastQuestions.read(asked, cursor);
    for (const question of read.questions) {
      const key = JSON.stringify([question.before, question.text]).toLowerCase();
      if (found.size < most && !found.has(key)) found.set(key, question);
    }
    cursor = read.cursor;
    if (cursor === null) break;
  }
  const questions = [...found.values()];
  const isHeld = await services.database.db
    .transaction()
    .execute((transaction) => prepareRun(transaction, run, questions));
  if (!isHeld) throw new Lost();
}

/** Why it was given up; null: all questions were asked. */
async function askAll(
  services: RunServices,
  run: AiAgentRuns,
  place: SimulationPlace,
  signal: AbortSignal,
): Promise<string | null> {
  let problems = 0;
  for (let from = 0; ; from += READ_AT_ONCE) {
    const rows = await answersOf(services.database.db, run.id, from, READ_AT_ONCE);
    for (const row of rows.filter(({ answer }) => answer === null)) {
      await stay(services, run, signal);
      const isAnswered = await askBoth(services, run, row, place, signal);
      problems = isAnswered ? 0 : problems + 1;
      if (problems === MOST_PROBLEMS) return UNREACHABLE;
    }
    if (rows.length < READ_AT_ONCE) return null;
  }
}

/** False: there was no answer. */
async function askBoth(
  services: RunServices,
  run: AiAgentRuns,
  row: AiAgentRunAnswers,
  place: SimulationPlace,
  signal: AbortSignal,
): Promise<boolean> {
  const { business, people, origins } = place;
  const before = JSON.parse(row.before) as readonly string[];
  const history = [...before, row.question].map((text): SimulatedMessage => ({ by: 'visitor', text }));
  const ask = (fields: string, base: string): Promise<Simulation> => {
    const agent: AgentFields = JSON.parse(fields);
    const question = { orgId: run.org_id, agent, base, business, people, origins, history, isOfRun: true };
    return services.answering.ask(question, signal);
  };
  const now = await ask(run.fields, run.base);
  const compared = run.compared_fields === null ? null : await ask(run.compared_fields, knowledgeBaseOf(run.agent_id));
  if (signal.aborted) throw new Lost();
  await store(services, run, row, now, compared);
  return now.ok;
}

const judged = (simulation: Simulation): Judged | null => (simulation.ok ? simulation.answer : null);

/** @throws Lost when another attempt holds the run */
async function store(
  { database }: RunServices,
  run: AiAgentRuns,
  row: AiAgentRunAnswers,
  now: Simulation,
  compared: Simulation | null,
): Promise<void> {
  const expected = row.expected === null ? null : (JSON.parse(row.expected) as Omit<AgentTest, 'question'>);
  const isHeld = await database.db.transaction().execute(async (transaction) => {
    const held = await heldBy(transaction, run).set({ state: 'running' }).executeTakeFirstOrThrow();
    if (held.numUpdatedRows !== 1n) return false;
    await transaction
      .updateTable('ai_agent_run_answer')
      .set({
        answer: JSON.stringify(now),
        compared_answer: compared && JSON.stringify(compared),
        passed: expected && Number(isPassed(expected, judged(now))),
        difference: compared && differenceOf(expected, judged(now), judged(compared)),
      })
      .where('run_id', '=', run.id)
      .where('ordinal', '=', row.ordinal)
      .execute();
    return true;
  });
  if (!isHeld) throw new Lost();
}

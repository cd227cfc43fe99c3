/** What the setup of an organization may know of its AI agents. */
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.js';
import { countAnswers } from './runs/run-rows.js';

export interface AgentFacts {
  readonly aiAgents: number;
  /** Of these, those that were published. */
  readonly published: number;
  /** The newest run of an agent's own tests that came to its end, or else of past questions. Null: there was none in the last days. */
  readonly lastRun: {
    readonly at: number;
    readonly passed: number;
    readonly failed: number;
    readonly worse: number;
  } | null;
}

export async function agentFacts(db: Kysely<Tables>, orgId: string): Promise<AgentFacts> {
  const [agents, run] = await Promise.all([
    db
      .selectFrom('ai_agent')
      .select(({ fn }) => [fn.countAll().as('all'), fn.count('published').as('published')])
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('ai_agent_run')
      .select(['id', 'finished_at'])
      .where('org_id', '=', orgId)
      .where('state', '=', 'done')
      .where('kind', '!=', 'given')
      // `own` before `past`: questions of visitors don't take the place of the tests.
      .orderBy('kind')
      .orderBy('finished_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const counts = run && (await countAnswers(db, [run.id]))(run.id);
  return {
    aiAgents: Number(agents.all),
    published: Number(agents.published),
    lastRun:
      run && counts
        ? { at: run.finished_at ?? 0, passed: counts.passed, failed: counts.failed, worse: counts.worse }
        : null,
  };
}

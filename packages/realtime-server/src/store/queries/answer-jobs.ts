import type { AnswerJob } from '../port/answer-jobs.js';
import type { Dialect } from '../sql/dialect.js';
import { change, rows, type Steps } from '../sql/steps.js';

interface JobRow extends Omit<AnswerJob, 'checkpoint'> {
  readonly kept: string | null;
  readonly ordinal: number;
}

function jobWrites(dialect: Dialect) {
  const ordinal = dialect.ordinal.runs;
  return {
    *claimJobs(owner: string, at: number, leaseUntil: number, limit: number): Steps<readonly AnswerJob[]> {
      // Rows that another node claims at this moment are left out, not waited for.
      const claimed = yield* rows<JobRow>(
        `WITH free AS (
            SELECT id FROM runs AS run
            WHERE state IN ('pending', 'running') AND (state = 'pending' OR lease_until < ?2)
              AND question = (
                SELECT min(question) FROM runs WHERE conversation = run.conversation AND state IN ('pending', 'running')
              )
            ORDER BY ${ordinal} LIMIT ?4${dialect.skipLocked})
          UPDATE runs SET state = 'running', owner = ?1, lease_until = ?3, attempt = attempt + 1
          WHERE id IN (SELECT id FROM free)
          RETURNING id, conversation, inbox, message, question, attempt, written, kept, ${ordinal} AS ordinal`,
        owner,
        at,
        leaseUntil,
        limit,
      );
      return [...claimed]
        .sort((a, b) => a.ordinal - b.ordinal)
        .map(({ id, conversation, inbox, message, question, attempt, written, kept }) => ({
          ...{ id, conversation, inbox, message, question, attempt },
          written: dialect.toText(written),
          checkpoint: kept,
        }));
    },
    *renewJob(job: string, owner: string, leaseUntil: number, written: string): Steps<boolean> {
      const renewed = yield* change(
        "UPDATE runs SET lease_until = ?3, written = ?4 WHERE id = ?1 AND owner = ?2 AND state = 'running'",
        job,
        owner,
        leaseUntil,
        dialect.fromText(written),
      );
      return renewed === 1;
    },
    *saveCheckpoint(job: string, attempt: number, checkpoint: string): Steps<boolean> {
      const saved = yield* change(
        "UPDATE runs SET kept = ?3 WHERE id = ?1 AND attempt = ?2 AND state = 'running'",
        job,
        attempt,
        checkpoint,
      );
      return saved === 1;
    },
  };
}

function usageQueries(dialect: Dialect) {
  return {
    reads: {
      *tokensUsed(keys: readonly string[], day: number): Steps<ReadonlyMap<string, number>> {
        const found = yield* rows<{ key: string; tokens: number }>(
          `SELECT key, tokens FROM spending WHERE day = ?1 AND ${dialect.isIn('key', '?2')}`,
          day,
          dialect.list(keys),
        );
        return new Map(found.map(({ key, tokens }) => [key, tokens]));
      },
    },
    writes: {
      *addTokensUsed(keys: readonly string[], day: number, tokens: number): Steps<void> {
        yield* change('DELETE FROM spending WHERE day < ?1', day - 1);
        // In one order, or two that add at once would each hold what the other waits for.
        yield* change(
          `INSERT INTO spending (day, key, tokens) SELECT ?1, value, ?3 FROM ${dialect.each('?2')} WHERE true
            ON CONFLICT (day, key) DO UPDATE SET tokens = spending.tokens + excluded.tokens`,
          day,
          dialect.list([...keys].sort()),
          tokens,
        );
      },
    },
  };
}

export function answerJobQueries(dialect: Dialect) {
  const usage = usageQueries(dialect);
  return { reads: usage.reads, writes: { ...jobWrites(dialect), ...usage.writes } };
}

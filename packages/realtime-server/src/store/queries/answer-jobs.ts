import type { Handler, LogBody } from '@service/protocol';
import type { AnsweredPage, AnsweredQuestion, AnswerJob, ClaimShare } from '../port/answer-jobs.js';
import type { Dialect } from '../sql/dialect.js';
import { change, row, rows, type Steps } from '../sql/steps.js';

interface JobRow extends Omit<AnswerJob, 'checkpoint'> {
  readonly kept: string | null;
  readonly ordinal: number;
}

const ANY = 2 ** 31 - 1;
const ALL: ClaimShare = { perInbox: ANY, perContact: ANY, withoutInboxes: [], withoutContacts: [] };

/** At ?2. */
const isFree = (run: string): string =>
  `${run}.state IN ('pending', 'running') AND (${run}.state = 'pending' OR ${run}.lease_until < ?2)`;

function jobWrites(dialect: Dialect) {
  const ordinal = dialect.ordinal.runs;
  return {
    *claimJobs(
      owner: string,
      at: number,
      leaseUntil: number,
      limit: number,
      { perInbox, perContact, withoutInboxes, withoutContacts }: ClaimShare = ALL,
    ): Steps<readonly AnswerJob[]> {
      // The turns are counted without a lock. The rows are locked afterwards, and rows that another node claims at this moment are left
      // out, not waited for.
      const claimed = yield* rows<JobRow>(
        `WITH free AS (
            SELECT run.id, run.inbox, run.${ordinal} AS ordinal,
              row_number() OVER (PARTITION BY log.contact ORDER BY run.${ordinal}) AS of_contact
            FROM runs AS run JOIN conversations AS log ON log.id = run.conversation
            WHERE ${isFree('run')} AND question = (
                SELECT min(question) FROM runs WHERE conversation = run.conversation AND state IN ('pending', 'running')
              )
              AND NOT ${dialect.isIn('run.inbox', '?6')} AND NOT ${dialect.isIn('log.contact', '?7')}),
          turns AS (
            SELECT id, ordinal, row_number() OVER (PARTITION BY inbox ORDER BY of_contact, ordinal) AS turn FROM free
            WHERE of_contact <= ?8),
          chosen AS (
            SELECT run.id FROM turns JOIN runs AS run ON run.id = turns.id
            WHERE turn <= ?5 AND ${isFree('run')}
            ORDER BY turn, turns.ordinal LIMIT ?4${dialect.skipLocked})
          UPDATE runs SET state = 'running', owner = ?1, lease_until = ?3, attempt = attempt + 1
          WHERE id IN (SELECT id FROM chosen)
          RETURNING id, conversation, inbox, message, question, attempt, written, kept, ${ordinal} AS ordinal,
            (SELECT contact FROM conversations WHERE id = runs.conversation) AS contact`,
        owner,
        at,
        leaseUntil,
        limit,
        perInbox,
        dialect.list(withoutInboxes),
        dialect.list(withoutContacts),
        perContact,
      );
      return [...claimed]
        .sort((a, b) => a.ordinal - b.ordinal)
        .map(({ id, conversation, inbox, contact, message, question, attempt, written, kept }) => ({
          ...{ id, conversation, inbox, contact, message, question, attempt },
          written: dialect.toText(written),
          checkpoint: kept,
        }));
    },
    *renewJob(job: string, owner: string, leaseUntil: number, written: string): Steps<Handler | null> {
      const renewed = yield* row<{ handler: Handler }>(
        `UPDATE runs SET lease_until = ?3, written = ?4 WHERE id = ?1 AND owner = ?2 AND state = 'running'
          RETURNING (SELECT handler FROM ${dialect.logs} WHERE id = runs.conversation) AS handler`,
        job,
        owner,
        leaseUntil,
        dialect.fromText(written),
      );
      return renewed?.handler ?? null;
    },
    *saveCheckpoint(job: string, attempt: number, checkpoint: string): Steps<boolean> {
      const text = "UPDATE runs SET kept = ?3 WHERE id = ?1 AND attempt = ?2 AND state = 'running'";
      return (yield* change(text, job, attempt, checkpoint)) === 1;
    },
  };
}

interface AnsweredRow {
  readonly conversation: string;
  readonly question: number;
  readonly at: number;
  readonly asked: string;
  readonly answered: string;
}

/** Answers that are looked at for one page: few enough that others don't wait for it. */
const ANSWERS_AT_ONCE = 2_000;

function answeredReads(dialect: Dialect) {
  const ordinal = dialect.ordinal.runs;
  return {
    *answeredBy(agent: string, inboxes: readonly string[], since: number, before: number | null): Steps<AnsweredPage> {
      const newest = yield* row<{ ordinal: number | null }>(`SELECT max(${ordinal}) AS ordinal FROM runs`);
      const to = Math.min(before ?? Number.MAX_SAFE_INTEGER, Number(newest?.ordinal ?? 0) + 1);
      const from = to - ANSWERS_AT_ONCE;
      const found = yield* rows<AnsweredRow>(
        `SELECT runs.conversation, runs.question, asked.at, asked.body AS asked, answer.body AS answered FROM runs
            JOIN events AS asked ON asked.conversation = runs.conversation AND asked.seq = runs.question
            JOIN events AS answer ON answer.conversation = runs.conversation AND answer.author_id = 'agent'
              AND answer.client_id = runs.id || ':' || runs.attempt || ':end'
          WHERE runs.${ordinal} >= ?1 AND runs.${ordinal} < ?2 AND runs.state = 'done' AND ${dialect.isIn('runs.inbox', '?3')}
          ORDER BY runs.${ordinal} DESC`,
        from,
        to,
        dialect.list(inboxes),
      );
      const oldest = yield* row<{ at: number }>(
        `SELECT events.at FROM runs JOIN events ON events.conversation = runs.conversation AND events.seq = runs.question
          WHERE runs.${ordinal} >= ?1 AND runs.${ordinal} < ?2 ORDER BY runs.${ordinal} LIMIT 1`,
        from,
        to,
      );
      const answered = found.flatMap(({ conversation, question, at, ...bodies }): readonly AnsweredQuestion[] => {
        const [asked, answer] = [JSON.parse(bodies.asked), JSON.parse(bodies.answered)] as [LogBody, LogBody];
        if (at < since || asked.kind !== 'message' || answer.kind !== 'answer.completed') return [];
        return answer.agent?.id === agent ? [{ conversation, question, text: asked.text }] : [];
      });
      return { answered, before: from <= 0 || (oldest && oldest.at < since) ? null : from };
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
  return { reads: { ...answeredReads(dialect), ...usage.reads }, writes: { ...jobWrites(dialect), ...usage.writes } };
}

/** Test runs copy questions of visitors. The copies are deleted with the conversations in which they were asked. */
import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.js';
import type { After } from '../../../organizations/daily.js';
import { type JobWorker, startJobWorker } from '../../job-worker.js';
import type { RunServices } from './run-job.js';

/** Any node may have erased a conversation, and erased words must be gone within a minute. */
const LOOK_EVERY_MS = 30_000;
const AT_ONCE = 500;

async function deleteErasedQuestions({
  database,
  pastQuestions,
}: Pick<RunServices, 'database' | 'pastQuestions'>): Promise<void> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const conversations: readonly string[] = await conversationsAfter(database.db, last);
    const erased = conversations.length === 0 ? [] : await pastQuestions.erased(conversations);
    if (erased.length > 0)
      await database.db.deleteFrom('ai_agent_run_answer').where('conversation', 'in', erased).execute();
    last = conversations[AT_ONCE - 1];
  }
  // Each time: also what was deleted with its run may be in the log of the database still.
  await database.removeDeleted();
}

async function conversationsAfter(db: Kysely<Tables>, last: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ai_agent_run_answer')
    .select('conversation')
    .distinct()
    .where('conversation', '>', last)
    .orderBy('conversation')
    .limit(AT_ONCE)
    .execute();
  return rows.flatMap(({ conversation }) => conversation ?? []);
}

export function startDeletingErasedQuestions(services: RunServices, after: After): JobWorker {
  return startJobWorker<never>(
    {
      everyMs: LOOK_EVERY_MS,
      most: 1,
      async claim() {
        await deleteErasedQuestions(services);
        return null;
      },
      work: async () => undefined,
      onFailure: (error) =>
        services.log('error', 'erased questions could not be deleted; it is tried again', { error: error.message }),
    },
    after,
  );
}

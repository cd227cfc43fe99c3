/** Takes up test runs: a few at once on this node, one of an organization on all of them. */
import type { After } from '../../../organizations/daily.js';
import { type JobWorker, startJobWorker } from '../../job-worker.js';
import { startDeletingErasedQuestions } from './erased-questions.js';
import { carryOut, RUN_LEASE_MS, type RunServices } from './run-job.js';
import { claimRun } from './run-rows.js';

/** How often it is looked for runs whose node has gone. Those that are started here are taken up at once. */
const LOOK_EVERY_MS = 5_000;
/** At once on this node. Each asks one question at a time. */
const MOST_RUNNING = 2;

/** When it is stopped, another node, or the next process, goes on with the runs. Copies of erased questions are deleted meanwhile. */
export function startRunWorker(services: RunServices, after: After): JobWorker {
  const { database, now, log } = services;
  const onFailure = (error: Error): void =>
    log('error', 'a test run could not go on; it is tried again', { error: error.message });
  const runs = startJobWorker(
    {
      everyMs: LOOK_EVERY_MS,
      most: MOST_RUNNING,
      claim: () => claimRun(database.db, now(), now() + RUN_LEASE_MS),
      work: (run, signal) => carryOut(services, run, signal).catch(onFailure),
      onFailure,
    },
    after,
  );
  const erasing = startDeletingErasedQuestions(services, after);
  return {
    soon: runs.soon,
    async stop() {
      await runs.stop();
      await erasing.stop();
    },
  };
}

/** Takes up test runs: a few at once on this node, one of an organization on all of them. */
import type { After } from '../../../organizations/daily.js';
import { carryOut, RUN_LEASE_MS, type RunServices } from './run-job.js';
import { claimRun } from './run-rows.js';

/** How often it is looked for runs whose node has gone. Those that are started here are taken up at once. */
const LOOK_EVERY_MS = 5_000;
/** At once on this node. Each asks one question at a time. */
const MOST_RUNNING = 2;

export interface RunWorker {
  /** There is a run to take up. */
  soon(): void;
  /** Resolves when no run is going on here; another node, or the next process, goes on with them. */
  close(): Promise<void>;
}

export function startRunWorker(services: RunServices, after: After): RunWorker {
  const { database, now, log } = services;
  const leaving = new AbortController();
  const running = new Set<Promise<void>>();
  let cancel: () => void = () => undefined;
  let looking: Promise<void> | null = null;
  let again = false;

  const failed = (error: unknown): void =>
    log('error', 'a test run could not go on; it is tried again', { error: (error as Error).message });

  const take = async (): Promise<void> => {
    while (running.size < MOST_RUNNING && !leaving.signal.aborted) {
      const run = await claimRun(database.db, now(), now() + RUN_LEASE_MS);
      if (!run) return;
      const going: Promise<void> = carryOut(services, run, leaving.signal)
        .catch(failed)
        .finally(() => {
          running.delete(going);
          soon();
        });
      running.add(going);
    }
  };
  const soon = (): void => {
    if (leaving.signal.aborted) return;
    if (looking) {
      again = true;
      return;
    }
    looking = take()
      .catch(failed)
      .finally(() => {
        looking = null;
        if (!again) return;
        again = false;
        soon();
      });
  };
  const look = (): void => {
    cancel = after(LOOK_EVERY_MS, look);
    soon();
  };
  look();
  return {
    soon,
    async close() {
      leaving.abort();
      cancel();
      await looking;
      await Promise.all(running);
    },
  };
}

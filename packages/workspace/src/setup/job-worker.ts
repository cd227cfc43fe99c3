/** Takes up what is due, on this node: at once when something has become due here, and at each look for what other nodes have left. */
import type { After } from '../organizations/daily.js';

export interface Jobs<Job> {
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** At once on this node. */
  readonly most: number;
  /** Before each look. */
  prepare?(): Promise<void>;
  /** Null: nothing is due. */
  claim(): Promise<Job | null>;
  /** Never rejects. `signal`: the server is leaving. */
  work(job: Job, signal: AbortSignal): Promise<void>;
  /** It could not be looked; the next look tries again. */
  onFailure(error: Error): void;
}

export interface JobWorker {
  /** There may be something to take up. */
  soon(): void;
  /** Resolves when nothing is worked on here any more. */
  stop(): Promise<void>;
}

export function startJobWorker<Job>(jobs: Jobs<Job>, after: After): JobWorker {
  const { everyMs, most, claim, work, onFailure } = jobs;
  const leaving = new AbortController();
  const running = new Set<Promise<void>>();
  let looking: Promise<void> | null = null;
  let again = false;
  let cancel: () => void = () => undefined;

  const begin = (job: Job): void => {
    const going = work(job, leaving.signal).finally(() => {
      running.delete(going);
      soon();
    });
    running.add(going);
  };
  const take = async (): Promise<void> => {
    await jobs.prepare?.();
    while (running.size < most && !leaving.signal.aborted) {
      const job = await claim();
      if (!job) return;
      begin(job);
    }
  };
  const soon = (): void => {
    if (leaving.signal.aborted) return;
    again = looking !== null;
    looking ??= take()
      .catch(onFailure)
      .finally(() => {
        looking = null;
        if (again) soon();
      });
  };
  const look = (): void => {
    cancel = after(everyMs, look);
    soon();
  };
  look();
  return {
    soon,
    async stop() {
      leaving.abort(new Error('The server is leaving.'));
      cancel();
      await looking;
      await Promise.all(running);
    },
  };
}

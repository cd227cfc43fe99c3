/** Work that is done at the start and then once a day. */

/** Runs `run` once after `ms`; returns the way to cancel it. */
export type After = (ms: number, run: () => void) => () => void;

const DAY_MS = 24 * 3_600_000;

export interface Daily {
  /** Resolves when no work is going on, and none begins any more. */
  stop(): Promise<void>;
}

/** Resolves when the work was done for the first time. It never rejects: `onFailure` gets the error, and the next day it is tried again. */
export async function startDaily(
  work: () => Promise<unknown>,
  after: After,
  onFailure: (error: Error) => void,
): Promise<Daily> {
  let cancel: () => void = () => undefined;
  let going: Promise<void> = Promise.resolve();
  let isStopped = false;
  const run = async (): Promise<void> => {
    await work().catch(onFailure);
    if (isStopped) return;
    cancel = after(DAY_MS, () => {
      going = run();
    });
  };
  await run();
  return {
    async stop() {
      isStopped = true;
      cancel();
      await going;
    },
  };
}

/** The writer thread before it has a database. It loads its code while others load theirs. */
import { Worker } from 'node:worker_threads';

export interface WriterThread {
  readonly worker: Worker;
  /** Rejects with what the thread failed with. */
  readonly failed: Promise<never>;
}

/** Loads the writer's code. It opens a database when the store tells it which one. */
export function startWriterThread(): WriterThread {
  // When a thread fails, Node closes its files, and closing one descriptor drops all locks of this process on that file.
  const worker = new Worker(new URL('./writer.js', import.meta.url), { trackUnmanagedFds: false });
  const failed = new Promise<never>((_, reject) => void worker.once('error', reject));
  // The store hears of it when it opens. Before that, it is no unhandled rejection.
  failed.catch(() => undefined);
  return { worker, failed };
}

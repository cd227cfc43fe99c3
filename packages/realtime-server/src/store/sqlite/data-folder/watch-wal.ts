import { statSync } from 'node:fs';
// A test's clock must not stop this: the file grows in real time.
import { setInterval } from 'node:timers';

const EVERY_MS = 1_000;

/**
 * Warns when the write-ahead log is longer than `limit` bytes, and again each time it has doubled since.
 *
 * The writer moves the log into the database and starts it over long before that. It can't while another connection holds an
 * old snapshot, or while the disk is full. The file shrinks when the log starts over, so its length is the log's.
 * @returns ends it.
 */
export function watchWal(path: string, limit: number, warn: (what: string) => void): () => void {
  let warnAt = limit;
  const timer = setInterval(() => {
    const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 };
    if (size < limit) warnAt = limit;
    if (size < warnAt) return;
    warnAt = 2 * size;
    warn(
      `The write-ahead log has grown to ${Math.round(size / 2 ** 20)} MiB: the disk can't keep up or is full, or another program reads the database without an end.`,
    );
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

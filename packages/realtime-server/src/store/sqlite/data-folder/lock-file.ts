import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/**
 * One process per data folder. SQLite itself lets a second one in, and each would take over the leases of the other.
 *
 * The lock is the operating system's, on an empty SQLite file: it ends with the process. A file with a process id can't do this: two
 * processes that start together both find it stale, and after a reboot the id belongs to another process. The id is in a file only so
 * that the error can name the holder.
 * @returns gives the lock back.
 * @throws when a living process holds it.
 */
export function lockFolder(folder: string): () => void {
  const name = join(folder, 'service.lock');
  const file = join(folder, 'service.held');
  const lock = new Database(file);
  try {
    lock.pragma('busy_timeout = 0');
    // Only the lock counts. Nothing is written.
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const { code, message } = error as Error & { code?: string };
    if (code !== 'SQLITE_BUSY') throw new Error(`${file} can't be used: ${message}`);
    throw new Error(
      `The data folder ${folder} is in use by process ${holderOf(name)}. Stop that process, or give this one another DATA_DIR.`,
    );
  }
  writeFileSync(name, String(process.pid));
  return () => {
    rmSync(name, { force: true });
    // Closing alone drops the lock only at the next garbage collection.
    lock.exec('ROLLBACK');
    lock.close();
  };
}

function holderOf(name: string): string {
  try {
    return readFileSync(name, 'utf8') || 'unknown';
  } catch {
    return 'unknown';
  }
}

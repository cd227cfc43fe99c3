/**
 * One process per data folder. SQLite itself would let a second one in, and both would believe that every lease of a
 * crashed process is free for the taking.
 *
 * The lock is the operating system's, held through an empty SQLite file: it ends with the process, however that dies. A
 * file with a process number alone can't do this: two that start together both find it stale, and after a reboot the
 * number belongs to somebody else. The number is written down only so that the error can name the holder.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

/** Takes the lock; returns the way to give it back. Throws, naming the process, when a living one holds it. */
export function lockFolder(folder: string): () => void {
  const name = join(folder, 'service.lock');
  const lock = new Database(join(folder, 'service.held'));
  try {
    lock.pragma('busy_timeout = 0');
    // Nothing is ever written: it is the lock on the file that counts.
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new Error(
      `The data folder ${folder} is in use by process ${holderOf(name)}. Stop that process, or give this one another DATA_DIR.`,
    );
  }
  writeFileSync(name, String(process.pid));
  return () => {
    rmSync(name, { force: true });
    // Closing alone lets go only when the garbage collector comes by.
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

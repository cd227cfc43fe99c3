/**
 * One process per data folder. SQLite itself would let a second one in, and both would believe that every lease of a
 * crashed process is free for the taking.
 */
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the lock; returns the way to give it back. Throws, naming the process, when a living one holds it. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'service.lock');
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder !== null && holder !== process.pid && isAlive(holder)) {
      throw new Error(
        `The data folder ${folder} is in use by process ${holder}. Stop that process, or give this one another DATA_DIR.`,
      );
    }
    rmSync(path, { force: true });
  }
  throw new Error(`The data folder ${folder} could not be locked. Remove ${path} if no server is running.`);
}

function holderOf(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

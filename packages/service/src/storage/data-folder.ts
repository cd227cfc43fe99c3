/** The folder with the conversations and the secrets: for the server's own user alone. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What users other than the owner may do, of a mode. */
const OTHERS = 0o077;
/** What the server writes to, where it is there. A backup that another user put back belongs to that user. */
const OF_SERVER = ['uploads', 'logos'];
const OF_STORE = [
  'service.held',
  ...['service.db', 'workspace.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
];

/**
 * Makes the folder when there is none. One that others may enter is left as it is, because someone may have wanted it so: `warn` is
 * called with what to do. Not on Windows, whose modes say nothing.
 * @param isEmbedded whether the conversations are in it
 * @throws with what to do, when it can't be made, or it or a file of the store can't be written.
 */
export function openDataFolder(folder: string, warn: (what: string) => void, isEmbedded = true): void {
  inFolderOf('DATA_DIR', folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const written = ['', ...OF_SERVER, ...(isEmbedded ? OF_STORE : [])].map((name) => join(folder, name));
    for (const path of written) if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  });
  if (process.platform === 'win32') return;
  const mode = statSync(folder).mode & 0o777;
  if ((mode & OTHERS) === 0) return;
  warn(
    `Other users of this machine may enter DATA_DIR (${folder}, mode ${mode.toString(8)}), where the conversations and the secrets are. Run: chmod 700 ${folder}`,
  );
}

/** @throws what `use` throws; of an error of the file system, which setting names the folder and what it needs. */
export function inFolderOf<T>(setting: string, folder: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const { code, path = folder } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === 'ENOSPC') throw new Error(`The disk of ${setting} (${folder}) is full. Make room, and start again.`);
    throw new Error(
      `${setting} must name a folder that the server's user can read and write, with all that is in it: ${path} can't be used (${code}).`,
    );
  }
}

/** The folder with the conversations and the secrets: for the server's own user alone. */
import { mkdirSync, statSync } from 'node:fs';

/** What users other than the owner may do, of a mode. */
const OTHERS = 0o077;

/**
 * Makes the folder when there is none. One that others may enter is left as it is, because someone may have wanted it so: `warn` is
 * called with what to do. Not on Windows, whose modes say nothing.
 * @throws what the file system throws when it can't be made.
 */
export function openDataFolder(folder: string, warn: (what: string) => void): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const mode = statSync(folder).mode & 0o777;
  if ((mode & OTHERS) === 0) return;
  warn(
    `Other users of this machine may enter DATA_DIR (${folder}, mode ${mode.toString(8)}), where the conversations and the secrets are. Run: chmod 700 ${folder}`,
  );
}

/** Files that appear whole or not at all: a reader, or a crash in the middle, never finds half of one. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes the file unless there is one of that name, which stays. Several processes may do it at the same moment.
 * @param mode of the file, whatever the umask
 * @returns false when there was one
 */
export function createWhole(path: string, content: string | Uint8Array, mode: number): boolean {
  // A draft needs room on the disk, and a folder that can be written.
  if (existsSync(path)) return false;
  return withDraft(path, content, mode, (draft) => {
    try {
      linkSync(draft, path);
      return true;
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') return false;
      if (!NO_LINKS.includes(code)) throw error;
      // Two processes in the same moment may both rename here: for one name they write the same, but for a secret on such a disk.
      if (existsSync(path)) return false;
      renameSync(draft, path);
      return true;
    }
  });
}

/** Of file systems without hard links, as some shared folders are. */
const NO_LINKS: readonly string[] = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** Writes the file, in place of one of that name. */
export function replaceWhole(path: string, content: string | Uint8Array, mode: number): void {
  withDraft(path, content, mode, (draft) => renameSync(draft, path));
}

/**
 * A command that root runs beside the server must not leave files that the server can't read: they belong to the owner of the file
 * before, or of the folder.
 */
function giveTo(path: string, file: number): void {
  const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path));
  try {
    fchownSync(file, uid, gid);
  } catch {
    // Shared folders may refuse it to root, too.
  }
}

function withDraft<T>(path: string, content: string | Uint8Array, mode: number, name: (draft: string) => T): T {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = openSync(draft, 'wx', mode);
  try {
    try {
      fchmodSync(file, mode);
      if (process.getuid?.() === 0) giveTo(path, file);
      writeFileSync(file, content);
      // Before it has its name, or a crash of the machine could leave the name with an empty file.
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return name(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

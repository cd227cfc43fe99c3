/** The files of an inbox's knowledge folder, with stamps that show changes. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TERMS_VERSION } from '../language/terms.js';
import { ABOUT, formatOf, LARGEST } from '../reading/formats/formats.js';

export interface FolderFile {
  /** Path within the folder, with slashes. */
  readonly file: string;
  readonly path: string;
  /** Changes when the file or its `.about` file was written. Costs one stat for each. */
  readonly stamp: string;
}

/** Further files are reported in the log, not read. */
export const MOST_FILES = 2_000;
const DEEPEST_FOLDER = 5;
/** Increase it when the same file would be read differently. */
const READING_VERSION = 3;

/** The files with articles, by name. Empty when there is no folder. @throws when the folder can't be read. */
export function filesIn(folder: string): readonly FolderFile[] {
  const found: FolderFile[] = [];
  const walk = (below: string, depth: number): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const file = below === '' ? entry.name : `${below}/${entry.name}`;
      const path = join(folder, file);
      // The target of a link may be gone.
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isDirectory() && depth < DEEPEST_FOLDER && !entry.isSymbolicLink()) walk(file, depth + 1);
      if (!stats?.isFile() || formatOf(file) === null) continue;
      const about = statSync(path + ABOUT, { throwIfNoEntry: false });
      found.push({ file, path, stamp: [stats, about].map((each) => `${each?.mtimeMs}:${each?.size}`).join(' ') });
    }
  };
  try {
    walk('', 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** In characters. */
const ABOUT_LENGTH = 200_000;

/** The content of the `.about` file beside the article; empty when there is none. */
export function readAbout({ path }: FolderFile): string {
  try {
    return readFileSync(path + ABOUT, 'utf8').slice(0, ABOUT_LENGTH);
  } catch {
    return '';
  }
}

/** Over everything that the result of reading depends on. For a file that is too large to be read: over its size. */
export function hashOf({ file, path }: FolderFile, about: string): string {
  const hash = createHash('sha256').update(`${READING_VERSION} ${TERMS_VERSION} ${file}\n${about}\n`);
  const format = formatOf(file);
  const { size } = statSync(path);
  if (format && size <= LARGEST[format]) hash.update(readFileSync(path));
  else hash.update(String(size));
  return hash.digest('hex');
}

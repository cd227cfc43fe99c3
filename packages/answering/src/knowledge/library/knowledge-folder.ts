/** What lies in an inbox's knowledge folder, and whether it is still what it was at the last look. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TERMS_VERSION } from '../language/terms.js';
import { ABOUT, formatOf, LARGEST } from '../reading/formats/formats.js';

export interface FolderFile {
  /** Path within the folder, with slashes. */
  readonly file: string;
  readonly path: string;
  /** Changes when the file was written to, or the one that tells about it. Costs a stat. */
  readonly stamp: string;
}

/** More articles than a help centre has; further files are named in the log, not read. */
export const MOST_FILES = 2_000;
const DEEPEST_FOLDER = 5;
/** Rises when the same file would be read as something else. */
const READING_VERSION = 3;

/** The files that hold articles, by name. Empty when there is no folder. @throws when it is there and can't be read. */
export function filesIn(folder: string): readonly FolderFile[] {
  const found: FolderFile[] = [];
  const look = (below: string, depth: number): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue;
      const file = below === '' ? entry.name : `${below}/${entry.name}`;
      const path = join(folder, file);
      // A link may lead to what is gone.
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isDirectory() && depth < DEEPEST_FOLDER && !entry.isSymbolicLink()) look(file, depth + 1);
      if (!stats?.isFile() || formatOf(file) === null) continue;
      const about = statSync(path + ABOUT, { throwIfNoEntry: false });
      found.push({ file, path, stamp: [stats, about].map((each) => `${each?.mtimeMs}:${each?.size}`).join(' ') });
    }
  };
  try {
    look('', 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** In letters: questions for every heading of a thick book. */
const ABOUT_LENGTH = 200_000;

/** The front matter in the file beside the article; empty when there is none. */
export function aboutOf({ path }: FolderFile): string {
  try {
    return readFileSync(path + ABOUT, 'utf8').slice(0, ABOUT_LENGTH);
  } catch {
    return '';
  }
}

/** Of everything that decides what the file is read as. One that is too large to be read is known by its size. */
export function hashOf({ file, path }: FolderFile, about: string): string {
  const hash = createHash('sha256').update(`${READING_VERSION} ${TERMS_VERSION} ${file}\n${about}\n`);
  const format = formatOf(file);
  const { size } = statSync(path);
  if (format && size <= LARGEST[format]) hash.update(readFileSync(path));
  else hash.update(String(size));
  return hash.digest('hex');
}

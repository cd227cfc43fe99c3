/** The files of an inbox's knowledge folder, with stamps that show changes. */
import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { truncate } from '@service/protocol';
import { TERMS_VERSION } from '../language/terms.js';
import { ABOUT, formatOf, LARGEST } from '../reading/formats/formats.js';
import type { ArticleFile, ArticleFiles } from './article-files.js';
import { isOfSource } from './source-files.js';

export interface FolderFile {
  /** Path within the folder, with slashes. */
  readonly file: string;
  /** Where it is, without links. */
  readonly path: string;
  /** The `.about` file, or null. */
  readonly about: string | null;
  /** Changes when the file or its `.about` file was written. Costs one stat for each. */
  readonly stamp: string;
}

const DEEPEST_FOLDER = 5;
/** Increase it when the same file would be read differently. */
const READING_VERSION = 5;
/** The rules by which files are read, as a part of their hashes. */
export const READING_RULES = `${READING_VERSION} ${TERMS_VERSION}`;

/** The knowledge folders of inboxes. `folderOf`: of a base; there need be none. */
export const folderFiles = (folderOf: (base: string) => string): ArticleFiles => ({
  most: Number.POSITIVE_INFINITY,
  owns: (file) => !isOfSource(file),
  list: async (base) => filesIn(folderOf(base)).map(articleFile),
});

const articleFile = (found: FolderFile): ArticleFile => ({
  file: found.file,
  stamp: found.stamp,
  async open() {
    const about = readAbout(found);
    return { about, hash: hashOf(found, about), content: async () => ({ path: found.path }) };
  },
});

/**
 * The files with articles, by name. Empty when there is no folder. A link counts only while it leads to a file in the folder
 * itself, as where a cluster mounts it: who writes articles may not be meant to read what else the server can.
 * @throws when the folder can't be read.
 */
export function filesIn(folder: string): readonly FolderFile[] {
  const found: FolderFile[] = [];
  try {
    const root = realpathSync(folder);
    const walk = (below: string, depth: number): void => {
      for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
        if (entry.name.startsWith('.')) continue;
        const file = below === '' ? entry.name : `${below}/${entry.name}`;
        if (entry.isDirectory()) {
          if (depth < DEEPEST_FOLDER) walk(file, depth + 1);
          continue;
        }
        if (formatOf(file) === null || isOfSource(file)) continue;
        const article = fileWithin(root, join(root, file));
        if (!article) continue;
        const about = fileWithin(root, join(root, file) + ABOUT);
        const stamp = [article, about].map((each) => `${each?.stats.mtimeMs}:${each?.stats.size}`).join(' ');
        found.push({ file, path: article.path, about: about?.path ?? null, stamp });
      }
    };
    walk('', 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return found.sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Where the file really is; null when there is none, or when a link leads out of the folder. */
function fileWithin(root: string, path: string): { readonly path: string; readonly stats: Stats } | null {
  try {
    const real = realpathSync(path);
    const stats = statSync(real);
    return real.startsWith(root + sep) && stats.isFile() ? { path: real, stats } : null;
  } catch {
    // A link may lead to what is gone.
    return null;
  }
}

/** @throws when it is a link by now, or can't be read. */
function readUnlinked(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** In characters. */
const ABOUT_LENGTH = 200_000;

/** The content of the `.about` file beside the article; empty when there is none. */
export function readAbout({ about }: FolderFile): string {
  if (about === null) return '';
  try {
    return truncate(readUnlinked(about).toString('utf8'), ABOUT_LENGTH);
  } catch {
    return '';
  }
}

/** Over everything that the result of reading depends on. For a file that is too large to be read: over its size. */
export function hashOf({ file, path }: FolderFile, about: string): string {
  const hash = createHash('sha256').update(`${READING_RULES} ${file}\n${about}\n`);
  const format = formatOf(file);
  const { size } = statSync(path);
  if (format && size <= LARGEST[format]) hash.update(readUnlinked(path));
  else hash.update(String(size));
  return hash.digest('hex');
}

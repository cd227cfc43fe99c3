import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a folder, at any depth, whose bytes have one of these words. */
export const filesWith = (folder: string, ...words: readonly string[]): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path);
      return words.some((word) => bytes.includes(word));
    });

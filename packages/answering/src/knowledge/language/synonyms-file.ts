/**
 * The inbox's own synonyms, one group a line with commas between: `boot, shoe, footwear`. `synonyms.txt` holds for every
 * language, `synonyms.de.txt` for German alone. A wrong line is reported with its number; the other lines are used.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { truncate } from '@service/protocol';
import { havePassed } from '@service/realtime-server/runtime';
import { words } from '@service/realtime-server/text';
import type { SynonymGroup } from './synonyms.js';

export interface SynonymsReading {
  readonly groups: readonly SynonymGroup[];
  /** Each begins with the line's number and says what to write instead. */
  readonly problems: readonly string[];
}

const MOST_GROUPS = 2_000;
const MOST_MEMBERS = 20;
const LONGEST = 60;
const LARGEST = 512 * 1_024;

/** `#` begins a comment. */
export function readSynonyms(source: string): SynonymsReading {
  const groups: SynonymGroup[] = [];
  const problems: string[] = [];
  source
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .forEach((line, i) => {
      const written = line.replace(/#.*/, '').trim();
      if (written === '') return;
      const members = written.split(/[,，、]/).map((member) => member.trim());
      const problem = problemOf(members);
      if (problem) problems.push(`line ${i + 1}: ${problem}`);
      else if (groups.length === MOST_GROUPS) problems.push(`line ${i + 1}: only ${MOST_GROUPS} groups are read`);
      else groups.push(members);
    });
  return { groups, problems };
}

function problemOf(members: readonly string[]): string | null {
  if (members.includes('')) return 'there is nothing between two commas; take one of them out';
  if (members.length < 2) return `"${members[0]}" is alone; write at least two words with a comma between them`;
  if (members.length > MOST_MEMBERS)
    return `has ${members.length} members; at most ${MOST_MEMBERS} are read, make two groups`;
  const long = members.find((member) => member.length > LONGEST);
  if (long) return `"${truncate(long, 20)}…" is longer than ${LONGEST} letters; write a word or a short phrase`;
  const empty = members.find((member) => words(member).length === 0);
  if (empty) return `"${empty}" has no letters in it`;
  return null;
}

export interface SynonymFiles {
  /** The groups for a language: those for every language and its own. Looks at the files at most once a second. */
  groups(folder: string, language: string): readonly SynonymGroup[];
}

const LOOK_EVERY_MS = 1_000;

/** `onProblems` is called once for each state of a file, with its path. */
export function createSynonymFiles(
  onProblems: (path: string, problems: readonly string[]) => void,
  now: () => number = Date.now,
): SynonymFiles {
  const known = new Map<string, { stamp: string; lookedAt: number; groups: readonly SynonymGroup[] }>();
  const groupsIn = (path: string): readonly SynonymGroup[] => {
    const before = known.get(path);
    if (before && !havePassed(LOOK_EVERY_MS, before.lookedAt, now())) return before.groups;
    const stats = statSync(path, { throwIfNoEntry: false });
    const stamp = `${stats?.mtimeMs}:${stats?.size}`;
    if (before?.stamp === stamp) {
      before.lookedAt = now();
      return before.groups;
    }
    const { groups, problems } = stats ? readFile(path, stats.size) : { groups: [], problems: [] };
    if (problems.length > 0) onProblems(path, problems);
    known.set(path, { stamp, lookedAt: now(), groups });
    return groups;
  };
  return {
    groups: (folder, language) => [
      ...groupsIn(join(folder, `synonyms.${language}.txt`)),
      ...groupsIn(join(folder, 'synonyms.txt')),
    ],
  };
}

function readFile(path: string, size: number): SynonymsReading {
  if (size > LARGEST) return { groups: [], problems: [`is larger than ${LARGEST / 1_024} KiB and isn't read`] };
  try {
    return readSynonyms(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
  } catch (error) {
    return { groups: [], problems: [`can't be read as UTF-8 text (${(error as Error).message})`] };
  }
}

/**
 * The inboxes of this server: a folder each, with `inbox.json` and `knowledge/`. Changes are noticed while the server
 * runs; a file that became unreadable keeps its last good settings, because a typo must not take a shop's chat away.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { INBOX_ID } from '@service/protocol';
import { inboxFileSchema } from '@service/protocol/schema';
import type { InboxDirectory, InboxSettings } from './inbox.js';

/** How often the files are looked at, at most. A look costs a few stats. */
const LOOK_EVERY_MS = 1_000;

export interface InboxLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

interface Kept {
  readonly stamp: string;
  readonly settings: InboxSettings | null;
}

export type InboxReading =
  | { readonly ok: true; readonly settings: InboxSettings }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads one `inbox.json`. Each problem names the file, the field, and what to write instead. */
export function readInbox(id: string, path: string): InboxReading {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return { ok: false, problems: [`${path}: is not valid JSON (${(error as Error).message})`] };
  }
  const read = inboxFileSchema.safeParse(value);
  if (read.success) return { ok: true, settings: { id, ...read.data } };
  return {
    ok: false,
    problems: read.error.issues.map(
      (issue) => `${path}: ${issue.path.join('.') || 'the file'} ${lowerFirst(issue.message)}`,
    ),
  };
}

/**
 * Opens the directory. `now` is Unix milliseconds.
 * @throws with every problem of every inbox when one can't be read at the start: better no server than half a shop.
 */
export function openInboxes(folder: string, log: InboxLog, now: () => number = Date.now): InboxDirectory {
  const known = new Map<string, Kept>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  const look = (first: boolean): void => {
    lookedAt = now();
    const problems: string[] = [];
    const found = idsIn(folder);
    for (const id of known.keys()) if (!found.includes(id)) known.delete(id);
    for (const id of found) {
      const path = join(folder, id, 'inbox.json');
      const stamp = stampOf(path);
      const before = known.get(id);
      if (before?.stamp === stamp) continue;
      const reading = readInbox(id, path);
      if (reading.ok) {
        known.set(id, { stamp, settings: reading.settings });
        if (!first) log.info({ inbox: id }, 'inbox settings read again');
      } else {
        problems.push(...reading.problems);
        known.set(id, { stamp, settings: before?.settings ?? null });
      }
    }
    if (problems.length === 0) return;
    if (first) throw new Error(problems.join('\n'));
    log.warn({ problems }, 'inbox settings can’t be read; the last good ones stay');
  };

  look(true);
  if (known.size === 0) {
    log.warn({ folder }, 'no inboxes yet: make <folder>/<id>/inbox.json with at least "name" and "allowedOrigins"');
  }
  const fresh = (): void => {
    if (now() - lookedAt >= LOOK_EVERY_MS) look(false);
  };
  return {
    get(id) {
      fresh();
      return known.get(id)?.settings ?? null;
    },
    list() {
      fresh();
      return [...known.values()].flatMap(({ settings }) => (settings ? [settings] : []));
    },
    knowledgeFolder: (id) => join(folder, id, 'knowledge'),
    close: () => known.clear(),
  };
}

function idsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && INBOX_ID.test(entry.name) && existsSync(join(folder, entry.name, 'inbox.json')),
    )
    .map((entry) => entry.name);
}

function stampOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs}:${size}:${ino}`;
  } catch {
    return 'gone';
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/**
 * The inboxes of this server: a folder each, with `inbox.json` and `knowledge/`. Changes are noticed while the server
 * runs; a file that became unreadable keeps its last good settings, because a typo must not take a shop's chat away.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INBOX_ID } from '@service/protocol';
import { inboxFileSchema } from '@service/protocol/schema';
import { DESTINATION_PROBLEMS, parseDestination } from '../outgoing/destination.js';
import { havePassed } from '../runtime/clock.js';
import { fileStamp } from '../runtime/file-stamp.js';
import { CONSOLE_INBOX, folderInbox, type InboxDirectory, type InboxLookup, type InboxSettings } from './inbox.js';
import { describeProblems } from './inbox-file-problems.js';

/** How often the files are checked, at most. A check costs a few stats. */
const CHECK_EVERY_MS = 1_000;

export interface InboxLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

interface LoadedInbox {
  /** Null: the file couldn't be opened, so the next check tries again. */
  readonly stamp: string | null;
  readonly settings: InboxSettings | null;
}

export type InboxReading =
  | { readonly ok: true; readonly settings: InboxSettings }
  | {
      readonly ok: false;
      readonly problems: readonly string[];
      /** It couldn't even be opened, which can pass without a change of the file, as a full table of open files does. */
      readonly unopened?: true;
    };

/** Reads one `inbox.json`. Each problem names the file, the field, and what to write instead. */
export function readInbox(id: string, path: string): InboxReading {
  const wrong = (...problems: readonly string[]): InboxReading => ({
    ok: false,
    problems: problems.map((problem) => `${path}: ${problem}`),
  });
  if (!INBOX_ID.test(id)) {
    return wrong(`the folder's name is the inbox's id: use only letters, digits, "-" and "_", at most 64, not "${id}"`);
  }
  if (id.startsWith(CONSOLE_INBOX)) {
    return wrong(
      `the folder's name must not begin with "${CONSOLE_INBOX}", which is how ids of the console begin: rename it`,
    );
  }
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { ok: false, problems: [`${path}: can't be read (${(error as Error).message})`], unopened: true };
  }
  let written: unknown;
  try {
    // Some editors begin a file with a byte order mark, which is invisible.
    written = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return wrong(`is not valid JSON (${(error as Error).message})`);
  }
  const read = inboxFileSchema.safeParse(written);
  if (!read.success) return wrong(...describeProblems(read.error.issues, written));
  const { httpAgent } = read.data;
  const agent = httpAgent && parseDestination(httpAgent.url);
  if (agent && !agent.ok) return wrong(`httpAgent.url: ${DESTINATION_PROBLEMS[agent.code]}`);
  return { ok: true, settings: folderInbox(id, read.data) };
}

/**
 * Opens the directory. `now` is Unix milliseconds.
 * @throws with every problem of every inbox when one can't be read at the start: better no server than half a shop.
 */
export function openInboxes(folder: string, log: InboxLog, now: () => number = Date.now): InboxDirectory {
  const known = new Map<string, LoadedInbox>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let folderProblem = '';

  /** Null while the folder can't be read: like a typo, that must not take every chat away. Logged once, not each second. */
  const idsFound = (first: boolean): readonly string[] | null => {
    try {
      const ids = idsIn(folder);
      folderProblem = '';
      return ids;
    } catch (error) {
      const { message } = error as Error;
      if (first) throw new Error(`INBOX_DIR must name a folder with a folder for each inbox: ${message}`);
      if (message !== folderProblem) log.warn({ folder, problem: message }, 'the inboxes can’t be read; they stay');
      folderProblem = message;
      return null;
    }
  };

  const check = (first: boolean): void => {
    checkedAt = now();
    const found = first && !existsSync(folder) ? [] : idsFound(first);
    if (!found) return;
    const problems: string[] = [];
    for (const id of known.keys()) if (!found.includes(id)) known.delete(id);
    for (const id of found) {
      const path = join(folder, id, 'inbox.json');
      const stamp = fileStamp(path);
      const before = known.get(id);
      if (before?.stamp === stamp) continue;
      const reading = readInbox(id, path);
      if (reading.ok) {
        known.set(id, { stamp, settings: reading.settings });
        if (!first) log.info({ inbox: id }, 'inbox settings read again');
      } else {
        // Logged once, not with each read.
        if (!reading.unopened || before?.stamp !== null) problems.push(...reading.problems);
        known.set(id, { stamp: reading.unopened ? null : stamp, settings: before?.settings ?? null });
      }
    }
    if (problems.length === 0) return;
    if (first) throw new Error(problems.join('\n'));
    log.warn({ problems }, 'inbox settings can’t be read; the last good ones stay');
  };

  check(true);
  if (known.size === 0) {
    log.warn({ folder }, 'no inboxes yet: make <folder>/<id>/inbox.json with at least "name" and "allowedOrigins"');
  }
  const fresh = (): void => {
    if (havePassed(CHECK_EVERY_MS, checkedAt, now())) check(false);
  };
  const lookup = lookupIn(known, fresh);
  return {
    ...lookup,
    all: lookup,
    keyRing: () => null,
    folder: (id) => join(folder, id),
    knowledgeFolder: (id) => join(folder, id, 'knowledge'),
    close: () => known.clear(),
  };
}

/** `fresh` is called before each look. */
const lookupIn = (known: ReadonlyMap<string, LoadedInbox>, fresh: () => void): InboxLookup => ({
  get(id) {
    fresh();
    return known.get(id)?.settings ?? null;
  },
  list() {
    fresh();
    return [...known.values()].flatMap(({ settings }) => (settings ? [settings] : []));
  },
});

/** Folders with an `inbox.json`; a link to a folder will do. Hidden ones are some tool's own. */
function idsIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => !name.startsWith('.') && existsSync(join(folder, name, 'inbox.json')));
}

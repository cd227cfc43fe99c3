/**
 * Copies articles into the store: those of the knowledge folders, and what the workspace's sources hold. A file is read when its
 * content has changed, and not again after a restart. A file that can't be read is named in the log; the others are read.
 *
 * When several nodes have the same files, each reads what differs at its start and what changes while it runs. So the store has
 * a new version as soon as one node has it, and no node reverts a file that it has not seen change.
 */
import { createHash } from 'node:crypto';
import type { KnowledgeFile, KnowledgeStore, NewFile, NewPassage } from '@service/realtime-server/ports';
import { havePassed } from '@service/realtime-server/runtime';
import { languageOf } from '../language/languages.js';
import { termsOf } from '../language/terms.js';
import type { Article, Passage } from '../reading/article.js';
import type { ArticleReader } from '../reading/article-reader.js';
import { documentId } from '../reading/formats/formats.js';
import type { FileRequest } from '../reading/reading-thread.js';
import type { ArticleFile, ArticleFiles, OpenedFile } from './article-files.js';

export interface LibraryLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

export interface LibraryDeps {
  /** The bases that are read at the start. */
  readonly bases: () => readonly string[];
  /** Where a base's articles are. */
  readonly files: readonly ArticleFiles[];
  readonly store: KnowledgeStore;
  readonly reader: ArticleReader;
  readonly log: LibraryLog;
  /** Called when articles of a base have changed. */
  readonly onRead?: (base: string) => void;
  readonly now?: () => number;
}

export interface Library {
  /**
   * Reads what changed, at most once a second. Resolves when it is read, or after a short time when that
   * takes longer: until then the store has the earlier version. The time is longer before the first reading. Never rejects.
   */
  refresh(base: string): Promise<void>;
  /** How many of the changed files are read by now; null when none is being read. */
  progress(base: string): ReadingProgress | null;
  /** Reads every base, as at a start. */
  readAll(): Promise<void>;
  close(): Promise<void>;
}

export interface ReadingProgress {
  readonly read: number;
  readonly files: number;
}

const READ_EVERY_MS = 1_000;
const WAIT_MS = 2_000;
/** Longer: before the first reading the answer would be that nothing is known. */
const FIRST_WAIT_MS = 20_000;
/** Files per transaction: few transactions, none so long that others wait for it. */
const BATCH = 32;
/** Files. */
const LOGGED_EVERY = 500;

/** The files of one base that come from one place. */
interface Shelf {
  readAt: number;
  /** File to stamp, as of the last reading that finished; null before the first. */
  stamps: ReadonlyMap<string, string> | null;
  reading: Promise<void> | null;
  progress: ReadingProgress | null;
  problem: string;
}

const newShelf = (): Shelf => ({
  readAt: Number.NEGATIVE_INFINITY,
  stamps: null,
  reading: null,
  progress: null,
  problem: '',
});

export function openLibrary(deps: LibraryDeps): Library {
  const { bases, files, log, now = Date.now } = deps;
  /** By base; each has one for each kind of files, in their order. */
  const shelves = new Map<string, readonly Shelf[]>();
  let closed = false;

  const readShelf = (base: string, from: ArticleFiles, shelf: Shelf): Promise<void> => {
    if (shelf.reading) return shelf.reading;
    if (closed || !havePassed(READ_EVERY_MS, shelf.readAt, now())) return Promise.resolve();
    shelf.readAt = now();
    shelf.reading = readFiles(deps, base, from, shelf, () => closed)
      .then(
        () => {
          shelf.problem = '';
        },
        (error: Error) => {
          // Log it once, not each second; the articles read before stay in the store.
          if (error.message !== shelf.problem)
            log.warn({ inbox: base, problem: error.message }, 'the articles can’t be read');
          shelf.problem = error.message;
        },
      )
      .finally(() => {
        shelf.reading = null;
        shelf.progress = null;
      });
    return shelf.reading;
  };
  const shelvesOf = (base: string): readonly Shelf[] => {
    const own = shelves.get(base) ?? files.map(newShelf);
    shelves.set(base, own);
    return own;
  };
  const read = async (base: string): Promise<void> => {
    const own = shelvesOf(base);
    await Promise.all(files.map((from, at) => readShelf(base, from, own[at] as Shelf)));
  };

  return {
    async refresh(base) {
      const reading = read(base);
      const isFirst = shelvesOf(base).some(({ stamps, reading: first }) => stamps === null && first !== null);
      let timer: NodeJS.Timeout | undefined;
      const waited = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, isFirst ? FIRST_WAIT_MS : WAIT_MS);
      });
      await Promise.race([reading, waited]);
      clearTimeout(timer);
    },
    progress: (base) => shelves.get(base)?.find(({ progress }) => progress !== null)?.progress ?? null,
    async readAll() {
      for (const base of new Set(bases())) await read(base);
    },
    async close() {
      closed = true;
      await Promise.all([...shelves.values()].flat().map(({ reading }) => reading));
    },
  };
}

/** Copies what differs between the files and the store. Stops early, with the stamps unchanged, once `isClosed`. */
async function readFiles(
  deps: LibraryDeps,
  base: string,
  from: ArticleFiles,
  shelf: Shelf,
  isClosed: () => boolean,
): Promise<void> {
  const { store, log, onRead } = deps;
  const all = await from.list(base);
  if (all === null) return;
  const files = all.slice(0, from.most);
  const stamps = new Map(files.map(({ file, stamp }) => [file, stamp]));
  const before = shelf.stamps;
  const touched = files.filter(({ file, stamp }) => before?.get(file) !== stamp);
  const gone = before ? [...before.keys()].filter((file) => !stamps.has(file)) : null;
  if (touched.length === 0 && gone?.length === 0) return;
  if (all.length > files.length) {
    const unread = all.slice(from.most).map(({ file }) => file);
    log.warn({ inbox: base, unread: unread.slice(0, 20) }, `only ${from.most} articles are read`);
  }

  const stored = (await store.files(base)).filter(({ file }) => from.owns(file));
  const known = new Map(stored.map((file) => [file.file, file]));
  const removed = gone ?? [...known.keys()].filter((file) => !stamps.has(file));
  let batch: NewFile[] = [];
  const save = async (deleted: readonly string[]): Promise<void> => {
    if (batch.length > 0 || deleted.length > 0) await store.replaceFiles(base, batch, deleted);
    batch = [];
  };
  await save(removed.filter((file) => known.has(file)));
  const problems: ReadingProblems = { unread: [], leftOut: [] };
  const missed: string[] = [];
  let changes = removed.length;
  for (const [i, each] of touched.entries()) {
    if (isClosed()) return;
    shelf.progress = { read: i, files: touched.length };
    if (i > 0 && i % LOGGED_EVERY === 0)
      log.info({ inbox: base, read: i, files: touched.length }, 'articles are being read');
    const file = await readFile(deps, each, known.get(each.file), before === null);
    if (file === null) continue;
    if (file instanceof Missed) {
      missed.push(file.message);
      // As if it had not been there: it is tried again with the next reading.
      stamps.delete(each.file);
      continue;
    }
    changes += 1;
    if (file.problem !== null)
      (file.passages.length === 0 ? problems.unread : problems.leftOut).push(`${each.file} ${file.problem}`);
    batch.push(file);
    if (batch.length === BATCH) await save([]);
  }
  await save([]);
  shelf.stamps = stamps;
  if (changes > 0 || (files.length > 0 && missed.length === 0)) {
    logReading(log, base, problems, files.length, changes);
    onRead?.(base);
  }
  if (missed.length > 0) throw new Error(missed.join('; '));
}

interface ReadingProblems {
  /** Files that can't be read. */
  readonly unread: string[];
  /** Files of which some questions can't be used. */
  readonly leftOut: string[];
}

function logReading(log: LibraryLog, inbox: string, problems: ReadingProblems, files: number, changed: number): void {
  const { unread, leftOut } = problems;
  if (unread.length > 0) log.warn({ inbox, problems: unread }, 'articles that can’t be read; the others are there');
  if (leftOut.length > 0)
    log.warn({ inbox, problems: leftOut }, 'questions that can’t be used; the articles are there');
  if (changed > 0) log.info({ inbox, files, changed }, 'articles read');
}

/** What a file holds can't be had now; what was read of it before stays. */
class Missed extends Error {}

/** Null when the store has this version. A file that could not be read is tried again at a start. */
async function readFile(
  { reader, now = Date.now }: LibraryDeps,
  { file, open }: ArticleFile,
  known: KnowledgeFile | undefined,
  isStart: boolean,
): Promise<NewFile | Missed | null> {
  let opened: OpenedFile;
  try {
    opened = await open();
  } catch (error) {
    return unreadable(file, `unread ${now()}`, `can't be read (${(error as Error).message})`);
  }
  const { hash, about } = opened;
  const failed = known?.problem != null && known.passages === 0;
  if (known?.hash === hash && !(failed && isStart)) return null;
  let content: FileRequest['content'];
  try {
    content = await opened.content();
  } catch (error) {
    return new Missed(`${file}: ${(error as Error).message}`);
  }
  const reading = await reader.read({ kind: 'article', file, content, about });
  if (reading.ok) return indexed(file, hash, reading.article);
  return known?.hash === hash ? null : unreadable(file, hash, reading.problem);
}

function unreadable(file: string, hash: string, problem: string): NewFile {
  return { file, hash, title: documentId(file), url: null, language: 'en', problem, passages: [] };
}

function indexed(file: string, hash: string, { title, url, language, passages, problems }: Article): NewFile {
  const rules = languageOf(language);
  const termLine = (text: string): string => termsOf(text, rules).join(' ');
  const titleTerms = termLine(title);
  return {
    file,
    hash,
    title,
    url,
    language,
    problem: problems.length > 0 ? problems.join('; ') : null,
    passages: passages.map(({ heading, pieces, questions }: Passage): NewPassage => {
      const text = pieces.map((piece) => piece.text).join('\n');
      return {
        heading,
        content: JSON.stringify(pieces),
        hash: createHash('sha256')
          .update(JSON.stringify([title, heading, text]))
          .digest('hex'),
        // A passage without text lists the questions left to people: keep it out of the search, its title too.
        titleTerms: pieces.length === 0 ? '' : titleTerms,
        headingTerms: termLine(heading),
        bodyTerms: termLine(text),
        questions: JSON.stringify(questions),
      };
    }),
  };
}

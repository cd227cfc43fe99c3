/**
 * Keeps the store's articles what the knowledge folders say. A file is read when what it holds has changed, and not
 * again when the server restarts; one that can't be read is named and the others are read all the same.
 *
 * Of a folder that several nodes have, each node reads what differs when it starts and what changes while it runs. So a
 * new version of the articles stands as soon as one node has it, and no node takes back what it has not seen change.
 */
import { createHash } from 'node:crypto';
import type {
  InboxDirectory,
  KnowledgeFile,
  KnowledgeStore,
  NewFile,
  NewPassage,
} from '@service/realtime-server/ports';
import { languageOf } from '../language/languages.js';
import { termsOf } from '../language/terms.js';
import type { Article, Passage } from '../reading/article.js';
import type { ArticleReader } from '../reading/article-reader.js';
import { documentId } from '../reading/formats/formats.js';
import { aboutOf, type FolderFile, filesIn, hashOf, MOST_FILES } from './knowledge-folder.js';

export interface LibraryLog {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

export interface LibraryDeps {
  readonly inboxes: InboxDirectory;
  readonly store: KnowledgeStore;
  readonly reader: ArticleReader;
  readonly log: LibraryLog;
  /** Told when articles of an inbox have changed. */
  readonly onRead?: (inbox: string) => void;
  readonly now?: () => number;
}

export interface Library {
  /**
   * Sees to it that what changed in the folder is read. Resolves when it is, or after a short while when that takes
   * longer: until then the store has what was read before. The while is longer before anything was. Looks at most once a
   * second. Never rejects.
   */
  refresh(inbox: string): Promise<void>;
  /** Reads every inbox, as at a start. Resolves when all is read. */
  readAll(): Promise<void>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const WAITED_MS = 2_000;
/** Before anything was read, the answer would be that nothing is known: then it is worth more of a visitor's time. */
const FIRST_WAITED_MS = 20_000;
/** Files put into the store at once: enough that few transactions are needed, not so many that others wait. */
const BATCH = 32;

interface Shelf {
  lookedAt: number;
  /** File to stamp, as of the last look that was carried through; null before the first. */
  stamps: ReadonlyMap<string, string> | null;
  reading: Promise<void> | null;
  problem: string;
}

export function openLibrary({ inboxes, store, reader, log, onRead, now = Date.now }: LibraryDeps): Library {
  const shelves = new Map<string, Shelf>();
  let closed = false;

  /** Carries over what differs between the folder and the store. */
  const read = async (inbox: string, shelf: Shelf): Promise<void> => {
    const all = filesIn(inboxes.knowledgeFolder(inbox));
    const files = all.slice(0, MOST_FILES);
    const stamps = new Map(files.map(({ file, stamp }) => [file, stamp]));
    const before = shelf.stamps;
    const touched = files.filter(({ file, stamp }) => before?.get(file) !== stamp);
    const gone = before ? [...before.keys()].filter((file) => !stamps.has(file)) : null;
    if (touched.length === 0 && gone?.length === 0) return;
    if (all.length > files.length) {
      log.warn(
        {
          inbox,
          unread: all
            .slice(MOST_FILES)
            .map(({ file }) => file)
            .slice(0, 20),
        },
        `only ${MOST_FILES} articles are read`,
      );
    }

    const known = new Map((await store.files(inbox)).map((file) => [file.file, file]));
    const removed = gone ?? [...known.keys()].filter((file) => !stamps.has(file));
    const unread: string[] = [];
    const leftOut: string[] = [];
    let kept: NewFile[] = [];
    let changes = removed.length;
    const keep = async (away: readonly string[]): Promise<void> => {
      if (kept.length > 0 || away.length > 0) await store.replaceFiles(inbox, kept, away);
      kept = [];
    };
    await keep(removed.filter((file) => known.has(file)));
    for (const each of touched) {
      if (closed) return;
      const read = await readFile(each, known.get(each.file), before === null);
      if (read === null) continue;
      changes += 1;
      if (read.problem !== null) (read.passages.length === 0 ? unread : leftOut).push(`${each.file} ${read.problem}`);
      kept.push(read);
      if (kept.length === BATCH) await keep([]);
    }
    await keep([]);
    shelf.stamps = stamps;
    if (unread.length > 0) log.warn({ inbox, problems: unread }, 'articles that can’t be read; the others are there');
    if (leftOut.length > 0)
      log.warn({ inbox, problems: leftOut }, 'questions that can’t be used; the articles are there');
    if (changes > 0) log.info({ inbox, files: files.length, changed: changes }, 'articles read');
    onRead?.(inbox);
  };

  /** Null when the store has it as it is. What couldn't be read is tried again at a start: it may have been the machine. */
  const readFile = async (
    each: FolderFile,
    known: KnowledgeFile | undefined,
    first: boolean,
  ): Promise<NewFile | null> => {
    const { file, path } = each;
    const about = aboutOf(each);
    let hash: string;
    try {
      hash = hashOf(each, about);
    } catch (error) {
      return unreadable(file, `unread ${now()}`, `can't be read (${(error as Error).message})`);
    }
    const failed = known?.problem != null && known.passages === 0;
    if (known?.hash === hash && !(failed && first)) return null;
    const reading = await reader.read({ file, path, about });
    if (reading.ok) return indexed(file, hash, reading.article);
    return known?.hash === hash ? null : unreadable(file, hash, reading.problem);
  };

  const look = (inbox: string): Promise<void> => {
    const shelf = shelves.get(inbox) ?? {
      lookedAt: Number.NEGATIVE_INFINITY,
      stamps: null,
      reading: null,
      problem: '',
    };
    shelves.set(inbox, shelf);
    if (shelf.reading) return shelf.reading;
    if (closed || now() - shelf.lookedAt < LOOK_EVERY_MS) return Promise.resolve();
    shelf.lookedAt = now();
    shelf.reading = read(inbox, shelf)
      .then(
        () => {
          shelf.problem = '';
        },
        (error: Error) => {
          // Said once, not each second; what was read before stays.
          if (error.message !== shelf.problem)
            log.warn({ inbox, problem: error.message }, 'the articles can’t be read');
          shelf.problem = error.message;
        },
      )
      .finally(() => {
        shelf.reading = null;
      });
    return shelf.reading;
  };

  return {
    async refresh(inbox) {
      const looking = look(inbox);
      const isFirst = shelves.get(inbox)?.stamps === null;
      let timer: NodeJS.Timeout | undefined;
      const waited = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, isFirst ? FIRST_WAITED_MS : WAITED_MS);
      });
      await Promise.race([looking, waited]);
      clearTimeout(timer);
    },
    async readAll() {
      for (const { id } of inboxes.list()) await look(id);
    },
    async close() {
      closed = true;
      await Promise.all([...shelves.values()].map(({ reading }) => reading));
    },
  };
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
        // A passage without a text lists what is left to people: nobody finds it, not even by its title.
        titleTerms: pieces.length === 0 ? '' : titleTerms,
        headingTerms: termLine(heading),
        bodyTerms: termLine(text),
        questions: JSON.stringify(questions),
      };
    }),
  };
}

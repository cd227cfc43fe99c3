/**
 * Reads files one after the other in a separate thread. A file that takes too long or too much memory ends only that thread: the file is
 * reported, and a new thread reads the next one.
 */
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { residentBytes } from '@service/realtime-server/runtime';
import { formatOf, LARGEST } from './formats/formats.js';
import type { Outcome as Read, ReadingRequest, Readings } from './reading-thread.js';

export interface ReadingLimits {
  /** For one file, in milliseconds. */
  readonly time: number;
  /** How much the whole process may grow while one file is read, in bytes. */
  readonly memory: number;
}

type Kind = keyof Readings;
type RequestOf<K extends Kind> = Extract<ReadingRequest, { readonly kind: K }>;

export interface ArticleReader {
  /** Never rejects: what can't be read gives a problem. */
  read<K extends Kind>(request: RequestOf<K>): Promise<Read<K>>;
  close(): Promise<void>;
}

const LIMITS: ReadingLimits = { time: 20_000, memory: 512 * 2 ** 20 };
/** A decompression bomb grows by gigabytes a second. */
const CHECK_MEMORY_EVERY_MS = 50;
/** End a thread that has nothing to do; a folder's files come one right after the other. */
const IDLE_MS = 2_000;
const TOO_MUCH_MEMORY = 'takes too much memory to read';

export function createArticleReader(limits: ReadingLimits = LIMITS): ArticleReader {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const end = async (): Promise<void> => {
    const ending = thread;
    thread = null;
    clearTimeout(idle);
    await ending?.terminate();
  };

  const begin = (): Worker => {
    const begun = new Worker(new URL('./reading-thread.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(limits.memory / 2 ** 20) },
      // Keep the output of libraries about a broken file out of the server's log.
      stdout: true,
      stderr: true,
    });
    // Listen between two files too: a library may throw later over an earlier file, and an unhandled error would end the server.
    return begun
      .on('error', () => undefined)
      .once('exit', () => {
        if (thread === begun) thread = null;
      });
  };

  const readNow = async (request: ReadingRequest): Promise<Read<Kind>> => {
    const tooLarge = await sizeProblem(request);
    if (tooLarge) return { ok: false, problem: tooLarge };
    clearTimeout(idle);
    const used = thread !== null;
    thread ??= begin();
    const { result, after } = await withinLimits(thread, request, limits);
    if (after === 'works') {
      idle = setTimeout(() => void end(), IDLE_MS);
      idle.unref();
    } else await end();
    // The earlier file may be the cause of the failure, so read this one again in a new thread.
    return after === 'failed' && used ? readNow(request) : result;
  };

  return {
    read<K extends Kind>(request: RequestOf<K>) {
      const reading = last.then(() => readNow(request));
      last = reading.catch(() => undefined);
      // What comes back is of the kind that was asked for.
      return reading as Promise<Read<K>>;
    },
    async close() {
      await end();
      await last;
      await end();
    },
  };
}

/** A page and a sitemap were bounded when they were fetched. */
async function sizeProblem(request: ReadingRequest): Promise<string | null> {
  if (request.kind !== 'article') return null;
  const { file, content } = request;
  const format = formatOf(file);
  if (!format) return 'is no kind of file that is read: use .md, .html, .txt or .pdf';
  try {
    const size = 'bytes' in content ? content.bytes.length : (await stat(content.path)).size;
    const most = LARGEST[format];
    return size > most ? `is larger than ${most / 2 ** 20} MiB, which is the most for this kind of file` : null;
  } catch (error) {
    return `can't be read (${(error as Error).message})`;
  }
}

interface Outcome {
  readonly result: Read<Kind>;
  /** The thread afterwards: `limit`: over a limit, must be ended; `failed`: ended by itself. */
  readonly after: 'works' | 'limit' | 'failed';
}

function withinLimits(thread: Worker, request: ReadingRequest, { time, memory }: ReadingLimits): Promise<Outcome> {
  return new Promise((resolve) => {
    const before = residentBytes();
    const settle = (result: Read<Kind>, after: Outcome['after']): void => {
      clearTimeout(deadline);
      clearInterval(memoryCheck);
      thread.off('message', onRead).off('error', onError).off('exit', onExit);
      resolve({ result, after });
    };
    const giveUp = (problem: string): void => settle({ ok: false, problem }, 'limit');
    const fail = (why: string): void => settle({ ok: false, problem: `can’t be read (${why})` }, 'failed');
    const onRead = (result: Read<Kind>): void => settle(result, 'works');
    const onError = ({ code, message }: Error & { code?: string }): void =>
      code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp(TOO_MUCH_MEMORY) : fail(message);
    const onExit = (): void => fail('its reader ended');
    const deadline = setTimeout(() => giveUp(`took longer than ${time / 1_000} seconds to read`), time);
    // The limits of a thread count its objects, not its buffers, and a file unpacks into buffers.
    const memoryCheck = setInterval(() => {
      if (residentBytes() - before > memory) giveUp(TOO_MUCH_MEMORY);
    }, CHECK_MEMORY_EVERY_MS);
    thread.on('message', onRead).on('error', onError).on('exit', onExit);
    thread.postMessage(request);
  });
}

/** This thread's side of the database thread: questions go in, answers come back in the same order. */
import { Worker } from 'node:worker_threads';
import { type Answer, CLOSE, OPENED, type Question, type ThreadData } from './thread-messages.js';

/** A statement that SQLite refused. `code` is SQLite's, such as `SQLITE_CONSTRAINT_UNIQUE`. */
export class SqliteError extends Error {
  constructor(
    message: string,
    readonly code: string | null,
  ) {
    super(message);
  }
}

export type Rows = Extract<Answer, { ok: true }>;

interface Waiting {
  resolve(rows: Rows): void;
  reject(error: Error): void;
}

export class ThreadClient {
  #waiting: Waiting[] = [];
  #failed: Error | null = null;

  private constructor(
    private readonly worker: Worker,
    private readonly onFailed: (error: Error) => void,
  ) {
    worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.shift();
      if (answer.ok) waiting?.resolve(answer);
      else waiting?.reject(new SqliteError(answer.message, answer.code));
    });
    worker.once('error', (error) => this.#fail(error as Error));
    worker.once('exit', () => this.#fail(new Error('The database thread has ended.')));
  }

  /** @throws what SQLite says when the file can't be opened */
  static async start(file: string, onFailed: (error: Error) => void): Promise<ThreadClient> {
    const workerData: ThreadData = { file };
    // When a thread fails, Node closes its files, and closing one descriptor drops all locks of this process on that file.
    const worker = new Worker(new URL('./thread.js', import.meta.url), { workerData, trackUnmanagedFds: false });
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (message) => {
        if (message !== OPENED) return;
        worker.off('error', reject);
        resolve();
      });
    });
    return new ThreadClient(worker, onFailed);
  }

  run(question: Question): Promise<Rows> {
    if (this.#failed) return Promise.reject(this.#failed);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.worker.postMessage(question);
    });
  }

  /** Answers what was asked before, closes the file, and ends the thread. */
  async close(): Promise<void> {
    if (this.#failed) return;
    const ended = new Promise<void>((resolve) => this.worker.once('exit', () => resolve()));
    this.#failed = new Error('The database is closed.');
    this.worker.postMessage(CLOSE);
    await ended;
  }

  #fail(error: Error): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) reject(error);
    if (this.#failed) return;
    this.#failed = error;
    this.onFailed(error);
  }
}

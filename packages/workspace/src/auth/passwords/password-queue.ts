/**
 * Hashes and checks passwords in one thread of lower priority. Left to the system's threads, as many as there are would run at once: on
 * two processors, thirty sign-ins at once made every message in the meantime late, and each takes 32 MiB.
 */
import { Worker } from 'node:worker_threads';
import { PASSWORD_COST } from './hash-password.js';
import type { Answer, Question, ThreadSettings } from './password-thread.js';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** `hash`: as stored. */
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>;
  /** Too many wait: what comes now would wait for seconds. */
  isBusy(): boolean;
  close(): Promise<void>;
}

/** Each takes about a tenth of a second. */
const MOST_WAITING = 60;

interface Waiting {
  readonly question: Question;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export interface PasswordSettings {
  /** From how many waiting on it is busy. @defaultValue 60 */
  readonly mostWaiting?: number | undefined;
  /** scrypt's N; all passwords of a database have the same. @defaultValue 16384 */
  readonly cost?: number | undefined;
}

/** The thread starts with the first password, and keeps no process alive. */
export function createPasswords({
  mostWaiting = MOST_WAITING,
  cost = PASSWORD_COST,
}: PasswordSettings = {}): Passwords {
  const threadSettings: ThreadSettings = { cost };
  let thread: Worker | null = null;
  let waiting: Waiting[] = [];
  let isClosed = false;

  const ended = (error: Error): void => {
    thread = null;
    const left = waiting;
    waiting = [];
    for (const { reject } of left) reject(error);
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./password-thread.js', import.meta.url), { workerData: threadSettings });
    started.on('message', (answer: Answer) => {
      waiting.shift()?.resolve(answer);
      if (waiting.length === 0) started.unref();
    });
    started.once('error', (error) => ended(error as Error));
    started.once('exit', () => ended(new Error('The thread that checks passwords has ended.')));
    return started;
  };
  const ask = (question: Question): Promise<Answer> => {
    if (isClosed) return Promise.reject(new Error('The workspace is closed.'));
    return new Promise((resolve, reject) => {
      thread ??= start();
      thread.ref();
      waiting.push({ question, resolve, reject });
      thread.postMessage(question);
    });
  };
  return {
    hash: (password) => ask({ password, hash: null }) as Promise<string>,
    verify: ({ password, hash }) => ask({ password, hash }) as Promise<boolean>,
    isBusy: () => waiting.length >= mostWaiting,
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}

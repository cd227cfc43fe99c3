/**
 * A Chromium of its own with an empty profile, driven by the DevTools protocol over a pipe. Playwright can't be used: it lets
 * the frame of another site run before it could be slowed down.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { findBrowser, launchOptions } from '../../../scripts/setup/browser.mjs';

export interface DevtoolsEvent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The document or worker that it comes from; undefined: the browser. */
  readonly sessionId?: string;
}

export interface Devtools {
  /** Resolves with the result; rejects where the browser refuses or is gone. Without `session` the browser itself is asked. */
  send<T = Readonly<Record<string, unknown>>>(method: string, params?: object, session?: string): Promise<T>;
  /** `heed` gets every event from now on. */
  listen(heed: (event: DevtoolsEvent) => void): void;
  /** Ends the browser and deletes its profile. */
  close(): Promise<void>;
}

interface Question {
  readonly method: string;
  resolve(result: never): void;
  reject(error: Error): void;
}

/** Another site than every other one: the measured page gets a process of its own, whose work counts from zero. */
const START_PAGE = 'data:text/html,';
const END_TIMEOUT_MS = 5_000;

export function startChromium(): Devtools {
  const path = findBrowser({ hasWindows: true });
  if (!path) throw new Error('No Chromium or Chrome was found: set CHROME_PATH.');
  const profile = mkdtempSync(join(tmpdir(), 'service-bench-'));
  const own = ['--headless', '--remote-debugging-pipe', '--window-size=1280,800', `--user-data-dir=${profile}`];
  const browser = spawn(path, [...launchOptions(path).args, ...own, START_PAGE], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(browser, 'exit');
  const [commands, answers] = [browser.stdio[3] as Writable, browser.stdio[4] as Readable];
  const questions = new Map<number, Question>();
  const listeners: ((event: DevtoolsEvent) => void)[] = [];
  let asked = 0;

  onMessages(answers, (message) => {
    if (message.id === undefined) {
      for (const heed of listeners) heed(message as unknown as DevtoolsEvent);
      return;
    }
    const question = questions.get(message.id);
    questions.delete(message.id);
    if (message.error) question?.reject(new Error(`${question.method}: ${message.error.message}`));
    else question?.resolve(message.result as never);
  });
  const giveUp = (): void => {
    for (const { method, reject } of questions.values()) reject(new Error(`${method}: the browser has ended.`));
    questions.clear();
  };
  void ended.then(giveUp);
  commands.on('error', giveUp);

  return {
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        questions.set(id, { method, resolve, reject });
        commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      }),
    listen: (heed) => void listeners.push(heed),
    async close() {
      const timer = setTimeout(() => browser.kill('SIGKILL'), END_TIMEOUT_MS);
      commands.write(`${JSON.stringify({ id: ++asked, method: 'Browser.close' })}\0`);
      await ended;
      clearTimeout(timer);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Each message ends with a zero byte. */
function onMessages(stream: Readable, handle: (message: Message) => void): void {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const text = rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
      handle(JSON.parse(text) as Message);
    }
  });
}

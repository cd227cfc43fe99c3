/**
 * The real server in a process of its own, with a free port and a temporary data folder. It can be stopped, killed, and
 * started again with the same data and port, as in a deploy or a power cut.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ROOT } from '../runs/repository.js';
import { freePort } from './free-port.js';

/** The built server of this tree. */
export const MAIN = resolve(ROOT, 'packages/service/dist/main.js');
/** Long enough for a busy machine. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;

/** `healthy` is everything, `serving` is when visitors get a socket, `spawned` is at once. */
export type StartedWhen = 'healthy' | 'serving' | 'spawned';

export interface ServiceOptions {
  readonly inboxDir: string;
  readonly port?: number;
  /** Further environment variables of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** A DATA_DIR whose copy the server starts with. Default: an empty one. */
  readonly dataFrom?: string;
  /** How many files the process may open, sockets included. Default: as many as this one. */
  readonly openFiles?: number;
  /** When the start is over. Default: `healthy`. */
  readonly startedWhen?: StartedWhen;
  /** The program to start. Default: the built server of this tree. */
  readonly main?: string;
}

/** Those that run. None outlives the process that started it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class Service {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'service-data-'));
  readonly origin: string;
  #process: ChildProcess | null = null;
  #output = '';

  private constructor(
    readonly port: number,
    readonly options: ServiceOptions,
  ) {
    this.origin = `http://127.0.0.1:${port}`;
    if (options.dataFrom) cpSync(options.dataFrom, this.dataDir, { recursive: true });
  }

  static async start(options: ServiceOptions): Promise<Service> {
    const service = new Service(options.port ?? (await freePort()), options);
    await service.start();
    return service;
  }

  /** Everything the server has printed so far, across restarts. */
  get output(): string {
    return this.#output;
  }

  get pid(): number {
    const pid = this.#process?.pid;
    if (pid === undefined) throw new Error('The server is not running.');
    return pid;
  }

  get isRunning(): boolean {
    return this.#process !== null;
  }

  /** Resolves when the server answers its health check, or as `startedWhen` says: by default as the options do. Rejects with the server's output if it does not. */
  async start(startedWhen: StartedWhen = this.options.startedWhen ?? 'healthy'): Promise<void> {
    if (this.#process) throw new Error('The server is running already.');
    const { main = MAIN, openFiles } = this.options;
    // The shell becomes the server, so that signals reach it.
    const limited = `ulimit -n ${openFiles}; exec "$0" "$1"`;
    const [file, args] = openFiles ? ['sh', ['-c', limited, process.execPath, main]] : [process.execPath, [main]];
    const child = spawn(file, args, {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
        INBOX_DIR: this.options.inboxDir,
        LOG_LEVEL: 'warn',
        ...this.options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    running.add(child);
    child.once('close', () => running.delete(child));
    const append = (chunk: Buffer): void => {
      this.#output += chunk.toString();
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    if (startedWhen === 'spawned') return;
    const giveUpAt = Date.now() + START_TIMEOUT_MS;
    while (!(await (startedWhen === 'healthy' ? this.isHealthy() : this.#isServing()))) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > giveUpAt) {
        child.kill('SIGKILL');
        this.#process = null;
        throw new Error(`The server did not start on ${this.origin}. Its output:\n${this.#output}`);
      }
      await new Promise((again) => setTimeout(again, 25));
    }
  }

  async isHealthy(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/api/rpc/health`, { signal: AbortSignal.timeout(10_000) })).ok;
    } catch {
      return false;
    }
  }

  /** A plain request to the socket's address is asked for a WebSocket. */
  async #isServing(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/v1/realtime`, { signal: AbortSignal.timeout(10_000) })).status === 426;
    } catch {
      return false;
    }
  }

  /** Resolves with the exit code when the process has ended by itself. Then it can be started again. */
  async endsByItself(): Promise<number | null> {
    const child = this.#process;
    if (!child) throw new Error('The server is not running.');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    this.#process = null;
    return child.exitCode;
  }

  /** Stops the server as a deploy does: SIGTERM, then waits until it has drained. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Kills the server without warning, as a power cut does. */
  async kill9(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Ends the process and deletes its data. */
  async dispose(): Promise<void> {
    if (this.#process) await this.kill9();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child) throw new Error('The server is not running.');
    this.#process = null;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(
        `The server had ended by itself (${child.signalCode ?? child.exitCode}). Its output:\n${this.#output}`,
      );
    }
    // Wait for `close`, not `exit`: at `exit` the last output may not have been read.
    const ended = once(child, 'close');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
    if (signal === 'SIGTERM' && child.signalCode === 'SIGKILL') {
      throw new Error(`The server did not stop within ${STOP_TIMEOUT_MS} ms of SIGTERM.`);
    }
  }
}

/**
 * The client under test: a separate program in any language. It reads commands, one line of JSON each, and answers each
 * with one line of JSON. Everything else it does is visible on the wire.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { type Command, shownSchema } from './script.js';

/** How a client is started: a command line for the shell. */
export type ClientCommand = string;

export interface Begin {
  readonly do: 'begin';
  readonly server: string;
  readonly inbox: string;
  readonly origin: string;
  /** A path for this client's own use. Nothing is there at first; what the client stores there outlives its process. */
  readonly storage: string;
  readonly timeScale: number;
  readonly fraction?: number;
}

/** The optional abilities of a client, and how fast its clock runs. */
export interface Abilities {
  readonly timeScale: number;
  readonly fraction: boolean;
  readonly tools: boolean;
  readonly line: boolean;
  readonly context: boolean;
}

const begunSchema = z.object({
  timeScale: z.number().positive().default(1),
  fraction: z.boolean().default(false),
  tools: z.boolean().default(false),
  line: z.boolean().default(false),
  context: z.boolean().default(false),
});
const reportSchema = z.object({ shows: shownSchema });
const answerSchema = z.looseObject({ re: z.int(), error: z.string().optional() });

export class ClientProcess {
  private readonly child: ChildProcess;
  private readonly open = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  private commands = 0;
  private over: string | null = null;
  private complaints = '';

  constructor(command: ClientCommand) {
    // A process group of its own, so that a kill ends the shell and everything it started.
    this.child = spawn(command, { shell: true, detached: process.platform !== 'win32', stdio: 'pipe' });
    this.child.stdin?.on('error', () => undefined);
    this.child.stderr?.on('data', (data) => {
      this.complaints = (this.complaints + data).slice(-2_000);
    });
    this.child.once('exit', (code, signal) => this.fail(`The client ended (${signal ?? code}). ${this.complaints}`));
    this.child.once('error', (error) => this.fail(`The client could not be started: ${error.message}`));
    if (this.child.stdout) createInterface(this.child.stdout).on('line', (line) => this.answered(line));
  }

  /** Tells the client where to connect and where to store things. It answers with its abilities. */
  async begin(how: Begin): Promise<Abilities> {
    return begunSchema.parse(await this.ask(how));
  }

  async tell(command: Command): Promise<void> {
    await this.ask(command);
  }

  /** What the client shows at this moment. */
  async report(): Promise<z.infer<typeof shownSchema>> {
    return reportSchema.parse(await this.ask({ do: 'report' })).shows;
  }

  /** Ends the program like a crash: it cannot save anything any more. */
  async kill(): Promise<void> {
    if (this.over !== null || this.child.pid === undefined) return;
    const ended = once(this.child, 'exit');
    if (process.platform === 'win32') this.child.kill('SIGKILL');
    else process.kill(-this.child.pid, 'SIGKILL');
    await ended;
  }

  private ask(command: object): Promise<unknown> {
    if (this.over !== null) return Promise.reject(new Error(this.over));
    this.commands += 1;
    const n = this.commands;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer to ${JSON.stringify(command)} in 30 s.`)), 30_000);
      const done = <T>(finish: (value: T) => void) => {
        return (value: T): void => {
          clearTimeout(timer);
          this.open.delete(n);
          finish(value);
        };
      };
      this.open.set(n, { resolve: done(resolve), reject: done(reject) });
      this.child.stdin?.write(`${JSON.stringify({ n, ...command })}\n`);
    });
  }

  private answered(line: string): void {
    if (!line.startsWith('{')) return;
    const read = answerSchema.safeParse(JSON.parse(line));
    if (!read.success) return;
    const asked = this.open.get(read.data.re);
    if (read.data.error !== undefined) asked?.reject(new Error(`The client answered: ${read.data.error}`));
    else asked?.resolve(read.data);
  }

  private fail(why: string): void {
    this.over = why;
    for (const { reject } of [...this.open.values()]) reject(new Error(why));
  }
}

/** Plays one script against one client, and reports at which step, and how, the client did something else. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClientCommand, ClientProcess } from './client-process.js';
import { filled, mismatch, type Names } from './pattern.js';
import type { Frame, Script, Step } from './script.js';
import { type Arrived, type Connection, ScriptedServer } from './scripted-server.js';

export type Verdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'failed'; readonly why: string }
  /** The script needs something of the client that is not required of clients. */
  | { readonly outcome: 'not run'; readonly why: string };

/** How much faster than real time the client's clock should run, if it can. */
const TIME_SCALE = 10;
/** How long a step waits, in the client's time; and the extra time for a busy machine, in real time. */
const PATIENCE_MS = 25_000;
export const SHORT_GRACE_MS = 10_000;
/** The timers of most runtimes may fire one tick early. */
const TICK_MS = 2;

/**
 * Plays `script` (its parts already put in) against a client that `command` starts. Never throws. `graceMs`: the extra
 * time for each wait on a busy machine. Long where the client must pass, short where it is expected to fail.
 */
export async function playScript(
  script: Script,
  cast: Names,
  command: ClientCommand,
  graceMs: number,
): Promise<Verdict> {
  const play = new Play(script, new Map(cast), command, graceMs);
  return play.run();
}

class Play {
  private readonly server: ScriptedServer;
  private readonly connections = new Map<string, Connection>();
  private current: Connection | null = null;
  private readonly programs = new Map<string, ClientProcess>();
  private program = 'first';
  private origin = '';
  private folder = '';
  private scale = 1;
  private canFraction = false;
  private hasTools = false;
  private hasLine = false;
  private hasContext = false;
  private fences = 0;
  /** When the server last acted: each `notBefore` counts from here. */
  private acted = 0;

  constructor(
    private readonly script: Script,
    private readonly names: Names,
    private readonly command: ClientCommand,
    private readonly graceMs: number,
  ) {
    this.server = new ScriptedServer(script.answersPings ?? true);
  }

  async run(): Promise<Verdict> {
    let at = 0;
    try {
      this.origin = await this.server.listen();
      this.folder = await mkdtemp(join(tmpdir(), 'conformance-'));
      await this.start();
      if (this.script.fraction !== undefined && !this.canFraction)
        return { outcome: 'not run', why: 'the client’s random delays cannot be set' };
      if (this.script.tools && !this.hasTools)
        return { outcome: 'not run', why: 'the client offers no functions of a page' };
      if (this.script.line && !this.hasLine) return { outcome: 'not run', why: 'the client shows no places in line' };
      if (this.script.context && !this.hasContext)
        return { outcome: 'not run', why: 'the client says nothing of its visitor and its page' };
      for (const step of this.script.steps) {
        at += 1;
        await this.step(step, this.script.steps[at - 2]);
      }
      this.nothingLeft();
      return { outcome: 'passed' };
    } catch (error) {
      const step = this.script.steps[at - 1];
      const where = step ? `step ${at} ${JSON.stringify(step).slice(0, 400)}` : 'at the start';
      return { outcome: 'failed', why: `${where}: ${error instanceof Error ? error.message : String(error)}` };
    } finally {
      for (const program of this.programs.values()) await program.kill();
      await this.server.end();
      if (this.folder) await rm(this.folder, { recursive: true, force: true });
    }
  }

  private async start(): Promise<void> {
    const client = new ClientProcess(this.command);
    this.programs.set(this.program, client);
    const { timeScale, fraction, tools, line, context } = await client.begin({
      do: 'begin',
      server: this.origin,
      inbox: 'conformance',
      origin: 'https://shop.example',
      storage: join(this.folder, 'storage'),
      timeScale: TIME_SCALE,
      ...(this.script.fraction !== undefined && { fraction: this.script.fraction }),
    });
    this.scale = timeScale;
    this.canFraction = fraction;
    this.hasTools = tools;
    this.hasLine = line;
    this.hasContext = context;
  }

  private async step(step: Step, before: Step | undefined): Promise<void> {
    if ('tell' in step) return this.client?.tell(filled(step.tell, this.names));
    if ('connect' in step) return this.connect(step.connect, step.notBefore);
    if ('expect' in step) return this.expect(step.expect, step.notBefore);
    if ('send' in step) return this.send(step.send, step.on);
    if ('sendNewer' in step) return this.send(step.sendNewer);
    if ('sendBroken' in step) return this.send(step.sendBroken);
    if ('sendText' in step) return this.act((connection) => connection.sendData(step.sendText));
    if ('sendBinary' in step) return this.act((connection) => connection.sendData(Buffer.from(step.sendBinary)));
    if ('fence' in step) return this.fence();
    if ('shows' in step) return this.shows(step.shows, before !== undefined && 'fence' in before);
    if ('silence' in step) return this.silence(step.silence);
    if ('close' in step) return this.act((connection) => connection.close(step.close, step.reason ?? ''));
    if ('cut' in step) return this.act((connection) => connection.cut(), step.on);
    if ('freeze' in step) return this.here().freeze();
    if ('restart' in step) {
      await this.client?.kill();
      return this.start();
    }
    if ('program' in step) {
      this.program = step.program;
      return this.client ? undefined : this.start();
    }
    if ('keepsNone' in step) return this.keepsNone(filled(step.keepsNone, this.names));
    throw new Error(`There is no part called ${step.play}.`);
  }

  private async connect(name: string, notBefore?: number): Promise<void> {
    this.nothingLeft();
    const come = await this.server.until(this.patience(notBefore), () => this.server.waiting.shift() ?? null);
    if (!come) throw new Error('no connection came');
    this.current = come;
    this.connections.set(name, come);
    this.checkNotBefore(come.at, notBefore);
  }

  private async expect(pattern: Frame, notBefore?: number): Promise<void> {
    const from = this.here();
    const { t } = pattern;
    const take = (): Arrived | 'closed' | null => {
      if (from.frames.length > 0 && from.frames[0]?.frame.t === t) return from.frames.shift() as Arrived;
      const found = from.between.findIndex(({ frame }) => frame.t === t);
      if (found >= 0) return from.between.splice(found, 1)[0] as Arrived;
      return from.frames.shift() ?? (from.closed ? 'closed' : null);
    };
    const come = await this.server.until(this.patience(notBefore), take);
    if (come === null) throw new Error('nothing came');
    if (come === 'closed') throw new Error('the client closed the connection instead');
    const problem = mismatch(pattern, come.frame, this.names);
    if (problem !== null) throw new Error(`${JSON.stringify(come.frame)} came: ${problem}`);
    this.checkNotBefore(come.at, notBefore);
  }

  private send(pattern: object, on?: string): void {
    const connection = this.named(on);
    this.acted = performance.now();
    connection.sendFrame(filled(pattern, this.names));
  }

  private act(how: (connection: Connection) => void, on?: string): void {
    // Take the time before acting: if the machine is busy right afterwards, the client's wait must not seem shorter.
    this.acted = performance.now();
    how(this.named(on));
  }

  private named(name?: string): Connection {
    const connection = name === undefined ? this.here() : this.connections.get(name);
    if (!connection) throw new Error(`There was no connection called ${name}.`);
    return connection;
  }

  private async fence(): Promise<void> {
    const connection = this.here();
    this.fences += 1;
    const n = 1_000_000 + this.fences;
    connection.sendFrame({ t: 'ping', n, heads: {} });
    const back = (): boolean | null => {
      const found = connection.between.findIndex(({ frame }) => frame.t === 'pong' && frame.n === n);
      if (found >= 0) connection.between.splice(found, 1);
      return found >= 0 ? true : connection.closed ? false : null;
    };
    const come = await this.server.until(this.patience(), back);
    if (come === null) throw new Error('the ping got no pong');
    if (!come) throw new Error('the client closed the connection instead of answering a ping');
  }

  /** Right after a fence the client must show it already; otherwise it has `patience` to come to it. */
  private async shows(pattern: object, atOnce: boolean): Promise<void> {
    const until = performance.now() + (atOnce ? 0 : this.patience());
    for (;;) {
      const shown = await this.client?.report();
      const problem = mismatch(pattern, shown, this.names);
      if (problem === null) return;
      if (performance.now() > until) throw new Error(`the client shows ${JSON.stringify(shown)}: ${problem}`);
      await this.server.until(20, () => null);
    }
  }

  private async keepsNone(texts: readonly string[]): Promise<void> {
    for (const entry of await readdir(this.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const stored = (await readFile(join(entry.parentPath, entry.name))).toString('latin1');
      const found = texts.find((text) => stored.includes(Buffer.from(text).toString('latin1')));
      if (found !== undefined) throw new Error(`the client keeps ${found.slice(0, 60)} in ${entry.name}`);
    }
  }

  private async silence(ms: number): Promise<void> {
    const { current } = this;
    const noise = await this.server.until(ms / this.scale, () => {
      if (this.server.waiting.length > 0) return 'a connection came';
      const frame = current?.frames[0]?.frame;
      return frame ? `${JSON.stringify(frame)} came` : null;
    });
    if (noise !== null) throw new Error(noise);
  }

  /** The client must not send frames that no step waits for. */
  private nothingLeft(): void {
    const left = [...this.connections.values()].flatMap(({ frames }) => frames)[0];
    if (left) throw new Error(`no step waited for ${JSON.stringify(left.frame)}`);
  }

  private get client(): ClientProcess | undefined {
    return this.programs.get(this.program);
  }

  private here(): Connection {
    if (!this.current) throw new Error('The script has no connection yet.');
    return this.current;
  }

  private patience(notBefore = 0): number {
    return (PATIENCE_MS + notBefore) / this.scale + this.graceMs;
  }

  private checkNotBefore(at: number, notBefore?: number): void {
    if (notBefore === undefined) return;
    const passed = (at - this.acted + TICK_MS) * this.scale;
    if (passed < notBefore)
      throw new Error(`it came after ${Math.round(passed)} ms, and was not due before ${notBefore}`);
  }
}

/**
 * Functions of pages in a run: every page offers some, the assistant has them carried out, and the visitor is asked and
 * answers. Notes what is really carried out, which is what a lease is for.
 */
import type { ToolGrantFrame, ToolManifest, ToolRunner } from '@service/protocol';
import type {
  Answerer,
  AnswerPiece,
  Question,
} from '../../../../packages/realtime-server/dist/conversation/answering/answerer.js';
import type {
  ClientToolCalls,
  ToolCall,
} from '../../../../packages/realtime-server/dist/conversation/answering/client-tool-calls.js';
import type { Page } from '../world/browser.js';
import type { Disk } from '../world/disk.js';
import type { Life, World } from '../world/world.js';

const PARAMETERS = JSON.stringify({ type: 'object', properties: { n: { type: 'integer' } } });
/** Nobody waits for a click longer than a run lasts. */
const SHORTLY = { timeoutMs: 8_000, confirmTimeoutMs: 8_000 } as const;
const FUNCTIONS: readonly ToolManifest[] = (
  [
    { name: 'look', effects: 'read', confirm: 'never' },
    { name: 'set', effects: 'idempotent', confirm: 'never' },
    { name: 'order', effects: 'once', confirm: 'never' },
    { name: 'pay', effects: 'once', confirm: 'always' },
  ] as const
).map((tool) => ({ ...tool, ...SHORTLY, description: `To ${tool.name}.`, parameters: PARAMETERS }));

/** What the simulated business lets its pages offer: everything. */
export const CALLING = { tools: { allow: null, confirm: [], instructions: null } };

interface Carried {
  readonly call: string;
  readonly lease: string;
  readonly name: string;
}

export class Calls {
  private readonly carried: Carried[] = [];
  private readonly problems = new Set<string>();
  /** Cards that were answered, by page. */
  private readonly clicked = new Map<Page, Set<string>>();
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly disk: Disk,
  ) {}

  /** How often a function was begun. */
  get begun(): number {
    return this.carried.length;
  }

  answererOn(life: Life): (tools: ClientToolCalls) => Answerer {
    return (tools) => ({
      authorName: () => 'Assistant',
      answer: (question, signal) => this.answer(life, tools, question, signal),
    });
  }

  /** What the site's script does on a page that is loaded. */
  offerOn(page: Page): void {
    const { world } = this;
    const runner: ToolRunner = {
      prepare: async (name) => {
        await page.life.wait(world.between(1, 50));
        return { ok: true, confirm: name === 'pay' ? { title: 'Pay?' } : null };
      },
      run: async (order) => {
        this.carryOut(order as ToolGrantFrame);
        // Longer than a lease, now and then.
        await page.life.wait(world.chance(0.1) ? world.between(5_000, 20_000) : world.between(1, 2_000));
        return world.chance(0.1)
          ? { ok: false, code: 'handler_error', outcome: 'failed' }
          : { ok: true, json: '{"done":true}' };
      },
    };
    const tool = { runner, manifests: FUNCTIONS, instructions: null };
    page.client.registerTool(tool as unknown as Parameters<typeof page.client.registerTool>[0]);
  }

  /** At every change of what a page shows: whoever is asked answers after a while, sometimes in two tabs, sometimes never. */
  look(page: Page): void {
    const { world } = this;
    const clicked = this.clicked.get(page) ?? new Set();
    this.clicked.set(page, clicked);
    for (const entry of page.client.getState().timeline) {
      if (entry.type !== 'tool' || entry.state !== 'asking' || clicked.has(entry.call)) continue;
      clicked.add(entry.call);
      if (world.chance(0.2)) continue;
      page.life.after(world.between(100, 6_000), () => page.client.resolveToolCall(entry, world.chance(0.8)));
    }
  }

  wrong(): readonly string[] {
    const leases = this.carried.map(({ lease }) => lease);
    if (new Set(leases).size !== leases.length) this.problems.add('a lease started a function twice');
    const once = this.carried.filter(({ name }) => name === 'order' || name === 'pay').map(({ call }) => call);
    if (new Set(once).size !== once.length) this.problems.add('what may be done once was done twice');
    for (const call of this.disk.fences.all()) {
      if (this.disk.erased.has(call.conversation)) continue;
      if (call.phase.at !== 'settled') this.problems.add(`a call is still ${call.phase.at} in the end`);
      const told = (this.disk.logs.get(call.conversation) ?? []).filter(
        ({ body }) => body.kind === 'tool.settled' && body.call === call.id,
      );
      if (told.length !== (call.silent ? 0 : 1)) this.problems.add(`the log has ${told.length} ends of a call`);
    }
    return [...this.problems];
  }

  /** Asks for functions of the page before it answers, as a model would; the ids are kept before they are used. */
  private async *answer(
    life: Life,
    tools: ClientToolCalls,
    { inbox, conversation, job: turn }: Question,
    signal: AbortSignal,
  ): AsyncIterable<AnswerPiece> {
    await life.wait(this.world.between(1, 400));
    const calls =
      turn.checkpoint === null ? await this.chosen(tools, conversation) : (JSON.parse(turn.checkpoint) as ToolCall[]);
    if (turn.checkpoint === null && !(await turn.saveCheckpoint(JSON.stringify(calls)))) return;
    if (signal.aborted) return;
    yield { kind: 'text', text: 'I have done ' };
    const results = await tools.call({ inbox, conversation, run: turn.run, attempt: turn.attempt }, calls, signal);
    yield { kind: 'text', text: `${results.filter(({ ok }) => ok).length} of ${calls.length}` };
    yield { kind: 'done', outcome: 'answered', citations: [], offerPerson: false };
  }

  private async chosen(tools: ClientToolCalls, conversation: string): Promise<readonly ToolCall[]> {
    const { world } = this;
    const { tools: offered } = await tools.offered(conversation);
    if (offered.length === 0) return [];
    return Array.from({ length: world.between(1, 2) }, () => {
      this.count += 1;
      return { id: `call_${this.count}`, name: world.one(offered).name, args: { n: this.count } };
    });
  }

  private carryOut({ call, lease, name, attempt }: ToolGrantFrame): void {
    this.carried.push({ call, lease, name });
    const granted = this.disk.fences.granted(call, lease);
    if (!granted?.known) return void this.problems.add('a function was started without a lease that was committed');
    const { record } = granted;
    if (record.mustConfirm && !record.decision?.approved)
      this.problems.add('a function was started before anybody agreed');
    if (attempt > record.attempt) this.problems.add('a function was started by an attempt that does not exist');
  }
}

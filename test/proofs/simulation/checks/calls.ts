/**
 * Functions of pages in a run: every page offers some, the assistant calls them, and the visitor answers the confirmation
 * cards. Records every function that really runs, to check it against the leases.
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
import type { SimulatedStore } from '../world/store.js';
import type { Lifetime, World } from '../world/world.js';

const PARAMETERS = JSON.stringify({ type: 'object', properties: { n: { type: 'integer' } } });
/** Short enough for a call without a click to end within the run. */
const SHORT_LIMITS = { timeoutMs: 8_000, confirmTimeoutMs: 8_000 } as const;
const FUNCTIONS: readonly ToolManifest[] = (
  [
    { name: 'look', effects: 'read', confirm: 'never' },
    { name: 'set', effects: 'idempotent', confirm: 'never' },
    { name: 'order', effects: 'once', confirm: 'never' },
    { name: 'pay', effects: 'once', confirm: 'always' },
  ] as const
).map((tool) => ({ ...tool, ...SHORT_LIMITS, description: `To ${tool.name}.`, parameters: PARAMETERS }));

/** The inbox settings: the pages may offer every function. */
export const TOOL_CALLS_INBOX = { tools: { allow: null, confirm: [], instructions: null } };

interface Execution {
  readonly call: string;
  readonly lease: string;
  readonly name: string;
}

export class Calls {
  private readonly executions: Execution[] = [];
  private readonly problems = new Set<string>();
  /** The confirmation cards that were handled, by page. */
  private readonly handled = new Map<Page, Set<string>>();
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly store: SimulatedStore,
  ) {}

  /** How often a function was started. */
  get begun(): number {
    return this.executions.length;
  }

  answererOn(lifetime: Lifetime): (tools: ClientToolCalls) => Answerer {
    return (tools) => ({
      authorName: () => 'Assistant',
      answer: (question, signal) => this.answer(lifetime, tools, question, signal),
    });
  }

  /** Offers the functions, as the site's script does when a page is loaded. */
  offerOn(page: Page): void {
    const { world } = this;
    const runner: ToolRunner = {
      prepare: async (name) => {
        await page.lifetime.wait(world.between(1, 50));
        return { ok: true, confirm: name === 'pay' ? { title: 'Pay?' } : null };
      },
      run: async (order) => {
        this.execute(order as ToolGrantFrame);
        // Some runs take longer than a lease.
        await page.lifetime.wait(world.chance(0.1) ? world.between(5_000, 20_000) : world.between(1, 2_000));
        return world.chance(0.1)
          ? { ok: false, code: 'handler_error', outcome: 'failed' }
          : { ok: true, json: '{"done":true}' };
      },
    };
    const tool = { runner, manifests: FUNCTIONS, instructions: null };
    page.client.registerTool(tool as unknown as Parameters<typeof page.client.registerTool>[0]);
  }

  /** At every change of a page: its visitor answers new cards after a while, sometimes in two tabs, sometimes never. */
  answerCards(page: Page): void {
    const { world } = this;
    const handled = this.handled.get(page) ?? new Set();
    this.handled.set(page, handled);
    for (const entry of page.client.getState().timeline) {
      if (entry.type !== 'tool' || entry.state !== 'asking' || handled.has(entry.call)) continue;
      handled.add(entry.call);
      if (world.chance(0.2)) continue;
      page.lifetime.after(world.between(100, 6_000), () => page.client.resolveToolCall(entry, world.chance(0.8)));
    }
  }

  wrong(): readonly string[] {
    const leases = this.executions.map(({ lease }) => lease);
    if (new Set(leases).size !== leases.length) this.problems.add('a lease started a function twice');
    const once = this.executions.filter(({ name }) => name === 'order' || name === 'pay').map(({ call }) => call);
    if (new Set(once).size !== once.length) this.problems.add('what may be done once was done twice');
    for (const call of this.store.fences.all()) {
      if (this.store.erased.has(call.conversation)) continue;
      if (call.phase.at !== 'settled') this.problems.add(`a call is still ${call.phase.at} in the end`);
      const ends = (this.store.logs.get(call.conversation) ?? []).filter(
        ({ body }) => body.kind === 'tool.settled' && body.call === call.id,
      );
      if (ends.length !== (call.silent ? 0 : 1)) this.problems.add(`the log has ${ends.length} ends of a call`);
    }
    return [...this.problems];
  }

  /** Calls functions of the page before it answers, as a model would. The ids are stored before they are used. */
  private async *answer(
    lifetime: Lifetime,
    tools: ClientToolCalls,
    { inbox, conversation, job: turn }: Question,
    signal: AbortSignal,
  ): AsyncIterable<AnswerPiece> {
    await lifetime.wait(this.world.between(1, 400));
    const calls =
      turn.checkpoint === null
        ? await this.chooseCalls(tools, conversation)
        : (JSON.parse(turn.checkpoint) as ToolCall[]);
    if (turn.checkpoint === null && !(await turn.saveCheckpoint(JSON.stringify(calls)))) return;
    if (signal.aborted) return;
    yield { kind: 'text', text: 'I have done ' };
    const results = await tools.call({ inbox, conversation, run: turn.run, attempt: turn.attempt }, calls, signal);
    yield { kind: 'text', text: `${results.filter(({ ok }) => ok).length} of ${calls.length}` };
    yield { kind: 'done', outcome: 'answered', citations: [], offerPerson: false };
  }

  private async chooseCalls(tools: ClientToolCalls, conversation: string): Promise<readonly ToolCall[]> {
    const { world } = this;
    const { tools: offered } = await tools.offered(conversation);
    if (offered.length === 0) return [];
    return Array.from({ length: world.between(1, 2) }, () => {
      this.count += 1;
      return { id: `call_${this.count}`, name: world.one(offered).name, args: { n: this.count } };
    });
  }

  private execute({ call, lease, name, attempt }: ToolGrantFrame): void {
    this.executions.push({ call, lease, name });
    const granted = this.store.fences.granted(call, lease);
    if (!granted?.known) return void this.problems.add('a function was started without a lease that was committed');
    const { record } = granted;
    if (record.mustConfirm && !record.decision?.approved)
      this.problems.add('a function was started before the visitor agreed');
    if (attempt > record.attempt) this.problems.add('a function was started by an attempt that does not exist');
  }
}

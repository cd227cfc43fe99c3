/** A page of a visitor that offers functions, spoken by hand: it claims, starts and reports only what a test says. */
import type { HelloFrame, ServerFrame, ToolManifest, ToolReport } from '@service/protocol';
import type { AnswerPiece, Question } from '../../dist/conversation/answering/answerer.js';
import type {
  ClientToolCalls,
  PageOffer,
  ToolCall,
  ToolResult,
} from '../../dist/conversation/answering/client-tool-calls.js';
import { DONE } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

const tool = (name: string, over: Partial<ToolManifest>): ToolManifest => ({
  name,
  description: `Does ${name}`,
  parameters: JSON.stringify({
    type: 'object',
    properties: { order: { type: 'string' } },
    required: ['order'],
    additionalProperties: false,
  }),
  effects: 'read',
  confirm: 'never',
  ...over,
});

export const STATUS = tool('get_order_status', {});
export const COUPON = tool('apply_coupon', { effects: 'idempotent' });
export const CANCEL = tool('cancel_order', { effects: 'once', confirm: 'always', title: 'Cancel an order' });
export const PING = tool('ping_shop', { effects: 'once' });

type Of<T extends ServerFrame['t']> = Extract<ServerFrame, { t: T }>;

export class PageByHand {
  private constructor(readonly wire: WireClient) {}

  /** Opens a page. `instance` names it; a reload is another. */
  static async open(
    port: number,
    instance: string,
    tools: readonly ToolManifest[] = [STATUS, COUPON, CANCEL, PING],
    over: Partial<HelloFrame> = {},
  ): Promise<PageByHand> {
    const page = new PageByHand(await WireClient.join(port, { instance, ...over }));
    await page.offer(tools);
    return page;
  }

  /** A page at a socket that is there already. */
  static at(wire: WireClient): PageByHand {
    return new PageByHand(wire);
  }

  /** Offers `tools` and waits until the server has taken it. */
  async offer(
    tools: readonly ToolManifest[],
    instructions: string | null = null,
    conversation = this.wire.conversation,
    visible = true,
  ): Promise<void> {
    const { wire } = this;
    wire.send({ t: 'tools', conversation, tools, instructions, visible });
    const n = wire.frames.length + 1;
    wire.send({ t: 'ping', n });
    await wire.next('pong', (frame) => frame.n === n);
  }

  offered(call: string, attempt = 1): Promise<Of<'tool.offer'>> {
    return this.wire.next('tool.offer', (frame) => frame.call === call && frame.attempt >= attempt);
  }

  granted(call: string): Promise<Of<'tool.grant'>> {
    return this.wire.next('tool.grant', (frame) => frame.call === call);
  }

  async claim(call: string, attempt = 1, conversation = this.wire.conversation): Promise<void> {
    const { attempt: of } = await this.offered(call, attempt);
    this.wire.send({ t: 'tool.claim', conversation, call, attempt: of, confirm: null });
  }

  decide(call: string, hash: string, approved: boolean): void {
    this.wire.send({ t: 'tool.decide', conversation: this.wire.conversation, call, hash, approved });
  }

  /** Says that it has started what it was granted; gives the lease. */
  async start(call: string, conversation = this.wire.conversation): Promise<string> {
    const { lease } = await this.granted(call);
    this.wire.send({ t: 'tool.started', conversation, call, lease });
    return lease;
  }

  report(call: string, lease: string, report: ToolReport): void {
    this.wire.send({ t: 'tool.result', conversation: this.wire.conversation, call, lease, report });
  }

  /** The log's event of a kind about a call. */
  async eventOf<K extends 'tool.called' | 'tool.asked' | 'tool.decided' | 'tool.settled'>(kind: K, call: string) {
    const find = () =>
      this.wire.events
        .map(({ body }) => body)
        .find(
          (body): body is Extract<typeof body, { kind: K }> =>
            body.kind === kind && 'call' in body && body.call === call,
        );
    await this.wire.until(() => find() !== undefined, `${kind} of ${call}`);
    return find() as NonNullable<ReturnType<typeof find>>;
  }
}

/** An answerer that makes the calls a test wants, and answers with their results as JSON. */
export function caller(calls: (question: Question, offer: PageOffer) => readonly ToolCall[]) {
  const results: ToolResult[][] = [];
  return {
    /** The results of each turn, in the order in which turns ended. */
    results,
    async *script(question: Question, signal: AbortSignal, tools: ClientToolCalls): AsyncGenerator<AnswerPiece> {
      const offer = await tools.offered(question.conversation);
      const { inbox, conversation, job: turn } = question;
      const settled = await tools
        .call({ inbox, conversation, run: turn.run, attempt: turn.attempt }, calls(question, offer), signal)
        .catch((error: unknown) => {
          // Someone else goes on with the answer.
          if (signal.aborted) return null;
          throw error;
        });
      if (!settled) return;
      results.push([...settled]);
      yield { kind: 'text', text: JSON.stringify(settled) };
      yield DONE;
    },
  };
}

/**
 * Many visitors in a separate process, each the whole shipped client with a browser of its own. Gets its orders from
 * visitor-processes.ts, and answers each once it is done.
 */
import type { ChatClientOptions } from '@service/embed-headless/core';
import { WebSocket } from 'ws';
import { inBatches } from '../../../bench/load/in-batches.js';
import { NodeBrowser, type NodePage } from '../../../support/wire/node-client.js';

export type Order =
  /** Open `count` visitors, and wait until every one is live. */
  | { readonly do: 'open'; readonly count: number; readonly options: ChatClientOptions }
  /** From now on, note when each is connected again, and when live; answered at once. */
  | { readonly do: 'watch' }
  /** Everyone writes one message, spread over `overMs`; answered when everyone has. */
  | { readonly do: 'write'; readonly text: string; readonly overMs: number }
  /** Wait until every watched visitor is live again: connected, and with an acknowledgement of a message of their own. */
  | { readonly do: 'return' }
  /** Everyone loads the page anew and compares what the server has with what they wrote. */
  | { readonly do: 'compare' };

export type Report =
  | { readonly done: 'open' | 'watch' | 'write' }
  /** When each was connected again, and when a message of their own was acknowledged since: Unix milliseconds. */
  | { readonly done: 'return'; readonly connectedAt: readonly number[]; readonly liveAt: readonly number[] }
  | { readonly done: 'compare'; readonly wrong: readonly string[]; readonly compared: number }
  | { readonly failed: string };

const PATIENCE_MS = 300_000;
const WIDTH = 100;
/** How often to check whether a visitor has another socket: the client reports no event for that. */
const CHECK_EVERY_MS = 100;

interface Visitor {
  page: NodePage;
  readonly sent: string[];
  connectedAt: number;
  liveAt: number;
}

const visitors: Visitor[] = [];

async function carryOut(order: Order): Promise<Report> {
  switch (order.do) {
    case 'open':
      await inBatches(order.count, WIDTH, async () => {
        const page = new NodeBrowser().open(order.options);
        visitors.push({ page, sent: [], connectedAt: 0, liveAt: 0 });
        page.client.connect();
        await page.until(hasLog, 'the first connection', PATIENCE_MS);
      });
      return { done: 'open' };
    case 'watch':
      for (const visitor of visitors) watch(visitor);
      return { done: 'watch' };
    case 'write':
      await Promise.all(
        visitors.map(async ({ page, sent }, i) => {
          await new Promise((resolve) => setTimeout(resolve, (order.overMs * i) / visitors.length));
          sent.push(order.text);
          page.client.sendMessage(order.text);
        }),
      );
      return { done: 'write' };
    case 'return':
      await Promise.all(
        visitors.map((visitor) => visitor.page.until(() => visitor.liveAt > 0, 'the way back', PATIENCE_MS)),
      );
      return {
        done: 'return',
        connectedAt: visitors.map(({ connectedAt }) => connectedAt),
        liveAt: visitors.map(({ liveAt }) => liveAt),
      };
    case 'compare': {
      const wrong = await inBatches(visitors.length, WIDTH, async (i) => {
        const visitor = visitors[i] as Visitor;
        visitor.page = visitor.page.reload();
        visitor.page.client.connect();
        await visitor.page.until(hasLog, 'the page loaded anew', PATIENCE_MS);
        const { timeline } = visitor.page.client.getState();
        const stored = timeline.flatMap((entry) => (entry.type === 'own' && entry.seq !== null ? [entry.text] : []));
        return stored.join() === visitor.sent.join() ? null : `wrote ${visitor.sent}, the log has ${stored}`;
      });
      return { done: 'compare', compared: wrong.length, wrong: wrong.filter((each) => each !== null).slice(0, 10) };
    }
  }
}

function hasLog({ getState }: NodePage['client']): boolean {
  const { connection, loaded } = getState();
  return connection === 'connected' && loaded;
}

/**
 * Notes when a visitor is connected over another socket, and when live: an acknowledgement has to prove that. A visitor with
 * nothing unsent sends one more message for it.
 */
function watch(visitor: Visitor): void {
  const { page, sent } = visitor;
  const { client } = page;
  const before = page.socket;
  visitor.connectedAt = 0;
  visitor.liveAt = 0;
  const check = (): void => {
    // During a drain the client reports connected all the time, so compare the sockets themselves.
    if (page.socket === before || page.socket?.readyState !== WebSocket.OPEN) return;
    const { connection, outbox } = client.getState();
    if (connection !== 'connected') return;
    if (visitor.connectedAt === 0) {
      visitor.connectedAt = Date.now();
      clearInterval(timer);
      if (outbox > 0) return;
      sent.push('back again');
      client.sendMessage('back again');
    } else if (outbox === 0) {
      visitor.liveAt = Date.now();
      unsubscribe();
    }
  };
  const unsubscribe = client.subscribe(check);
  const timer = setInterval(check, CHECK_EVERY_MS);
}

process.on('message', (order: Order) => {
  carryOut(order).then(
    (report) => process.send?.(report),
    (error: Error) => process.send?.({ failed: error.message } satisfies Report),
  );
});
// The test's process is gone: end, or these visitors would stay for ever.
process.on('disconnect', () => process.exit(0));
process.send?.({ done: 'watch' } satisfies Report);

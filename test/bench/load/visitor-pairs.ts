/** Visitors with two tabs each: one sends, the other receives. */
import { SHOP_PAGE } from '../../support/sites/shop-inbox.js';
import { exchangeEvenly, type Pair } from './exchange.js';
import { inBatches } from './in-batches.js';
import { QUESTION } from './question.js';
import { EVERY_MS } from './rate-limit.js';
import { VisitorSocket } from './visitor-socket.js';

const AT_A_TIME = 50;
/** The pairs are opened over this time, before anything is measured: all at once would be refused as overload. */
const COLD_EACH = 5;

export function openPairs(service: string, count: number): Promise<Pair[]> {
  return inBatches(count, AT_A_TIME, async () => {
    const sender = await VisitorSocket.open({ service, page: SHOP_PAGE });
    // With a person in the conversation no one else answers, so only visitors write.
    await sender.append({ kind: 'handoff.requested' });
    const session = sender.welcome.session;
    return { sender, follower: await VisitorSocket.open({ service, page: SHOP_PAGE, session }) };
  });
}

export async function openWarmPairs(service: string, count: number): Promise<Pair[]> {
  const pairs = await openPairs(service, count);
  await exchangeEvenly(pairs, QUESTION, COLD_EACH, EVERY_MS, 0);
  return pairs;
}

export function closePairs(pairs: readonly Pair[]): void {
  for (const { sender, follower } of pairs) {
    sender.close();
    follower.close();
  }
}

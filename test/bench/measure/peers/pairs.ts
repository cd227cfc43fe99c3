/** Visitors with two tabs each: one sends, the other receives. */
import type { Pair } from '../../load/exchange.js';
import { inBatches } from '../../load/in-batches.js';
import type { Contestant } from './contestants.js';

const AT_A_TIME = 50;

export function openPairs(contestant: Contestant, count: number): Promise<Pair[]> {
  return inBatches(count, AT_A_TIME, async () => {
    const sender = await contestant.enter({});
    return { sender, follower: await contestant.enter({ visitor: sender.visitor }) };
  });
}

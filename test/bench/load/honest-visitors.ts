/** Visitors who write at an even pace whatever becomes of their messages, and a count of what became of them. */
import { seededRandom } from '../../support/runs/seeded.js';
import { SHOP_PAGE } from '../../support/sites/shop-inbox.js';
import { inBatches } from './in-batches.js';
import { QUESTION } from './question.js';
import { VisitorSocket } from './visitor-socket.js';

const AT_A_TIME = 20;
/** Each writes once in so long, at a random moment of it. */
const EVERY_MS = 2_000;
/** After the last message, until one without an acknowledgement counts as lost. */
const PATIENCE_MS = 60_000;

export interface HonestVisitor {
  readonly inbox: string;
  readonly socket: VisitorSocket;
}

/** What became of the messages of one inbox's visitors. */
export interface Fate {
  sent: number;
  /** Milliseconds, of each that was acknowledged. */
  readonly ackMs: number[];
  /** By what the server answered. */
  readonly refused: Map<string, number>;
}

/** `count` visitors, half of them in each of the two inboxes, each at an address of its own. */
export function openHonestVisitors(
  service: string,
  inboxes: readonly string[],
  count: number,
): Promise<HonestVisitor[]> {
  return inBatches(count, AT_A_TIME, async (index) => {
    const inbox = inboxes[index % inboxes.length] as string;
    const forwardedFor = `198.51.100.${index}`;
    const socket = await VisitorSocket.open({ service, page: SHOP_PAGE, inbox, forwardedFor });
    // With a person in the conversation no one else answers, so only visitors write.
    await socket.append({ kind: 'handoff.requested' });
    return { inbox, socket };
  });
}

/** Resolves with the fates by inbox, when the last message has one. */
export async function writeEvenly(
  visitors: readonly HonestVisitor[],
  seconds: number,
): Promise<ReadonlyMap<string, Fate>> {
  const fates = new Map<string, Fate>();
  for (const { inbox } of visitors) fates.set(inbox, { sent: 0, ackMs: [], refused: new Map() });
  const chance = seededRandom(1);
  const begun = performance.now();
  await Promise.all(
    visitors.map(async ({ inbox, socket }) => {
      const fate = fates.get(inbox) as Fate;
      const ends: Promise<void>[] = [];
      for (let turn = 0; turn < seconds * 1_000; turn += EVERY_MS) {
        await until(begun + turn + chance.fraction() * EVERY_MS);
        ends.push(write(socket, fate));
      }
      await Promise.race([Promise.all(ends), until(performance.now() + PATIENCE_MS)]);
    }),
  );
  return fates;
}

async function write(socket: VisitorSocket, fate: Fate): Promise<void> {
  const sentAt = performance.now();
  fate.sent += 1;
  try {
    await socket.append({ kind: 'message', text: QUESTION });
    fate.ackMs.push(performance.now() - sentAt);
  } catch (error) {
    const { message } = error as Error;
    fate.refused.set(message, (fate.refused.get(message) ?? 0) + 1);
  }
}

const until = (at: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));

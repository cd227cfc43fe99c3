/**
 * The place of a visitor who waits for a person: right on every node whatever the bus loses, one question for all who wait
 * in an inbox, and each receives only a number of their own.
 */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../test/support/runs/seeded.js';
import { localBus } from '../../dist/bus/local.js';
import {
  HandoffQueues,
  type QueueListener,
  type QueuePosition,
  TEAM_AWAY_AFTER_MS,
} from '../../dist/conversation/queue/handoff-queue.js';
import { chaosBus } from '../bus/chaos-bus.js';
import { turnedClock } from '../support/manual-clock.js';
import { inboxesOf, serve, type TestServer } from '../support/serve.js';
import { WireClient } from '../support/wire-client.js';

const INBOX = 'demo';
/** Lets what was promised happen; time stops. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A line in memory in place of the store's, and how often it was looked at. */
function someLine(start = 1_700_000_000_000) {
  const clock = turnedClock(start);
  const line = { conversations: [] as string[], staffSeenAt: start };
  const asked: string[] = [];
  const failures: unknown[] = [];
  const store = {
    conversation: async () => ({ inbox: INBOX }) as never,
    async queue(inbox: string, limit: number) {
      asked.push(inbox);
      return { conversations: line.conversations.slice(0, limit), staffSeenAt: line.staffSeenAt };
    },
  };
  const onFailure = (error: unknown): void => void failures.push(error);
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 50) {
      clock.turn(Math.min(50, left));
      await settle();
    }
  };
  return { clock, line, asked, failures, store, onFailure, pass };
}

function waiterIn(conversation: string): QueueListener & { readonly positions: QueuePosition[] } {
  const positions: QueuePosition[] = [];
  return { conversation, positions, positionChanged: (standing) => positions.push(standing) > 0 };
}

describe('a line at one node', () => {
  it('asks once for all who wait, however many changes come together, and tells only what has changed', async () => {
    const { clock, line, asked, store, onFailure, pass } = someLine();
    const bus = localBus();
    const lines = new HandoffQueues({ store, bus, clock, onFailure });
    lines.start();
    line.conversations = Array.from({ length: 40 }, (_, i) => `cnv_${i}`);
    const waiters = line.conversations.map(waiterIn);
    for (const waiter of waiters) lines.join(INBOX, waiter);
    await pass(150);
    expect(asked).toEqual([INBOX]);
    expect(waiters.map(({ positions }) => positions)).toEqual(
      waiters.map((_, i) => [{ place: i + 1, attended: true }]),
    );

    // Ten people leave at once: one more question, and those before them hear nothing.
    line.conversations = line.conversations.filter((_, i) => i < 20 || i >= 30);
    for (let i = 20; i < 30; i++) lines.changed(`cnv_${i}`);
    await pass(700);
    expect(asked).toHaveLength(2);
    expect(waiters[19]?.positions).toHaveLength(1);
    expect(waiters[25]?.positions).toHaveLength(1);
    expect(waiters[39]?.positions.at(-1)).toEqual({ place: 30, attended: true });
    lines.stop();
    expect(clock.waiting).toBe(0);
  });

  it('asks nothing when no one waits any more', async () => {
    const { clock, line, asked, store, onFailure, pass } = someLine();
    const lines = new HandoffQueues({ store, bus: localBus(), clock, onFailure });
    lines.start();
    line.conversations = ['cnv_a'];
    const leave = lines.join(INBOX, waiterIn('cnv_a'));
    await pass(200);
    leave();
    await pass(60_000);
    expect(asked).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });

  it('says that no one is there once the desk has not been heard of for a while, and that someone is back', async () => {
    const { clock, line, store, onFailure, pass } = someLine();
    const lines = new HandoffQueues({ store, bus: localBus(), clock, onFailure });
    lines.start();
    line.conversations = ['cnv_a'];
    const waiter = waiterIn('cnv_a');
    lines.join(INBOX, waiter);
    await pass(TEAM_AWAY_AFTER_MS + 5_000);
    line.staffSeenAt = clock.now();
    await pass(5_000);
    expect(waiter.positions.map(({ attended }) => attended)).toEqual([true, false, true]);
    lines.stop();
  });

  it('sends a place that could not be sent at the next poll, and a place far back as none', async () => {
    const { clock, line, store, onFailure, pass } = someLine();
    const lines = new HandoffQueues({ store, bus: localBus(), clock, onFailure });
    lines.start();
    line.conversations = Array.from({ length: 700 }, (_, i) => `cnv_${i}`);
    const far = waiterIn('cnv_600');
    let deaf = true;
    const heard: QueuePosition[] = [];
    lines.join(INBOX, far);
    lines.join(INBOX, {
      conversation: 'cnv_3',
      positionChanged(standing) {
        if (!deaf) heard.push(standing);
        return !deaf;
      },
    });
    await pass(200);
    deaf = false;
    await pass(5_000);
    expect(heard).toEqual([{ place: 4, attended: true }]);
    expect(far.positions).toEqual([{ place: null, attended: true }]);
    lines.stop();
  });

  it('goes on after the store could not be asked', async () => {
    const { clock, line, store, failures, onFailure, pass } = someLine();
    let away = true;
    const lines = new HandoffQueues({
      store: {
        ...store,
        queue: async (inbox, limit) => {
          if (away) throw new Error('The store does not answer.');
          return store.queue(inbox, limit);
        },
      },
      bus: localBus(),
      clock,
      onFailure,
    });
    lines.start();
    line.conversations = ['cnv_a'];
    const waiter = waiterIn('cnv_a');
    lines.join(INBOX, waiter);
    await pass(1_000);
    away = false;
    await pass(5_000);
    expect(failures).toHaveLength(1);
    expect(waiter.positions).toEqual([{ place: 1, attended: true }]);
    lines.stop();
  });
});

describe('a line at several nodes', () => {
  it('is right everywhere in the end, whatever the bus loses, doubles and reorders', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const { fraction } = seededRandom(seed);
        const { clock, line, store, onFailure, pass } = someLine();
        const wire = localBus();
        const nodes = [0, 1, 2].map(() => {
          const lines = new HandoffQueues({ store, bus: chaosBus(wire, fraction), clock, onFailure });
          lines.start();
          return lines;
        });
        const waiting = new Map<string, { readonly waiter: ReturnType<typeof waiterIn>; leave(): void }>();
        for (let i = 0; i < 60; i++) {
          const node = nodes[Math.floor(fraction() * nodes.length)] as HandoffQueues;
          const gone = [...waiting.keys()][Math.floor(fraction() * waiting.size)];
          if (fraction() < 0.6 || gone === undefined) {
            const id = `cnv_${i}`;
            line.conversations.push(id);
            const waiter = waiterIn(id);
            waiting.set(id, { waiter, leave: node.join(INBOX, waiter) });
            node.changed(id);
          } else {
            line.conversations = line.conversations.filter((id) => id !== gone);
            waiting.get(gone)?.leave();
            waiting.delete(gone);
            // Published by another node than the one they were at, as by a person who takes them.
            node.changed(gone);
          }
          await pass(Math.floor(fraction() * 8) * 50);
        }
        await pass(5_000);
        const last = new Map([...waiting].map(([id, { waiter }]) => [id, waiter.positions.at(-1)?.place]));
        expect(last).toEqual(new Map(line.conversations.map((id, i) => [id, i + 1])));
        for (const each of nodes) each.stop();
      }),
      { numRuns: 25 },
    );
  });
});

describe('over the wire', () => {
  let server: TestServer;
  afterEach(() => server.dispose());
  const PERSON = { kind: 'human', id: 'desk', name: 'Ingrid' } as const;
  let asks = 0;
  const ask = (visitor: WireClient, kind: 'handoff.requested' | 'handoff.ended' = 'handoff.requested'): void =>
    visitor.send({
      t: 'append',
      conversation: visitor.conversation,
      clientId: `ask-${String(++asks).padStart(8, '0')}`,
      body: { kind },
    });
  const inLine = async (inbox = INBOX): Promise<WireClient> => {
    const visitor = await WireClient.join(server.port, { inbox });
    ask(visitor);
    await visitor.next('line');
    return visitor;
  };
  const at = (visitor: WireClient, place: number): Promise<unknown> =>
    visitor.until(() => visitor.frames.findLast((frame) => frame.t === 'line')?.place === place, `place ${place}`);

  it('moves when someone before them is taken, gives up, erases, or takes the consent back', async () => {
    server = await serve();
    const visitors: WireClient[] = [];
    for (let i = 0; i < 5; i++) visitors.push(await inLine());
    const [taken, bored, eraser, withdrawn, last] = visitors as [
      WireClient,
      WireClient,
      WireClient,
      WireClient,
      WireClient,
    ];
    await at(last, 5);
    await server.append(taken.conversation, PERSON, 'take-0001', { kind: 'handoff.accepted' });
    await at(last, 4);
    ask(bored, 'handoff.ended');
    await at(last, 3);
    eraser.send({ t: 'erase', id: 'erase-1', conversation: eraser.conversation });
    await at(last, 2);
    withdrawn.send({ t: 'withdraw' });
    await at(last, 1);
    // A visitor who was taken received a place once, and never one of another visitor.
    expect(taken.frames.flatMap((frame) => (frame.t === 'line' ? [frame.place] : []))).toEqual([1]);
    for (const visitor of visitors)
      for (const frame of visitor.frames)
        if (frame.t === 'line') expect(Object.keys(frame).sort()).toEqual(['attended', 'conversation', 'place', 't']);
    // A visitor who joins the queue again is at its end.
    ask(bored);
    await at(bored, 2);
  });

  it('is sent to a visitor who returns while they wait, and counts no one of another inbox', async () => {
    server = await serve(undefined, inboxesOf({ id: INBOX }, { id: 'other' }));
    await inLine();
    const second = await inLine();
    const elsewhere = await inLine('other');
    await at(elsewhere, 1);
    await at(second, 2);
    await second.close();
    const back = await WireClient.join(server.port, { session: second.token });
    await at(back, 2);
    expect(await back.next('line')).toMatchObject({ attended: false });
    await server.store.recordStaffSeen([INBOX], Date.now());
    await back.next('line', ({ attended }) => attended);
    ask(elsewhere, 'handoff.ended');
    ask(elsewhere);
    await elsewhere.next('line');
    expect(elsewhere.frames.filter((frame) => frame.t === 'line' && frame.attended)).toEqual([]);
  });
});

/**
 * A deploy, as visitors meet it: three real nodes on one PostgreSQL and one Redis behind a balancer, and people writing
 * in two tabs each all the while. A node dies, Redis dies, PostgreSQL crashes, and the nodes are restarted one after the
 * other. Nobody does anything about it, and afterwards every message is in the log once, answered once, and shown in both
 * tabs.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantile } from '../../../bench/quantile.js';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { seededRandom } from '../../../support/runs/seeded.js';
import { Balancer } from '../../../support/server/balancer.js';
import { Cluster } from '../../../support/server/cluster.js';
import type { Service } from '../../../support/server/start-service.js';
import { SHOP_PAGE } from '../../../support/sites/shop-inbox.js';
import { NodeBrowser, type NodePage } from '../../../support/wire/node-client.js';
import { isSettled, logOf, problemsAtTheEnd, Witness } from '../support/delivered-once.js';

const SEED = Number(process.env.SEED ?? 1);
const ROUNDS = Number(process.env.ROUNDS ?? (LONG ? 15 : 1));
const NODES = 3;
const VISITORS = LONG ? 30 : 8;
/** What a node asks its visitors to take for leaving, when they are few. */
const WINDOW_MS = 2_000;
/** Between two messages of one tab, on average. The gate takes one a second. */
const RHYTHM_MS = 2_500;

interface Visitor {
  readonly browser: NodeBrowser;
  readonly sent: string[];
  readonly witnesses: readonly Witness[];
}

/** How long after a node was asked to leave visitors were live at another one, in milliseconds. */
interface Leaving {
  readonly moved: readonly number[];
  /** Until its process had ended. */
  readonly ended: number;
}

let cluster: Cluster;
let balancer: Balancer;

beforeAll(async () => {
  cluster = await Cluster.start({ nodes: NODES });
  balancer = await Balancer.start(cluster.nodes.map(({ port }) => port));
});
afterAll(async () => {
  await balancer?.close();
  await cluster?.dispose();
});

describe(`${ROUNDS} deploys of ${NODES} nodes under ${VISITORS * 2} tabs (seed ${SEED})`, () => {
  it('lose nothing, double nothing and leave no question unanswered', async () => {
    console.log(`SEED=${SEED}`);
    const { nodes, postgres, redis } = cluster;
    const begun = performance.now();
    const chance = seededRandom(SEED);
    const visitors = Array.from({ length: VISITORS }, (): Visitor => {
      const browser = new NodeBrowser({ fraction: seededRandom(chance.between(1, 2 ** 31)).fraction });
      const witnesses = [0, 1].map(
        () => new Witness(browser.open({ inboxId: 'demo', baseUrl: balancer.origin, hostOrigin: SHOP_PAGE })),
      );
      return { browser, sent: [], witnesses };
    });
    const writing = visitors.map((visitor, n) => visitor.witnesses.map(({ page }) => keepWriting(visitor, page, n)));
    const stopWriting = (): void => {
      for (const stop of writing.flat()) stop();
    };

    const leavings: Leaving[] = [];
    const counts = { restarts: 0, kills: 0, redis: 0, databases: 0 };
    try {
      await everyoneWrites();
      for (let round = 0; round < ROUNDS; round++) {
        // First, so that the answers it was writing can be taken over while the rest goes on.
        const victim = chance.pick(nodes);
        await victim.kill9();
        counts.kills += 1;
        await everyoneWrites();
        await victim.start();
        await redis.kill();
        counts.redis += 1;
        await everyoneWrites();
        await redis.start();
        await everyoneWrites();
        await postgres.crash();
        counts.databases += 1;
        await postgres.start();
        await everyoneWrites();
        for (const node of nodes) {
          leavings.push(await leaving(() => node.stop()));
          await node.start();
          counts.restarts += 1;
          await everyoneWrites();
        }
      }
    } finally {
      stopWriting();
    }

    const problems: string[] = [];
    await Promise.all(
      visitors.map(async ({ browser, sent, witnesses }, n) => {
        const pages = witnesses.map(({ page }) => page);
        try {
          await Promise.all(pages.map((page) => page.until(() => isSettled(page, sent.length), 'calm afterwards')));
        } catch (error) {
          problems.push(`visitor ${n}: ${(error as Error).message}`);
        }
        const log = await logOf(browser, (nodes[n % NODES] as Service).port);
        problems.push(
          ...problemsAtTheEnd(log, sent, pages).map((problem) => `visitor ${n}: ${problem}`),
          ...witnesses.flatMap((witness) => witness.problems(log)).map((problem) => `visitor ${n}: ${problem}`),
        );
      }),
    );
    for (const { browser } of visitors) browser.closeAll();
    expect(problems, nodes.map(({ output }) => output).join('\n')).toEqual([]);

    const messages = visitors.reduce((sum, { sent }) => sum + sent.length, 0);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const line = `${counts.restarts} nodes restarted, ${counts.kills} killed, Redis ${counts.redis} times, PostgreSQL ${counts.databases} times: ${messages} messages written, 0 lost, 0 doubled, each answered once, ${seconds} s`;
    console.log(line);
    const drain = inWords(leavings);
    console.log(drain);
    // Nobody may have been at one of the nodes; somebody was at one.
    expect(leavings.flatMap(({ moved }) => moved).length).toBeGreaterThan(0);
    if (!LONG) return;
    const section = {
      name: 'rolling-restart',
      title: 'Deploys under visitors',
      command: 'npm run test:long -- test/proofs/chaos/load/rolling-restart',
      packages: ['ws', 'pg', 'ioredis'],
    };
    saveResults(
      section,
      `${NODES} nodes on one PostgreSQL and one Redis, ${VISITORS} visitors with two tabs each, ${ROUNDS} deploys one node after the other, each
after the death of a node, of Redis and of PostgreSQL.\n\n- ${line}\n- ${drain}`,
    );

    /** Watches every tab from the moment a node is asked to leave until all are connected and its process has ended. */
    async function leaving(stop: () => Promise<void>): Promise<Leaving> {
      const asked = performance.now();
      const moved: number[] = [];
      const pages = visitors.flatMap(({ witnesses }) => witnesses.map(({ page }) => page));
      const unwatch = pages.map(({ client }) => {
        let away = false;
        return client.subscribe(() => {
          const isConnected = client.getState().connection === 'connected';
          if (isConnected && away) moved.push(performance.now() - asked);
          away = !isConnected;
        });
      });
      await stop();
      const ended = performance.now() - asked;
      await Promise.all(
        pages.map((page) => page.until(({ getState }) => getState().connection === 'connected', 'another node')),
      );
      for (const stopWatching of unwatch) stopWatching();
      return { moved, ended };
    }

    /** Until one more message of each visitor is stored: whatever just happened, they went on. */
    async function everyoneWrites(): Promise<void> {
      await Promise.all(
        visitors.flatMap(({ witnesses }) => {
          const [{ page }] = witnesses as readonly [Witness, ...Witness[]];
          const before = stored(page);
          return page.until(() => stored(page) > before, 'one more message to be stored');
        }),
      );
    }

    function keepWriting({ sent }: Visitor, page: NodePage, visitor: number): () => void {
      let timer: NodeJS.Timeout;
      const rhythm = seededRandom(chance.between(1, 2 ** 31));
      const write = (): void => {
        const text = `thanks ${visitor}-${sent.length + 1}`;
        sent.push(text);
        page.client.sendMessage(text);
        timer = setTimeout(write, RHYTHM_MS * (0.5 + rhythm.fraction()));
      };
      timer = setTimeout(write, RHYTHM_MS * rhythm.fraction());
      page.client.connect();
      return () => clearTimeout(timer);
    }
  });
});

function inWords(leavings: readonly Leaving[]): string {
  const moved = leavings.flatMap((each) => each.moved);
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  return `${moved.length} connections asked to leave within a window of ${seconds(WINDOW_MS)}: live at another node after ${seconds(quantile(moved, 0.5))} (p50), ${seconds(quantile(moved, 0.99))} (p99), the last after ${seconds(Math.max(...moved))}; the longest that a process stayed was ${seconds(Math.max(...leavings.map(({ ended }) => ended)))}`;
}

function stored(page: NodePage): number {
  return page.client.getState().timeline.filter((entry) => entry.type === 'own' && entry.seq !== null).length;
}

/**
 * Deploys under load: three real nodes on one PostgreSQL and one Redis behind a balancer, and visitors who write in two tabs
 * each all the time. A node dies, Redis dies, PostgreSQL crashes, and the nodes are restarted one after the other. Without
 * any intervention every message is afterwards in the log once, answered once, and shown in both tabs.
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
import { isSettled, logOf, PageObserver, problemsAtTheEnd } from '../support/delivered-once.js';

const SEED = Number(process.env.SEED ?? 1);
const ROUNDS = Number(process.env.ROUNDS ?? (LONG ? 15 : 1));
const NODES = 3;
const VISITORS = LONG ? 30 : 8;
/** Over how long a node spreads the leaving of its visitors, when they are few. */
const WINDOW_MS = 2_000;
/** Between two messages of one tab, on average. The rate limit allows one a second. */
const WRITE_EVERY_MS = 2_500;

interface Visitor {
  readonly browser: NodeBrowser;
  readonly sent: string[];
  readonly observers: readonly PageObserver[];
}

/** Times since a node was asked to stop, in milliseconds. */
interface Stop {
  /** When each of its visitors was live at another node. */
  readonly moved: readonly number[];
  /** When its process had ended. */
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
  it('lose no message, store none twice and leave no question unanswered', async () => {
    console.log(`SEED=${SEED}`);
    const { nodes, postgres, redis } = cluster;
    const begun = performance.now();
    const chance = seededRandom(SEED);
    const visitors = Array.from({ length: VISITORS }, (): Visitor => {
      const browser = new NodeBrowser({ fraction: seededRandom(chance.between(1, 2 ** 31)).fraction });
      const observers = [0, 1].map(
        () => new PageObserver(browser.open({ inboxId: 'demo', baseUrl: balancer.origin, hostOrigin: SHOP_PAGE })),
      );
      return { browser, sent: [], observers };
    });
    const writing = visitors.map((visitor, n) => visitor.observers.map(({ page }) => keepWriting(visitor, page, n)));
    const stopWriting = (): void => {
      for (const stop of writing.flat()) stop();
    };

    const stops: Stop[] = [];
    const counts = { restarts: 0, kills: 0, redis: 0, databases: 0 };
    try {
      await everyoneWrites();
      for (let round = 0; round < ROUNDS; round++) {
        // Kill a node first, so that others can take over the answers it was writing during all that follows.
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
          stops.push(await measureStop(() => node.stop()));
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
      visitors.map(async ({ browser, sent, observers }, n) => {
        const pages = observers.map(({ page }) => page);
        try {
          await Promise.all(
            pages.map((page) => page.until(() => isSettled(page, sent.length), 'all messages answered')),
          );
        } catch (error) {
          problems.push(`visitor ${n}: ${(error as Error).message}`);
        }
        const log = await logOf(browser, (nodes[n % NODES] as Service).port);
        problems.push(
          ...problemsAtTheEnd(log, sent, pages).map((problem) => `visitor ${n}: ${problem}`),
          ...observers.flatMap((observer) => observer.problems(log)).map((problem) => `visitor ${n}: ${problem}`),
        );
      }),
    );
    for (const { browser } of visitors) browser.closeAll();
    expect(problems, nodes.map(({ output }) => output).join('\n')).toEqual([]);

    const messages = visitors.reduce((sum, { sent }) => sum + sent.length, 0);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const line = `${counts.restarts} nodes restarted, ${counts.kills} killed, Redis ${counts.redis} times, PostgreSQL ${counts.databases} times: ${messages} messages written, 0 lost, 0 doubled, each answered once, ${seconds} s`;
    console.log(line);
    const drain = summaryOf(stops);
    console.log(drain);
    // One of the nodes may have had no visitors, but not all of them.
    expect(stops.flatMap(({ moved }) => moved).length).toBeGreaterThan(0);
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

    /** Watches every tab from the moment a node is asked to stop until all are connected and its process has ended. */
    async function measureStop(stop: () => Promise<void>): Promise<Stop> {
      const asked = performance.now();
      const moved: number[] = [];
      const pages = visitors.flatMap(({ observers }) => observers.map(({ page }) => page));
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

    /** Resolves when one more message of each visitor is stored: they all went on after what just happened. */
    async function everyoneWrites(): Promise<void> {
      await Promise.all(
        visitors.flatMap(({ observers }) => {
          const [{ page }] = observers as readonly [PageObserver, ...PageObserver[]];
          const before = stored(page);
          return page.until(() => stored(page) > before, 'one more message to be stored');
        }),
      );
    }

    function keepWriting({ sent }: Visitor, page: NodePage, visitor: number): () => void {
      let timer: NodeJS.Timeout;
      const intervals = seededRandom(chance.between(1, 2 ** 31));
      const write = (): void => {
        const text = `thanks ${visitor}-${sent.length + 1}`;
        sent.push(text);
        page.client.sendMessage(text);
        timer = setTimeout(write, WRITE_EVERY_MS * (0.5 + intervals.fraction()));
      };
      timer = setTimeout(write, WRITE_EVERY_MS * intervals.fraction());
      page.client.connect();
      return () => clearTimeout(timer);
    }
  });
});

function summaryOf(stops: readonly Stop[]): string {
  const moved = stops.flatMap((each) => each.moved);
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  return `${moved.length} connections asked to leave within a window of ${seconds(WINDOW_MS)}: live at another node after ${seconds(quantile(moved, 0.5))} (p50), ${seconds(quantile(moved, 0.99))} (p99), the last after ${seconds(Math.max(...moved))}; the longest that a process stayed was ${seconds(Math.max(...stops.map(({ ended }) => ended)))}`;
}

function stored(page: NodePage): number {
  return page.client.getState().timeline.filter((entry) => entry.type === 'own' && entry.seq !== null).length;
}

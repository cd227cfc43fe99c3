/** Visitors write at two nodes that share PostgreSQL and Redis. SEED=<number> repeats the moments of the blows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG, saveResults } from '../../../../test/support/runs/results.js';
import { Cluster } from '../../../../test/support/server/cluster.js';
import { playKillRounds, type Stage } from './kill-rounds.js';

/** In a short run each blow falls once: there are six. */
const ROUNDS = Number(process.env.ROUNDS ?? (LONG ? 200 : 6));
/** A round starts a node or PostgreSQL. After the last round, the leases of dead nodes run out. */
const TIMEOUT_MS = 180_000 + ROUNDS * 10_000;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const VISITORS = 10;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start({ nodes: 2 });
}, 180_000);
afterAll(async () => {
  await cluster?.dispose();
});

function stage(): Stage {
  const { nodes, postgres, redis, databaseUrl } = cluster;
  return {
    ports: nodes.map(({ port }) => port),
    blows: [
      { name: 'one node', strike: (chance) => chance.pick(nodes).kill9() },
      {
        name: 'Redis, and all it knew',
        async strike() {
          await redis.kill();
          await redis.start();
        },
      },
      {
        name: 'every connection to PostgreSQL',
        async strike() {
          await postgres.cutConnections(databaseUrl);
        },
      },
      {
        name: 'both nodes',
        async strike() {
          await Promise.all(nodes.map((node) => node.kill9()));
        },
      },
      { name: 'one process of PostgreSQL', strike: () => postgres.killBackend(databaseUrl) },
      {
        name: 'all of PostgreSQL',
        async strike() {
          await postgres.crash();
          await postgres.start();
        },
      },
    ],
    async recover() {
      await Promise.all(nodes.filter(({ isRunning }) => !isRunning).map((node) => node.start()));
    },
  };
}

describe(`kill -9 on PostgreSQL and Redis in ${ROUNDS} rounds (seed ${SEED})`, () => {
  it('loses and doubles nothing that was acknowledged, and answers every question once', {
    timeout: TIMEOUT_MS,
  }, async () => {
    console.log(`SEED=${SEED}`);
    const { acknowledged, resent, knownLate, stored, blows } = await playKillRounds(stage(), ROUNDS, VISITORS, SEED);
    const fell = [...blows].map(([name, times]) => `${name} ${times} times`).join(', ');
    const line = `${ROUNDS} blows (${fell}): ${acknowledged} acknowledged, 0 lost, 0 doubled; ${resent} sent again, ${knownLate} of these had been stored without their sender knowing, ${stored} in the logs`;
    console.log(line);
    expect(acknowledged).toBeGreaterThanOrEqual(Math.floor(ROUNDS / 2));
    if (!LONG) return;
    saveResults(
      {
        name: 'kill-9-postgres',
        title: 'Killed without warning, on PostgreSQL and Redis',
        command: 'npm run test:long -- packages/realtime-server/test/store/kill-9',
        packages: ['ws', 'pg', 'ioredis'],
      },
      `${VISITORS} visitors write at two nodes on one PostgreSQL and one Redis, while something dies without warning: each in its turn, in every other turn after the first acknowledgement (seed ${SEED}).\n\n- ${line}`,
    );
  });
});

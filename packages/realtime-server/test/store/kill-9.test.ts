/**
 * The real process on its own disk, killed without warning while visitors write: what was acknowledged is in the log
 * exactly once, the numbers have no gap, and every question gets one answer. Replay the moments of the kills with
 * SEED=<number>.
 */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepResults, LONG } from '../../../../test/support/runs/results.js';
import { shopInboxes } from '../../../../test/support/sites/shop-inbox.js';
import { Service } from '../../../../test/support/server/start-service.js';
import { playKillRounds, type Stage } from './kill-rounds.js';

const ROUNDS = Number(process.env.ROUNDS ?? (LONG ? 200 : 4));
/** A machine under load needs a second or two for a round; a run that takes longer than this hangs. */
const TIMEOUT_MS = ROUNDS * 6_000;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const VISITORS = 6;

let inboxDir: string;
let server: Service;
beforeAll(async () => {
  inboxDir = shopInboxes();
  server = await Service.start({ inboxDir });
}, 60_000);
afterAll(async () => {
  await server?.dispose();
  rmSync(inboxDir, { recursive: true, force: true });
});

function stage(): Stage {
  return {
    ports: [server.port],
    blows: [{ name: 'the server', strike: () => server.kill9() }],
    async recover() {
      if (!server.isRunning) await server.start();
    },
  };
}

describe(`kill -9 in ${ROUNDS} rounds (seed ${SEED})`, () => {
  it('loses and doubles nothing that was acknowledged, and answers every question once', {
    timeout: TIMEOUT_MS,
  }, async () => {
    console.log(`SEED=${SEED}`);
    const { acknowledged, resent, knownLate, stored } = await playKillRounds(stage(), ROUNDS, VISITORS, SEED);
    const line = `${ROUNDS} kills: ${acknowledged} acknowledged, 0 lost, 0 doubled; ${resent} sent again, ${knownLate} of these had been stored without their sender knowing, ${stored} in the logs`;
    console.log(line);
    expect(acknowledged).toBeGreaterThanOrEqual(Math.floor(ROUNDS / 2));
    if (!LONG) return;
    keepResults(
      {
        name: 'kill-9',
        title: 'Killed without warning',
        command: 'npm run test:long -- packages/realtime-server/test/store/kill-9',
        packages: ['ws', 'libsql'],
      },
      `${VISITORS} visitors write while the process is killed some milliseconds after it began to serve, every other time after the first acknowledgement (seed ${SEED}).\n\n- ${line}`,
    );
  });
});

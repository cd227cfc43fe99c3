/** The real process on its own disk. SEED=<number> repeats the moments of the kills. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG, saveResults } from '../../../../test/support/runs/results.js';
import { Service } from '../../../../test/support/server/start-service.js';
import { shopInboxes } from '../../../../test/support/sites/shop-inbox.js';
import { playKillRounds, type Stage } from './kill-rounds.js';

const ROUNDS = Number(process.env.ROUNDS ?? (LONG ? 200 : 4));
/** A round takes a second or two on a machine under load. The fixed part covers the answers after the last round. */
const TIMEOUT_MS = 120_000 + ROUNDS * 6_000;
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const VISITORS = 6;

let inboxDir: string;
let server: Service;
beforeAll(async () => {
  inboxDir = shopInboxes();
  server = await Service.start({ inboxDir });
}, 120_000);
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
    saveResults(
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

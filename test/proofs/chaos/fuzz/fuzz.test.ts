/**
 * Hostile clients for SECONDS: frames that are almost right, payloads of any kind, bytes that are no WebSocket frames, half
 * handshakes. The server goes on, serves an honest visitor all the time, holds no more memory afterwards, and logs no error.
 * Replay with SEED=<number>.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { SHOP_PAGE } from '../../../support/sites/shop-inbox.js';
import { type ProbedService, startProbedService } from '../support/probed-service.js';
import { ATTACKS } from './attacks.js';
import { serveUnderAttack, sessionOf, visit } from './under-attack.js';

const SECONDS = Number(process.env.SECONDS ?? (LONG ? 600 : 5));
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));

let server: ProbedService;
beforeAll(async () => {
  server = await startProbedService();
});
afterAll(async () => {
  await server.dispose();
});

describe(`${SECONDS} s of hostile clients (seed ${SEED})`, () => {
  it('end no process, keep no honest visitor waiting, and leave nothing behind', async () => {
    const [own, foreign] = [await visit(server), await visit(server)];
    const { conversation } = await sessionOf(server, foreign);
    const known = { ...(await sessionOf(server, own)), foreign: conversation, origin: SHOP_PAGE };
    const report = await serveUnderAttack({
      server,
      seconds: SECONDS,
      seed: SEED,
      attack: (chance) => chance.pick(ATTACKS)(chance, { port: server.service.port, known }),
    });
    if (!LONG) return;
    saveResults(
      {
        name: 'fuzz',
        title: 'Hostile clients',
        command: 'npm run test:long -- test/proofs/chaos/fuzz/fuzz',
        packages: ['ws', 'zod'],
      },
      report,
    );
  });
});

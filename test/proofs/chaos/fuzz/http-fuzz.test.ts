/**
 * Hostile requests over plain HTTP for SECONDS: wrong framing, any method and path, headers of any kind and size, pipelines,
 * bodies that stop, answers that are never read. The server goes on, serves an honest visitor all the time, holds no more
 * memory afterwards, and logs no error. Replay with SEED=<number>.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { type ProbedService, startProbedService } from '../support/probed-service.js';
import { exchange, hostileRequests, type KnownPaths } from './hostile-requests.js';
import { serveUnderAttack, sessionOf, visit } from './under-attack.js';

const SECONDS = Number(process.env.SECONDS ?? (LONG ? 600 : 2));
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));

let server: ProbedService;
beforeAll(async () => {
  server = await startProbedService();
});
afterAll(async () => {
  await server.dispose();
});

describe(`${SECONDS} s of hostile HTTP (seed ${SEED})`, () => {
  it('end no process, keep no honest visitor waiting, and leave nothing behind', async () => {
    const { token } = await sessionOf(server, await visit(server));
    const known: KnownPaths = { token, asset: await assetOf(server) };
    const report = await serveUnderAttack({
      server,
      seconds: SECONDS,
      seed: SEED,
      attack: (chance) => exchange(chance, server.service.port, hostileRequests(chance, known)),
    });
    if (!LONG) return;
    saveResults(
      {
        name: 'http-fuzz',
        title: 'Hostile HTTP',
        command: 'npm run test:long -- test/proofs/chaos/fuzz/http-fuzz',
        packages: ['hono', '@hono/node-server'],
      },
      report,
    );
  });
});

async function assetOf({ service: { origin }, options }: ProbedService): Promise<string> {
  const page = encodeURIComponent(options().hostOrigin ?? '');
  // Closed at once: waiting until no socket is left would wait for it.
  const response = await fetch(`${origin}/widget/demo?o=${page}`, { headers: { connection: 'close' } });
  const widget = await response.text();
  const asset = /\/assets\/[\w-]+\.js/.exec(widget)?.[0];
  if (!asset) throw new Error('The widget names no file of its own.');
  return asset;
}

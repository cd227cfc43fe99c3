/**
 * Hostile clients for SECONDS: frames that are almost right, payloads of any kind, bytes that are no WebSocket frames, half
 * handshakes. The server goes on, serves an honest visitor all the time, holds no more memory afterwards, and logs no error.
 * Replay with SEED=<number>.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { seededRandom } from '../../../support/runs/seeded.js';
import { SHOP_PAGE } from '../../../support/sites/shop-inbox.js';
import { NodeBrowser } from '../../../support/wire/node-client.js';
import { tokenOf } from '../support/delivered-once.js';
import { type ProbedService, startProbedService } from '../support/probed-service.js';
import { ATTACKS } from './attacks.js';

const SECONDS = Number(process.env.SECONDS ?? (LONG ? 600 : 5));
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const ATTACKERS = 12;
const MIB = 2 ** 20;

let server: ProbedService;
beforeAll(async () => {
  server = await startProbedService();
});
afterAll(async () => {
  await server.dispose();
});

/** One honest visit: connect, ask, be answered. */
async function visit(): Promise<NodeBrowser> {
  const browser = new NodeBrowser();
  const page = browser.open(server.options());
  page.client.sendMessage('thanks');
  await page.until(({ getState }) => {
    const { turn, outbox, timeline } = getState();
    return turn === 'ready' && outbox === 0 && timeline.length === 2;
  }, 'an answer for the honest visitor');
  browser.closeAll();
  return browser;
}

describe(`${SECONDS} s of hostile clients (seed ${SEED})`, () => {
  it('end no process, keep no honest visitor waiting, and leave nothing behind', async () => {
    console.log(`SEED=${SEED}`);
    const [own, foreign] = [await visit(), await visit()];
    const known = { ...(await sessionOf(own)), foreign: (await sessionOf(foreign)).conversation, origin: SHOP_PAGE };
    const before = await server.idle();
    const { pid } = server.service;

    const endsAt = Date.now() + SECONDS * 1_000;
    let attacks = 0;
    let visits = 0;
    let most = before.rss;
    // A busy machine takes longer for the same number of visits; the attacks go on until the last of them.
    const goesOn = (): boolean => Date.now() < endsAt || visits <= SECONDS / 2;
    const attacker = async (): Promise<void> => {
      while (goesOn()) {
        attacks += 1;
        const chance = seededRandom(SEED * 1_000 + attacks);
        await chance.pick(ATTACKS)(chance, { port: server.service.port, known });
      }
    };
    const honest = async (): Promise<void> => {
      while (goesOn()) {
        await visit();
        visits += 1;
        most = Math.max(most, (await server.holdings()).rss);
      }
    };
    await Promise.all([...Array.from({ length: ATTACKERS }, attacker), honest()]);

    expect(server.service.pid).toBe(pid);
    expect(await server.service.isHealthy()).toBe(true);
    // Each visit that began was answered, or waiting for it would have failed. Their number depends on the machine.
    expect(visits, 'honest visits served meanwhile').toBeGreaterThan(0);
    expect(problemsIn(server.service.output)).toEqual([]);
    // A socket without a hello is closed only after its time limit.
    const after = await server.idle(before);
    expect(after.resources).toEqual(before.resources);
    expect(after.heapUsed, 'heap in use').toBeLessThan(before.heapUsed + 16 * MIB);
    expect(most, 'resident memory').toBeLessThan(before.rss + 256 * MIB);
    const line = `${attacks} attacks, ${visits} honest visits answered meanwhile; heap ${(before.heapUsed / MIB).toFixed(1)} → ${(after.heapUsed / MIB).toFixed(1)} MiB, resident at most ${(most / MIB).toFixed(0)} MiB, 0 unhandled`;
    console.log(line);
    if (!LONG) return;
    saveResults(
      {
        name: 'fuzz',
        title: 'Hostile clients',
        command: 'npm run test:long -- test/proofs/chaos/fuzz/fuzz',
        packages: ['ws', 'zod'],
      },
      `${ATTACKERS} at a time for ${SECONDS} s, seed ${SEED}.\n\n- ${line}`,
    );
  });
});

async function sessionOf(browser: NodeBrowser): Promise<{ readonly token: string; readonly conversation: string }> {
  const page = browser.open(server.options());
  page.client.connect();
  await page.until(({ getState }) => getState().conversation !== null, 'the conversation');
  const { conversation } = page.client.getState();
  page.close();
  return { token: tokenOf(browser), conversation: conversation as string };
}

/** The server's errors, and all output that is no line of its log. */
function problemsIn(output: string): readonly string[] {
  return output.split('\n').filter((line) => {
    if (line.trim() === '') return false;
    try {
      return (JSON.parse(line) as { level: number }).level >= 50 || line.includes('could not be served');
    } catch {
      return true;
    }
  });
}

/** Attacks on a real server for some time, honest visits meanwhile, and what must hold after it. */
import { expect } from 'vitest';
import { type SeededRandom, seededRandom } from '../../../support/runs/seeded.js';
import { NodeBrowser } from '../../../support/wire/node-client.js';
import { tokenOf } from '../support/delivered-once.js';
import type { ProbedService } from '../support/probed-service.js';

const ATTACKERS = 12;
const MIB = 2 ** 20;

export interface Siege {
  readonly server: ProbedService;
  readonly seconds: number;
  readonly seed: number;
  readonly attack: (chance: SeededRandom) => Promise<void>;
}

/**
 * Attacks for `seconds`, while honest visitors are served one after the other. Expects that the process is the same, logs no
 * error, and holds no more than before; resident memory may grow by 256 MiB. Returns a line of figures.
 */
export async function serveUnderAttack({ server, seconds, seed, attack }: Siege): Promise<string> {
  console.log(`SEED=${seed}`);
  const before = await server.idle();
  const { pid } = server.service;
  const endsAt = Date.now() + seconds * 1_000;
  let attacks = 0;
  let visits = 0;
  let most = before.rss;
  // A busy machine takes longer for the same number of visits; the attacks go on until the last of them.
  const goesOn = (): boolean => Date.now() < endsAt || visits <= seconds / 2;
  const attacker = async (): Promise<void> => {
    while (goesOn()) {
      attacks += 1;
      await attack(seededRandom(seed * 1_000 + attacks));
    }
  };
  const honest = async (): Promise<void> => {
    while (goesOn()) {
      await visit(server);
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
  return `${ATTACKERS} at a time for ${seconds} s, seed ${seed}.\n\n- ${line}`;
}

/** One honest visit: connect, ask, be answered. */
export async function visit(server: ProbedService): Promise<NodeBrowser> {
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

export async function sessionOf(
  server: ProbedService,
  browser: NodeBrowser,
): Promise<{ readonly token: string; readonly conversation: string }> {
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

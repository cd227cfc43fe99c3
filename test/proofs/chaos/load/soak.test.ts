/**
 * A day of visitors, as fast as possible: they come, ask, leave in the middle, come back, read slowly, ask for a person. The
 * server's memory must not grow with the number of past visitors, and nothing may be left when all are gone.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantile } from '../../../bench/quantile.js';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { seededRandom } from '../../../support/runs/seeded.js';
import { NodeBrowser, type NodePage } from '../../../support/wire/node-client.js';
import { type Holdings, type ProbedService, startProbedService } from '../support/probed-service.js';

const SECONDS = Number(process.env.SECONDS ?? (LONG ? 600 : 6));
const SEED = Number(process.env.SEED ?? 1);
const LANES = 40;
const SAMPLES = 60;
/** The end of the second half against its beginning. A short run is still warming up, so it shows only large leaks. */
const MOST_GROWTH = LONG ? 1.05 : 1.3;

let server: ProbedService;
beforeAll(async () => {
  server = await startProbedService();
});
afterAll(async () => {
  await server.dispose();
});

/** One visitor's visit, of a random kind. Resolves when nothing of it is open any more. */
async function visit(seed: number): Promise<void> {
  const chance = seededRandom(seed);
  const browser = new NodeBrowser({ fraction: chance.fraction });
  const answered = (page: NodePage): Promise<void> =>
    page.until(({ getState }) => {
      const { connection, turn, outbox } = getState();
      return connection === 'connected' && turn === 'ready' && outbox === 0;
    }, 'the answer');
  let page = browser.open(server.options());
  page.client.connect();
  page.client.sendMessage(chance.pick(['hello', 'Can I return shoes?', 'thanks']));
  const kind = chance.between(0, 6);
  if (kind === 0) {
    // Left before the answer.
    await page.until(({ getState }) => getState().outbox === 0, 'the message to be stored');
  } else {
    await answered(page);
    page.client.markRead();
    if (kind === 1) {
      page = page.reload();
      page.client.sendMessage('And how long does it take?');
      await answered(page);
    } else if (kind === 2) {
      const second = browser.open(server.options());
      second.client.sendMessage('from another tab');
      await answered(second);
      page.vanish();
    } else if (kind === 3) {
      page.socket?.pause();
      const second = browser.open(server.options());
      second.client.sendMessage('while the first does not read');
      await answered(second);
      page.socket?.resume();
      await answered(page);
    } else if (kind === 4) {
      page.client.requestHuman();
      await page.until(({ getState }) => getState().handledBy === 'queued', 'the queue');
      page.client.endHandoff();
      await page.until(({ getState }) => getState().handledBy === 'agent', 'the agent');
    } else if (kind === 5) {
      page.client.notifyTyping();
      page.hide();
      page.show();
      await answered(page);
    } else page.vanish();
  }
  browser.closeAll();
}

const MIB = 2 ** 20;
const inMib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

describe(`${SECONDS} s of visitors who come and go (seed ${SEED})`, () => {
  it('leave nothing behind: neither memory, nor sockets, nor timers', async () => {
    console.log(`SEED=${SEED}`);
    await visit(0);
    const idle = await server.idle();
    const samples: Holdings[] = [];
    const endsAt = Date.now() + SECONDS * 1_000;
    let visits = 0;
    /** On a busy machine longer: each lane has to begin a second visit. */
    const goesOn = (): boolean => Date.now() < endsAt || visits <= LANES;
    const lane = async (): Promise<void> => {
      while (goesOn()) await visit(SEED * 1_000_000 + ++visits);
    };
    const sampling = (async () => {
      while (goesOn()) {
        await new Promise((resolve) => setTimeout(resolve, (SECONDS * 1_000) / SAMPLES));
        samples.push(await server.holdings(true));
      }
    })();
    await Promise.all([...Array.from({ length: LANES }, lane), sampling]);
    const after = await server.idle(idle);

    const second = samples.slice(samples.length / 2);
    const third = Math.max(1, Math.floor(second.length / 3));
    const growth = (of: (sample: Holdings) => number): number => {
      const middle = (part: readonly Holdings[]): number => quantile(part.map(of), 0.5);
      return middle(second.slice(-third)) / middle(second.slice(0, third));
    };
    const heap = growth(({ heapUsed }) => heapUsed);
    const rss = growth((sample) => sample.rss);
    const percent = (ratio: number): string => `${((ratio - 1) * 100).toFixed(1)} %`;
    const line = `${visits} visits: heap ${inMib(idle.heapUsed)} → ${inMib(after.heapUsed)} when all are gone, resident ${inMib(idle.rss)} → ${inMib(after.rss)}; over the second half heap ${percent(heap)}, resident ${percent(rss)}`;
    console.log(line);
    expect(visits).toBeGreaterThan(LANES);
    expect(heap, 'growth of the heap').toBeLessThan(MOST_GROWTH);
    expect(rss, 'growth of resident memory').toBeLessThan(MOST_GROWTH);
    const heaps = second.map(({ heapUsed }) => heapUsed);
    // Of a few samples, on a busy machine, each may be higher than the one before.
    expect(
      heaps.length < 10 || heaps.some((bytes, i) => i > 0 && bytes <= (heaps[i - 1] as number)),
      'the heap falls now and then',
    ).toBe(true);
    expect(after.resources).toEqual(idle.resources);
    if (!LONG) return;
    const section = {
      name: 'soak',
      title: 'A day of visitors',
      command: 'npm run test:long -- test/proofs/chaos/load/soak',
      packages: ['ws', 'libsql'],
    };
    saveResults(
      section,
      `${LANES} at a time for ${SECONDS} s, as fast as they go; memory after a forced collection, growth between the medians of the first
and last third of the second half.\n\n- ${line}\n- left when all are gone: ${JSON.stringify(after.resources)}, the same as before the first`,
    );
  });
});

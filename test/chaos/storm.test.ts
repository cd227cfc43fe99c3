/**
 * Everybody loses the server at the same moment, while everybody has something to say: all come back, and what they wrote
 * meanwhile is stored once. Once by a kill without warning, once by a deploy that drains.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantile } from '../bench/quantile.js';
import { keepResults, LONG } from '../harness/results.js';
import { Crowd } from './crowd-process.js';
import { type ProbedService, startProbedService } from './probed-service.js';

const VISITORS = Number(process.env.VISITORS ?? (LONG ? 10_000 : 1_000));
const PROCESSES = 2;
/** The promise for 10,000 visitors on one small machine that also plays all of the visitors. */
const ALL_LIVE_WITHIN_MS = 45_000;

let server: ProbedService;
let crowd: Crowd;
const lines: string[] = [];

beforeAll(async () => {
  server = await startProbedService();
  crowd = await Crowd.open(VISITORS, PROCESSES, server.options());
});
afterAll(async () => {
  crowd?.end();
  await server.dispose();
  if (!LONG || lines.length === 0) return;
  const section = {
    name: 'storm',
    title: 'Everybody comes back at once',
    command: 'npm run test:long -- test/chaos/storm',
    packages: ['ws', 'libsql'],
  };
  const table = [
    '| | p50 | p99 | last | the last message stored | peak memory of the server |',
    '|---|--:|--:|--:|--:|--:|',
  ];
  keepResults(
    section,
    `${VISITORS.toLocaleString('en')} visitors, each the whole client, in ${PROCESSES} processes on the server's own machine; each writes one message while
the server is gone. Seconds from the moment a server listens again until the visitor is live.\n\n${[...table, ...lines].join('\n')}`,
  );
});

async function storm(name: string, text: string, outage: () => Promise<void>): Promise<void> {
  await crowd.tell({ do: 'watch' });
  const gone = outage();
  await crowd.tell({ do: 'write', text, overMs: 300 });
  await gone;
  const listening = Date.now();
  const reports = await crowd.tell({ do: 'return' });
  const live = reports.flatMap(({ liveAt }) => liveAt.map((at) => Math.max(0, at - listening)));
  const stored = reports.flatMap(({ storedAt }) => storedAt.map((at) => Math.max(0, at - listening)));
  const { peakRss } = await server.holdings();
  const lastLive = Math.max(...live);
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  const figures = [quantile(live, 0.5), quantile(live, 0.99), lastLive, Math.max(...stored)].map(seconds);
  const line = `| ${name} | ${figures.join(' | ')} | ${Math.round(peakRss / 2 ** 20)} MiB |`;
  console.log(`${VISITORS} visitors: ${line}`);
  lines.push(line);
  expect(live).toHaveLength(crowd.count);
  if (LONG) expect(lastLive).toBeLessThanOrEqual(ALL_LIVE_WITHIN_MS);
}

async function storedOnce(): Promise<void> {
  const compared = await crowd.tell({ do: 'compare' });
  expect(compared.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(compared.reduce((sum, report) => sum + report.compared, 0)).toBe(crowd.count);
}

describe(`${VISITORS} visitors who lose the server while they write`, () => {
  it('all come back after a kill -9, and have said it once', async () => {
    await storm('kill -9 and restart', 'written while it was dead', async () => {
      await server.service.kill9();
      await server.service.start();
    });
    await storedOnce();
  });

  it('all come back after a deploy, and have said it once', async () => {
    await storm('SIGTERM, drain and restart', 'written during the deploy', () => server.service.restart());
    await storedOnce();
  });
});

/**
 * Everybody loses the server at the same moment, while everybody has something to say: all come back, and what they wrote
 * meanwhile is stored once. Once by a kill without warning, once by a deploy that drains; on one process with its own disk,
 * and on two with PostgreSQL and Redis.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantile } from '../../../bench/quantile.js';
import { LONG, type Section, saveResults } from '../../../support/runs/results.js';
import { Crowd } from './crowd-process.js';
import { oneOnItsDisk, type Stormed, twoOnPostgres } from './stormed.js';

const PROCESSES = 2;

interface Place {
  readonly where: string;
  readonly visitors: number;
  readonly start: () => Promise<Stormed>;
  readonly section: Section;
  /** What the section says of it beyond the figures. */
  readonly on: string;
}

const command = 'npm run test:long -- test/proofs/chaos/load/storm';
const PLACES: readonly Place[] = [
  {
    where: 'on one process',
    visitors: Number(process.env.VISITORS ?? (LONG ? 10_000 : 100)),
    start: oneOnItsDisk,
    section: { name: 'storm', title: 'Everybody comes back at once', command, packages: ['ws', 'libsql'] },
    on: "in 2 processes on the server's own machine",
  },
  {
    where: 'on PostgreSQL and Redis',
    visitors: Number(process.env.VISITORS ?? (LONG ? 5_000 : 100)),
    start: twoOnPostgres,
    section: {
      name: 'storm-postgres',
      title: 'Everybody comes back at once, on PostgreSQL and Redis',
      command,
      packages: ['ws', 'pg', 'ioredis'],
    },
    on: 'in 2 processes, behind a balancer before two nodes with one PostgreSQL and one Redis, all on one machine',
  },
];

describe.each(PLACES)('$visitors visitors who lose the server while they write, $where', (place) => {
  let stormed: Stormed;
  let crowd: Crowd;
  const lines: string[] = [];

  beforeAll(async () => {
    stormed = await place.start();
    crowd = await Crowd.open(place.visitors, PROCESSES, stormed.options);
  }, 300_000);
  afterAll(async () => {
    crowd?.end();
    await stormed?.dispose();
    if (!LONG || lines.length === 0) return;
    const table = [
      '| | connected p50 | last | live p50 | p99 | last | peak memory of a server |',
      '|---|--:|--:|--:|--:|--:|--:|',
    ];
    saveResults(
      place.section,
      `${place.visitors.toLocaleString('en')} visitors, each the whole client, ${place.on}; each writes one message while
the server is gone. Seconds from the moment a server listens again. Live is who is connected and has had a message of their
own acknowledged since: what they wrote meanwhile, or, where that was stored before they lost the server, one more.\n\n${[...table, ...lines].join('\n')}`,
    );
  });

  async function storm(name: string, text: string, outage: () => Promise<void>): Promise<void> {
    await crowd.tell({ do: 'watch' });
    const gone = outage();
    await crowd.tell({ do: 'write', text, overMs: 300 });
    await gone;
    const listening = Date.now();
    const reports = await crowd.tell({ do: 'return' });
    const since = (moments: readonly number[]): number[] => moments.map((at) => Math.max(0, at - listening));
    const connected = since(reports.flatMap(({ connectedAt }) => connectedAt));
    const live = since(reports.flatMap(({ liveAt }) => liveAt));
    const lastLive = Math.max(...live);
    const figures = [
      quantile(connected, 0.5),
      Math.max(...connected),
      quantile(live, 0.5),
      quantile(live, 0.99),
      lastLive,
    ].map((ms) => `${(ms / 1_000).toFixed(1)} s`);
    const line = `| ${name} | ${figures.join(' | ')} | ${Math.round((await stormed.peakRss()) / 2 ** 20)} MiB |`;
    console.log(`${crowd.count} visitors ${place.where}: ${line}`);
    lines.push(line);
    expect(live).toHaveLength(crowd.count);
  }

  async function storedOnce(): Promise<void> {
    const compared = await crowd.tell({ do: 'compare' });
    expect(compared.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(compared.reduce((sum, report) => sum + report.compared, 0)).toBe(crowd.count);
  }

  it('all come back after a kill -9, and have said it once', async () => {
    await storm('kill -9 and restart', 'written while it was dead', () => stormed.die());
    await storedOnce();
  });

  it('all come back after a deploy, and have said it once', async () => {
    await storm('SIGTERM, drain and restart', 'written during the deploy', () => stormed.deploy());
    await storedOnce();
  });
});

/**
 * All visitors lose the server at the same moment, while all of them write: all reconnect, and what they wrote meanwhile is
 * stored once. Once by a kill without warning, once by a deploy that drains; with one process on its own disk, and with two
 * on PostgreSQL and Redis.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quantile } from '../../../bench/quantile.js';
import { dailyShare } from '../../../support/runs/daily.js';
import { LONG, type Section, saveResults } from '../../../support/runs/results.js';
import { oneProcess, type RestartTarget, twoNodesOnPostgres } from './restart-targets.js';
import { VisitorProcesses } from './visitor-processes.js';

const PROCESSES = 2;

interface Place {
  readonly where: string;
  readonly visitors: number;
  readonly start: () => Promise<RestartTarget>;
  readonly section: Section;
  /** Where the visitors and the servers run, for the section's text. */
  readonly on: string;
}

const command = 'npm run test:long -- test/proofs/chaos/load/reconnect-storm';
const PLACES: readonly Place[] = [
  {
    where: 'on one process',
    visitors: Number(process.env.VISITORS ?? (LONG ? 10_000 : 40)),
    start: oneProcess,
    section: { name: 'storm', title: 'All visitors reconnect at once', command, packages: ['ws', 'libsql'] },
    on: "in 2 processes on the server's own machine",
  },
  {
    where: 'on PostgreSQL and Redis',
    visitors: Number(process.env.VISITORS ?? (LONG ? 5_000 : 40)),
    start: twoNodesOnPostgres,
    section: {
      name: 'storm-postgres',
      title: 'All visitors reconnect at once, on PostgreSQL and Redis',
      command,
      packages: ['ws', 'pg', 'ioredis'],
    },
    on: 'in 2 processes, behind a balancer before two nodes with one PostgreSQL and one Redis, all on one machine',
  },
];

// A short run has one of the places, each time another.
const places = dailyShare(PLACES, 2);

describe.each(places)('$visitors visitors who lose the server while they write, $where', (place) => {
  let target: RestartTarget;
  let visitors: VisitorProcesses;
  const lines: string[] = [];

  beforeAll(async () => {
    target = await place.start();
    visitors = await VisitorProcesses.open(place.visitors, PROCESSES, target.options);
  }, 300_000);
  afterAll(async () => {
    visitors?.end();
    await target?.dispose();
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

  async function outageWhileWriting(name: string, text: string, outage: () => Promise<void>): Promise<void> {
    await visitors.run({ do: 'watch' });
    const gone = outage();
    await visitors.run({ do: 'write', text, overMs: 300 });
    await gone;
    const listening = Date.now();
    const reports = await visitors.run({ do: 'return' });
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
    const line = `| ${name} | ${figures.join(' | ')} | ${Math.round((await target.peakRss()) / 2 ** 20)} MiB |`;
    console.log(`${visitors.count} visitors ${place.where}: ${line}`);
    lines.push(line);
    expect(live).toHaveLength(visitors.count);
  }

  async function expectStoredOnce(): Promise<void> {
    const compared = await visitors.run({ do: 'compare' });
    expect(compared.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(compared.reduce((sum, report) => sum + report.compared, 0)).toBe(visitors.count);
  }

  it('all reconnect after a kill -9, and each message is stored once', async () => {
    await outageWhileWriting('kill -9 and restart', 'written while it was dead', () => target.kill());
    await expectStoredOnce();
  });

  it('all reconnect after a deploy, and each message is stored once', async () => {
    await outageWhileWriting('SIGTERM, drain and restart', 'written during the deploy', () => target.deploy());
    await expectStoredOnce();
  });
});

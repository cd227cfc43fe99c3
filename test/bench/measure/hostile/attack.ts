/**
 * What one attacker costs others. 200 honest visitors of two inboxes write while an attacker does all it may from one address,
 * aimed at one of the inboxes, and, in turn, while the same attacker is aimed at a second, empty server of this machine. So both
 * kinds of runs share the processors with the attacker, and what differs is what the server lets it do to others.
 *
 *     ATTACK_SECONDS=10 ATTACK_ROUNDS=1 npm run bench -- --only attack       a short trial
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Service } from '../../../support/server/start-service.js';
import { SHOP_PAGE, shopInboxesWithoutArticles } from '../../../support/sites/shop-inbox.js';
import { ms, ratio, whole } from '../../format.js';
import type { Aim } from '../../load/attacker/aim.js';
import type { AttackCount } from '../../load/attacker/attacker.js';
import { type Fate, type HonestVisitor, openHonestVisitors, writeEvenly } from '../../load/honest-visitors.js';
import { visitOrdinarily } from '../../load/ordinary-visits.js';
import { pause } from '../../load/rate-limit.js';
import type { Figure, Outcome, Part } from '../../part.js';
import { median, quantile } from '../../quantile.js';
import { serverOf } from '../../tree.js';

const VISITORS = 200;
const SECONDS = Number(process.env.ATTACK_SECONDS ?? 60);
/** Of each kind. */
const ROUNDS = Number(process.env.ATTACK_ROUNDS ?? 3);
const QUICK = { seconds: 20, rounds: 1 };
const INBOXES = ['demo', 'other'] as const;
const WARM_SECONDS = 4;
const RSS_EVERY_MS = 200;
const MIB = 2 ** 20;

/** By how much the attack may raise the p99 of acknowledgements. */
const MOST = { demo: 3, other: 2 } as const;
/** By how much the attack may raise the server's memory: what sockets, caches and one run of the collector take. */
const MOST_RSS_BYTES = 512 * MIB;

interface Run {
  readonly fates: ReadonlyMap<string, Fate>;
  readonly rssBytes: number;
  readonly counts: readonly AttackCount[];
}

export const attack: Part = {
  title: 'One attacker beside 200 honest visitors',
  canBePaired: true,
  async run({ tree, quick }) {
    const [seconds, rounds] = quick ? [QUICK.seconds, QUICK.rounds] : [SECONDS, ROUNDS];
    const runs: Record<'attacked' | 'spared', Run[]> = { attacked: [], spared: [] };
    for (let round = 0; round < rounds; round++) {
      runs.attacked.push(await oneRun(tree, seconds, true));
      runs.spared.push(await oneRun(tree, seconds, false));
    }
    return outcomeOf(runs.attacked, runs.spared, seconds);
  },
};

/** Two fresh servers and a fresh attacker, which is aimed at the one with the visitors or at the empty one. */
async function oneRun(tree: string, seconds: number, isAttacked: boolean): Promise<Run> {
  const inboxDir = twoInboxes();
  const attacker = fork(join(import.meta.dirname, '../../load/attacker/attacker-process.mjs'), { stdio: 'inherit' });
  const [{ model }] = (await once(attacker, 'message')) as [{ model: string }];
  const options = { inboxDir, main: serverOf(tree), env: { TRUSTED_PROXIES: '1', OPENAI_BASE_URL: model } };
  const [server, empty] = await Promise.all([Service.start(options), Service.start(options)]);
  let visitors: HonestVisitor[] = [];
  try {
    visitors = await openHonestVisitors(server.origin, INBOXES, VISITORS);
    const aim = await aimAt(server);
    await Promise.all([writeEvenly(visitors, WARM_SECONDS), visitOrdinarily(aim)]);
    const memory = watchMemory(server.pid);
    const counts = attackOf(attacker, seconds, isAttacked ? aim : await aimAt(empty));
    const fates = await writeEvenly(visitors, seconds);
    await Promise.race([counts, pause(seconds * 1_000)]);
    return { fates, rssBytes: memory.stop(), counts: await counts };
  } finally {
    for (const { socket } of visitors) socket.close();
    attacker.kill('SIGKILL');
    await Promise.all([server.dispose(), empty.dispose()]);
    rmSync(inboxDir, { recursive: true, force: true });
  }
}

/** People answer at all hours, so visitors may ask for one. */
function twoInboxes(): string {
  const folder = shopInboxesWithoutArticles({ people: { hours: 'Always' } });
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other/inbox.json'), readFileSync(join(folder, 'demo/inbox.json')));
  return folder;
}

async function aimAt({ port, origin }: Service): Promise<Aim> {
  const widget = await (await fetch(`${origin}/widget/demo?o=${encodeURIComponent(SHOP_PAGE)}`)).text();
  const asset = /\/assets\/[\w-]+\.js/.exec(widget)?.[0];
  if (!asset) throw new Error('The widget names no file of its own. Build it first: npm run build');
  return { port, inbox: 'demo', page: SHOP_PAGE, asset };
}

async function attackOf(attacker: ChildProcess, seconds: number, aim: Aim): Promise<readonly AttackCount[]> {
  attacker.send({ seconds, aim });
  const [{ counts }] = (await once(attacker, 'message')) as [{ counts: readonly AttackCount[] }];
  return counts;
}

/** The most resident memory of a process, in bytes, until it is stopped. */
function watchMemory(pid: number): { stop(): number } {
  let most = 0;
  const look = (): void => {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
    most = Math.max(most, Number(line?.[1] ?? 0) * 1_024);
  };
  const timer = setInterval(look, RSS_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}

function outcomeOf(attacked: readonly Run[], spared: readonly Run[], seconds: number): Outcome {
  const rss = [attacked, spared].map((runs) => Math.max(...runs.map(({ rssBytes }) => rssBytes))) as [number, number];
  const lost = INBOXES.map((inbox) => lostOf(attacked, inbox));
  const p99 = INBOXES.map((inbox) => [p99Of(attacked, inbox), p99Of(spared, inbox)] as const);
  const held = (isHeld: boolean): string => (isHeld ? 'yes' : '**no**');
  const rows = [
    ...INBOXES.map((inbox, at) => {
      const { sent, acknowledged, refused } = lost[at] as Lost;
      const count = `${whole(acknowledged)} of ${whole(sent)}`;
      return `| \`${inbox}\`: messages acknowledged | ${count}, ${whole(refused)} refused | ${countOf(spared, inbox)} | | all | ${held(acknowledged === sent)} |`;
    }),
    ...INBOXES.map((inbox) => {
      const [of, beside] = [p50Of(attacked, inbox), p50Of(spared, inbox)];
      return `| \`${inbox}\`: acknowledged p50 | ${ms(of)} | ${ms(beside)} | ${ratio(of, beside)} | | |`;
    }),
    ...INBOXES.map((inbox, at) => {
      const [of, beside] = p99[at] as readonly [number, number];
      return `| \`${inbox}\`: acknowledged **p99** | ${ms(of)} | ${ms(beside)} | **${ratio(of, beside)}** | ${MOST[inbox]} × | ${held(of <= MOST[inbox] * beside)} |`;
    }),
    `| resident memory, at most | ${whole(rss[0] / MIB)} MiB | ${whole(rss[1] / MIB)} MiB | | + ${MOST_RSS_BYTES / MIB} MiB | ${held(rss[0] <= rss[1] + MOST_RSS_BYTES)} |`,
  ];
  return {
    report: `
${VISITORS} honest visitors, half of them in each of two inboxes, write once in 2 s for ${seconds} s. One address attacks \`demo\`
with everything it may do. Medians of ${attacked.length} runs against their server, and of ${spared.length} in turn with the same attacker aimed at an empty server
of the same machine; the most of all runs for memory and the sum for messages.

| | attacked | attacker elsewhere | ratio | promised | held |
|---|--:|--:|--:|--:|---|
${rows.join('\n')}
${reasonsOf(attacked)}
What the attacker did, all runs together:

| | tried | served | refused or cut off |
|---|--:|--:|--:|
${countsOf(attacked).join('\n')}
`,
    figures: figuresOf(p99, rss[0]),
  };
}

function figuresOf(p99: readonly (readonly [number, number])[], rssBytes: number): readonly Figure[] {
  return [
    ...INBOXES.map((inbox, at) => ({
      name: `acknowledged p99 in ${inbox}, attacked`,
      value: p99[at]?.[0] ?? Number.NaN,
      better: 'less' as const,
    })),
    { name: 'resident memory, attacked', value: rssBytes, better: 'less' },
  ];
}

interface Lost {
  readonly sent: number;
  readonly acknowledged: number;
  readonly refused: number;
}

const fateOf = ({ fates }: Run, inbox: string): Fate => fates.get(inbox) as Fate;
const sum = (values: Iterable<number>): number => [...values].reduce((all, each) => all + each, 0);
const p50Of = (runs: readonly Run[], inbox: string): number =>
  median(runs.map((run) => quantile(fateOf(run, inbox).ackMs, 0.5)));
const p99Of = (runs: readonly Run[], inbox: string): number =>
  median(runs.map((run) => quantile(fateOf(run, inbox).ackMs, 0.99)));

function lostOf(runs: readonly Run[], inbox: string): Lost {
  const fates = runs.map((run) => fateOf(run, inbox));
  return {
    sent: sum(fates.map(({ sent }) => sent)),
    acknowledged: sum(fates.map(({ ackMs }) => ackMs.length)),
    refused: sum(fates.flatMap(({ refused }) => [...refused.values()])),
  };
}

function countOf(runs: readonly Run[], inbox: string): string {
  const { sent, acknowledged } = lostOf(runs, inbox);
  return `${whole(acknowledged)} of ${whole(sent)}`;
}

/** What the server answered to the messages that it refused. */
function reasonsOf(runs: readonly Run[]): string {
  const reasons = new Map<string, number>();
  for (const run of runs)
    for (const { refused } of run.fates.values())
      for (const [reason, count] of refused) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  return [...reasons].map(([reason, count]) => `\nRefused ${whole(count)} times: ${reason}\n`).join('');
}

function countsOf(runs: readonly Run[]): readonly string[] {
  const names = runs[0]?.counts.map(({ attack: name }) => name) ?? [];
  return names.map((name) => {
    const counts = runs.flatMap(({ counts: all }) => all.filter((each) => each.attack === name));
    const of = (figure: 'tried' | 'served' | 'refused'): string => whole(sum(counts.map((each) => each[figure])));
    return `| ${name} | ${of('tried')} | ${of('served')} | ${of('refused')} |`;
  });
}

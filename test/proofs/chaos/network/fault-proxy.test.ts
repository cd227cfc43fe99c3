/**
 * One fault at one frame, for every kind of fault and every kind of frame, between the shipped client and the real server
 * process; and then runs with many random faults. Afterwards no message is lost or stored twice, and every page shows the
 * log, without any intervention. Replay a run with SEED=<number>.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyShare } from '../../../support/runs/daily.js';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { NodeBrowser, type NodePage } from '../../../support/wire/node-client.js';
import { isSettled, logOf, PageObserver, problemsAtTheEnd } from '../support/delivered-once.js';
import { type ProbedService, startProbedService } from '../support/probed-service.js';
import { FaultProxy } from './fault-proxy.js';
import { type Direction, FAULTS, type Fault } from './faults.js';
import { has, isFrame, PHASES, type Phase, type Scene } from './frame-phases.js';
import { runRandomFaults } from './random-faults.js';

const TIMES_FASTER = 10;
const SEEDS = Number(process.env.SEEDS ?? (LONG ? 500 : 2));
const FIRST = Number(process.env.SEED ?? 1);
/** Runs at a time. They share the server and nothing else. */
const AT_ONCE = 10;
const KILL_EVERY_MS = 1_500;

let server: ProbedService;
beforeAll(async () => {
  server = await startProbedService({ timesFaster: TIMES_FASTER });
});
afterAll(async () => {
  await server.dispose();
});

/** On a busy machine a page may be away by itself when its frame would come: then the scene begins again. */
const TRIES = 4;
const WAITS_MS = 30_000;

async function survives(fault: Fault, phase: Phase, tries = TRIES): Promise<readonly string[]> {
  const proxy = await FaultProxy.start(server.service.port);
  const browser = new NodeBrowser({ timesFaster: TIMES_FASTER });
  const page = browser.open(server.options(proxy.origin));
  const other = browser.open(server.options());
  const scene: Scene = { proxy, page, other };
  const observers = [page, other].map((each) => new PageObserver(each));
  try {
    other.client.connect();
    await other.until((client) => client.getState().loaded, 'the other tab to open');
    await phase.before?.(scene);
    const happened = proxy.plan({ direction: phase.direction, fault, at: phase.at });
    phase.provoke(scene);
    if (!(await soon(happened)))
      return tries > 1 ? survives(fault, phase, tries - 1) : [`the frame never passed in ${TRIES} scenes`];
    const count = phase.sent.length;
    await Promise.all([page, other].map((each) => each.until(() => isSettled(each, count), 'everything')));
    const log = await logOf(browser, server.service.port);
    // A page with the right number of messages may still lack the last event, until the next ping reveals it.
    await page
      .until(() => problemsAtTheEnd(log, phase.sent, [page]).length === 0, 'the end of the log', 10_000)
      .catch(() => undefined);
    return [
      ...problemsAtTheEnd(log, phase.sent, [page, other]),
      ...observers.flatMap((observer) => observer.problems(log)),
    ];
  } catch (error) {
    return [`${(error as Error).message}; happened: ${proxy.happened.join(', ')}`];
  } finally {
    browser.closeAll();
    await proxy.close();
  }
}

/** Whether it resolves before the page would have been away for good. */
const soon = (happened: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    happened.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, WAITS_MS, false).unref()),
  ]);

/** Every frame that carries what must not be lost. `gap`: it passes only when there is a gap to fill. */
const DURABLE: readonly { readonly direction: Direction; readonly t: string; readonly gap?: true }[] = [
  { direction: 'up', t: 'hello' },
  { direction: 'up', t: 'append' },
  { direction: 'up', t: 'sync', gap: true },
  { direction: 'down', t: 'welcome' },
  { direction: 'down', t: 'following' },
  { direction: 'down', t: 'events' },
  { direction: 'down', t: 'live' },
  { direction: 'down', t: 'ack' },
  { direction: 'down', t: 'page', gap: true },
];
/** In each round both tabs write and the connection is cut, so every frame passes at least once. */
const MOST_ROUNDS = 8;

/** The n-th frame of a kind does not arrive, in the middle of a conversation without faults until then. */
async function survivesTheNth(
  nth: number,
  { direction, t, gap }: (typeof DURABLE)[number],
): Promise<readonly string[]> {
  const proxy = await FaultProxy.start(server.service.port);
  const browser = new NodeBrowser({ timesFaster: TIMES_FASTER });
  const page = browser.open(server.options(proxy.origin));
  const other = browser.open(server.options());
  const pages = [page, other];
  const observers = pages.map((each) => new PageObserver(each));
  const sent: string[] = [];
  const say = async (who: NodePage): Promise<void> => {
    sent.push(`message ${sent.length + 1}`);
    who.client.sendMessage(sent.at(-1) as string);
    await Promise.all(pages.map((each) => each.until(() => isSettled(each, sent.length), `message ${sent.length}`)));
  };
  try {
    for (const each of pages) each.client.connect();
    await Promise.all(pages.map((each) => each.until((client) => client.getState().loaded, 'both tabs to open')));
    let isOver = false;
    void proxy.plan({ direction, fault: 'swallow', at: isFrame(t), nth }).then(() => {
      isOver = true;
    });
    for (let round = 1; !isOver; round++) {
      if (round > MOST_ROUNDS) return [`no ${t} number ${nth} ever passed`];
      if (gap) void proxy.plan({ direction: 'down', fault: 'swallow', at: has('message') });
      await say(other);
      await say(page);
      proxy.cutAll();
    }
    proxy.heal();
    // One more message, after the fault, must go through as usual.
    await say(page);
    const log = await logOf(browser, server.service.port);
    await page
      .until(() => problemsAtTheEnd(log, sent, [page]).length === 0, 'the end of the log', 10_000)
      .catch(() => undefined);
    return [...problemsAtTheEnd(log, sent, pages), ...observers.flatMap((observer) => observer.problems(log))];
  } catch (error) {
    return [`${(error as Error).message}; happened: ${proxy.happened.join(', ')}`];
  } finally {
    browser.closeAll();
    await proxy.close();
  }
}

describe('the n-th frame of a kind', () => {
  it.concurrent.each(dailyShare(DURABLE, 2, ({ direction }) => direction))(
    '$t ($direction) is swallowed, the first, the second or the third, and nothing is lost with it',
    async (kind) => {
      const problems = await Promise.all(
        [1, 2, 3].map(async (nth) =>
          (await survivesTheNth(nth, kind)).map((problem) => `${kind.t} number ${nth}: ${problem}`),
        ),
      );
      expect(problems.flat()).toEqual([]);
    },
  );
});

describe('one fault', () => {
  it.concurrent.each(FAULTS)('%s: at any frame of a conversation, costs nothing but time', async (fault) => {
    const problems = await Promise.all(
      PHASES.map(async (phase) =>
        (await survives(fault, phase)).map((problem) => `${fault} at ${phase.name}: ${problem}`),
      ),
    );
    expect(problems.flat()).toEqual([]);
  });

  it.concurrent('refused connections, again and again, cost nothing but time', async () => {
    const proxy = await FaultProxy.start(server.service.port);
    const browser = new NodeBrowser({ timesFaster: TIMES_FASTER });
    const page = browser.open(server.options(proxy.origin));
    proxy.refusing = true;
    page.client.sendMessage('question');
    await page.until(({ getState }) => getState().connection === 'reconnecting', 'a first attempt that failed');
    proxy.refusing = false;
    await page.until(() => isSettled(page, 1), 'the answer');
    expect(problemsAtTheEnd(await logOf(browser, server.service.port), ['question'], [page])).toEqual([]);
    browser.closeAll();
    await proxy.close();
  });
});

describe('a run of random faults', () => {
  it('is noticed by the same checks when a browser forgets what was not sent', async () => {
    const runs = Array.from({ length: 12 }, (_, seed) =>
      runRandomFaults(seed, server, { timesFaster: TIMES_FASTER, forgetful: true }),
    );
    const problems = (await Promise.all(runs)).flatMap((run) => run.problems);
    expect(problems.join('\n')).toContain('is in the log 0 times');
  });

  it(`over two visitors with two tabs each, who reload and leave as they like (seeds ${FIRST} to ${FIRST + SEEDS - 1})`, async () => {
    console.log(`SEED=${FIRST} SEEDS=${SEEDS}`);
    const begun = performance.now();
    const totals = { faults: 0, messages: 0, loads: 0 };
    const wrong: string[] = [];
    const seeds = Array.from({ length: SEEDS }, (_, i) => FIRST + i);
    const lane = async (): Promise<void> => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const run = await runRandomFaults(seed, server, { timesFaster: TIMES_FASTER });
        totals.faults += run.faults;
        totals.messages += run.messages;
        totals.loads += run.loads;
        wrong.push(...run.problems.map((problem) => `replay with SEED=${seed} SEEDS=1: ${problem}`));
      }
    };
    let kills = 0;
    let running = true;
    const killing = (async () => {
      while (running) {
        await new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS));
        await server.service.kill9();
        await server.service.start();
        kills += 1;
      }
    })();
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    running = false;
    await killing;
    expect(wrong).toEqual([]);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const line = `${SEEDS} runs: ${totals.faults} faults, ${kills} kills of the server, ${totals.loads} page loads, ${totals.messages} messages written, 0 lost, 0 doubled, ${seconds} s`;
    console.log(line);
    if (!LONG) return;
    const section = {
      name: 'fault-proxy',
      title: 'Random network faults',
      command: 'npm run test:long -- test/proofs/chaos/network/fault-proxy',
      packages: ['ws', 'libsql'],
    };
    saveResults(
      section,
      `Two visitors with two tabs each, a proxy between them and the server that breaks frames at random, pages that reload
and vanish, and a server that is killed every ${KILL_EVERY_MS / 1_000} s. Seeds ${FIRST} to ${FIRST + SEEDS - 1}, after ${FAULTS.length * PHASES.length} single faults, and after the first, second and third of each of ${DURABLE.length} kinds of frames was swallowed.\n\n- ${line}`,
    );
  });
});

/**
 * What an address that tries passwords costs the visitors. 200 of them write while one address signs in a thousand times a minute, each
 * time to another account, and, in turn, while it doesn't. A password costs a tenth of a second of a processor, so the server looks at few
 * of an address, and never in the thread that serves.
 */
import type { Service } from '../../../support/server/start-service.js';
import { consoleOrigin } from '../../../support/server/team-session.js';
import { ms, ratio, whole } from '../../format.js';
import { type Fate, type HonestVisitor, openHonestVisitors, writeEvenly } from '../../load/honest-visitors.js';
import { withShopServer } from '../../load/shop-server.js';
import type { Outcome, Part } from '../../part.js';
import { median, quantile } from '../../quantile.js';

const VISITORS = 200;
const INBOX = 'demo';
const SECONDS = 25;
/** Of each kind. */
const ROUNDS = 3;
const QUICK = { seconds: 15, rounds: 1 };
const WARM_SECONDS = 4;
const SIGN_INS_IN_A_MINUTE = 1_000;
/** What the server answers to a wrong password, and where it doesn't look at it. */
const [WRONG, REFUSED] = [401, 429] as const;
/** By how much the sign-ins may raise the p99 of acknowledgements. */
const MOST = 2;

interface Run {
  readonly fate: Fate;
  /** How often the server answered with each status. */
  readonly statuses: ReadonlyMap<number, number>;
}

export const signIns: Part = {
  title: 'A thousand sign-ins a minute beside 200 visitors',
  canBePaired: true,
  run: ({ tree, quick }) =>
    withShopServer(
      tree,
      async (server) => {
        const [seconds, rounds] = quick ? [QUICK.seconds, QUICK.rounds] : [SECONDS, ROUNDS];
        const visitors = await openHonestVisitors(server.origin, [INBOX], VISITORS);
        const runs: Record<'with' | 'without', Run[]> = { with: [], without: [] };
        try {
          await writeEvenly(visitors, WARM_SECONDS);
          for (let round = 0; round < rounds; round++) {
            // An address that was refused before would not even begin.
            const from = `203.0.113.${round + 1}`;
            runs.with.push(await oneRun(visitors, seconds, beginSignIns(server, from)));
            runs.without.push(await oneRun(visitors, seconds, null));
          }
        } finally {
          for (const { socket } of visitors) socket.close();
        }
        return outcomeOf(runs.with, runs.without, seconds);
      },
      { TRUSTED_PROXIES: '1' },
    ),
};

interface SignIns {
  stop(): Promise<ReadonlyMap<number, number>>;
}

async function oneRun(visitors: readonly HonestVisitor[], seconds: number, attempts: SignIns | null): Promise<Run> {
  const fates = await writeEvenly(visitors, seconds);
  const statuses = (await attempts?.stop()) ?? new Map<number, number>();
  return { fate: fates.get(INBOX) as Fate, statuses };
}

/** Whether the one before was answered or not. */
function beginSignIns(server: Service, from: string): SignIns {
  const origin = consoleOrigin(server);
  const statuses = new Map<number, number>();
  const underWay: Promise<void>[] = [];
  let count = 0;
  const signIn = async (email: string): Promise<void> => {
    const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from, origin },
      body: JSON.stringify({ email, password: 'not the password' }),
    });
    const text = await answer.text();
    if (answer.status !== WRONG && answer.status !== REFUSED) throw new Error(`A sign-in: ${answer.status} ${text}`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  };
  const timer = setInterval(() => {
    const attempt = signIn(`person-${++count}@example.com`);
    underWay.push(attempt);
    // It is seen when all are waited for.
    attempt.catch(() => undefined);
  }, 60_000 / SIGN_INS_IN_A_MINUTE);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return statuses;
    },
  };
}

const at = (runs: readonly Run[], q: number): number => median(runs.map(({ fate }) => quantile(fate.ackMs, q)));
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

function outcomeOf(attacked: readonly Run[], spared: readonly Run[], seconds: number): Outcome {
  const [p50, p99] = [0.5, 0.99].map((q) => [at(attacked, q), at(spared, q)] as const);
  const [[p50With, p50Without], [p99With, p99Without]] = [p50, p99] as [
    readonly [number, number],
    readonly [number, number],
  ];
  const countOf = (status: number): number => sum(attacked.map(({ statuses }) => statuses.get(status) ?? 0));
  const tried = sum(attacked.flatMap(({ statuses }) => [...statuses.values()]));
  const acknowledged = (runs: readonly Run[]): string =>
    `${whole(sum(runs.map(({ fate }) => fate.ackMs.length)))} of ${whole(sum(runs.map(({ fate }) => fate.sent)))}`;
  const held = p99With <= MOST * p99Without ? 'yes' : '**no**';
  return {
    report: `
${VISITORS} visitors write once in 2 s for ${seconds} s, while one address signs in ${whole(SIGN_INS_IN_A_MINUTE)} times a minute, each time to another account, and
in turn while it doesn't. Medians of ${attacked.length} runs of each kind; the sum for messages.

| | with sign-ins | without | ratio | promised | held |
|---|--:|--:|--:|--:|---|
| messages acknowledged | ${acknowledged(attacked)} | ${acknowledged(spared)} | | | |
| acknowledged p50 | ${ms(p50With)} | ${ms(p50Without)} | ${ratio(p50With, p50Without)} | | |
| acknowledged **p99** | ${ms(p99With)} | ${ms(p99Without)} | **${ratio(p99With, p99Without)}** | ${MOST} × | ${held} |

Of ${whole(tried)} sign-ins the server looked at ${whole(countOf(WRONG))} passwords, and refused ${whole(countOf(REFUSED))}.
`,
    figures: [{ name: 'acknowledged p99, with sign-ins', value: p99With, better: 'less' }],
  };
}

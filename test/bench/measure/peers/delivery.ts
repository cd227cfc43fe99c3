/** Durable delivery through our server and through its peers: all at once, and evenly at a quarter of the slowest peak. */
import { ms, us, whole } from '../../format.js';
import { type Delivery, exchangeAtOnce, exchangeEvenly, type Pair } from '../../load/exchange.js';
import { QUESTION } from '../../load/question.js';
import { BURST_EACH, EVERY_MS, pause, REFILL_MS } from '../../load/rate-limit.js';
import { closePairs } from '../../load/visitor-pairs.js';
import { ServerBusy } from '../../load/visitor-socket.js';
import type { Part } from '../../part.js';
import { median } from '../../quantile.js';
import { type Contestant, ON_POSTGRES, ON_SQLITE, PEERS_DO_LESS, withContestants } from './contestants.js';
import { openPairs } from './pairs.js';
import { inRounds } from './rounds.js';
import { type Column, HOW_COMPARED, tableOf } from './table.js';

const SIZES = [500, 2_000] as const;
const ROUNDS = 9;
/** Until the code is compiled. */
const WARM_ROUNDS = 2;
/** The pairs send so many messages over this time first: from nothing to all at once is refused as overload. */
const COLD = { each: 2, everyMs: 2 * EVERY_MS };
/** Of the slowest of its group at once. */
const SHARE = 0.25;
const EVEN = { each: 4, uncounted: 1 };
/** Our server may refuse this many messages because the disk is stalled; then the turn is repeated. */
const MOST_REFUSED = 3;

export const peers: Part = {
  title: 'Durable delivery: peers',
  canBePaired: false,
  takesRuns: true,
  async run({ runs: rounds = ROUNDS }) {
    const reports: string[] = [];
    for (const kinds of [ON_SQLITE, ON_POSTGRES])
      reports.push(await withContestants(kinds, (contestants) => ofGroup(contestants, rounds)));
    return { report: [introduction(rounds), ...reports].join('\n\n'), figures: [] };
  },
};

interface Turn {
  readonly delivery: Delivery;
  /** Processor time per message. */
  readonly usEach: number;
  /** Of PostgreSQL, per message. */
  readonly database: { readonly usEach: number; readonly transactions: number; readonly walBytes: number } | null;
}

/** @returns its tables */
async function ofGroup(contestants: readonly Contestant[], rounds: number): Promise<string> {
  const pairs: Pair[][] = contestants.map(() => []);
  const fullAt = contestants.map(() => 0);
  /** A visitor of ours may send the next ones when the bucket is full again; the turns of the others fill that time. */
  const turn = async (index: number, each: number, send: () => Promise<Delivery>): Promise<Turn> => {
    const contestant = contestants[index] as Contestant;
    for (let refused = 0; ; refused++) {
      if (contestant.isOurs) await pause(Math.max(0, (fullAt[index] as number) - performance.now()));
      try {
        return await timed(contestant, each, send);
      } catch (error) {
        if (!(error instanceof ServerBusy) || refused === MOST_REFUSED) throw error;
      } finally {
        fullAt[index] = performance.now() + REFILL_MS;
      }
    }
  };
  const tables: string[] = [];
  let slowest = Number.NaN;
  for (const size of SIZES) {
    for (const [index, contestant] of contestants.entries()) {
      const ofThis = pairs[index] as Pair[];
      ofThis.push(...(await openPairs(contestant, size - ofThis.length)));
      await turn(index, size * COLD.each, () => exchangeEvenly(ofThis, QUESTION, COLD.each, COLD.everyMs, 0));
    }
    const atOnce = await inRounds(contestants, { warm: WARM_ROUNDS, rounds }, (_, index) =>
      turn(index, size * BURST_EACH, () => exchangeAtOnce(pairs[index] as Pair[], QUESTION, BURST_EACH)),
    );
    const head = `${whole(size)} visitors send ${BURST_EACH} messages each at once`;
    tables.push(tableOf(head, contestants, atOnce, [PER_SECOND, PROCESSOR, ...columnsOf(contestants)]));
    slowest = Math.min(...atOnce.map((turns) => median(turns.map(PER_SECOND.of))));
  }
  const visitors = Math.min(Math.round(slowest * SHARE * (EVERY_MS / 1_000)), SIZES[1]);
  const evenly = await inRounds(contestants, { warm: 1, rounds }, (_, index) =>
    turn(index, visitors * EVEN.each, () => {
      const some = (pairs[index] as Pair[]).slice(0, visitors);
      return exchangeEvenly(some, QUESTION, EVEN.each, EVERY_MS, EVEN.uncounted);
    }),
  );
  const head = `evenly ${whole((visitors * 1_000) / EVERY_MS)} messages/s, a quarter of the slowest above`;
  tables.push(tableOf(head, contestants, evenly, [ACKNOWLEDGED, PROCESSOR]));
  closePairs(pairs.flat());
  return tables.join('\n\n');
}

async function timed(contestant: Contestant, messages: number, send: () => Promise<Delivery>): Promise<Turn> {
  const { database } = contestant;
  const written = await database?.written();
  const [before, ofDatabase] = [contestant.processTimeUs(), database?.processTimeUs() ?? 0];
  const delivery = await send();
  const usEach = (contestant.processTimeUs() - before) / messages;
  if (!database || !written) return { delivery, usEach, database: null };
  const databaseUs = database.processTimeUs() - ofDatabase;
  const after = await database.written();
  return {
    delivery,
    usEach,
    database: {
      usEach: databaseUs / messages,
      transactions: (after.transactions - written.transactions) / messages,
      walBytes: (after.walBytes - written.walBytes) / messages,
    },
  };
}

const introduction = (rounds: number): string => `
Each visitor has two tabs; a message counts when it is stored, acknowledged, and in the other tab. Medians of ${rounds} rounds:
${HOW_COMPARED} Processor time is user and system time from \`/proc/PID/stat\`, of the
server and of all processes of its PostgreSQL (\`fsync\` and \`synchronous_commit\` on). Peers acknowledge after the commit and are idempotent
by the client's id. ${PEERS_DO_LESS}
`;

const columnsOf = ([first]: readonly Contestant[]): readonly Column<Turn>[] => (first?.database ? OF_DATABASE : []);

const PER_SECOND: Column<Turn> = { title: 'messages/s', format: whole, of: ({ delivery }) => delivery.perSecond };
const PROCESSOR: Column<Turn> = { title: 'processor time per message', format: us, of: ({ usEach }) => usEach };
const ACKNOWLEDGED: Column<Turn> = { title: 'acknowledged p50', format: ms, of: ({ delivery }) => delivery.ackMs.p50 };
const ofDatabase =
  (name: keyof NonNullable<Turn['database']>) =>
  ({ database }: Turn): number =>
    database?.[name] ?? Number.NaN;
const OF_DATABASE: readonly Column<Turn>[] = [
  { title: 'of it PostgreSQL', format: us, of: ofDatabase('usEach') },
  { title: 'its transactions per message', format: (count) => count.toFixed(3), of: ofDatabase('transactions') },
  { title: 'its log, bytes per message', format: whole, of: ofDatabase('walBytes') },
];

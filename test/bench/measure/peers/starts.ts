/** From the start of a process until a visitor has a socket, and until all are back after a crash, with our server and with peers. */
import { ms, whole } from '../../format.js';
import { inBatches } from '../../load/in-batches.js';
import { QUESTION } from '../../load/question.js';
import { pause } from '../../load/rate-limit.js';
import type { Visitor } from '../../load/visitor-socket.js';
import type { Part } from '../../part.js';
import { type Contestant, ON_BOTH, PEERS_DO_LESS, withContestants } from './contestants.js';
import { inRounds, type Measured } from './rounds.js';
import { openStormVisitors, type Storm, storm } from './storm.js';
import { HOW_COMPARED, tableOf } from './table.js';

const START_ROUNDS = 9;
const STORM_ROUNDS = 5;
const VISITORS = 1_000;
const TRY_EVERY_MS = 5;
const MOST_START_MS = 60_000;

export const peerStarts: Part = {
  title: 'Starts and crashes: peers',
  canBePaired: false,
  takesRuns: true,
  async run({ runs }) {
    return withContestants(ON_BOTH, async (contestants) => {
      const visitors = await inBatches(contestants.length, 1, (index) => writer(contestants[index] as Contestant));
      const starts = await inRounds(contestants, { warm: 1, rounds: runs ?? START_ROUNDS }, (contestant, index) =>
        startOf(contestant, visitors[index] as Visitor),
      );
      const crowds = await inBatches(contestants.length, 1, (index) =>
        openStormVisitors(contestants[index] as Contestant, VISITORS),
      );
      let nth = 0;
      const storms = await inRounds(contestants, { warm: 0, rounds: runs ?? STORM_ROUNDS }, (contestant, index) =>
        storm(contestant, crowds[index] ?? [], ++nth),
      );
      return { report: reportOf(contestants, starts, storms), figures: [] };
    });
  },
};

/** A visitor who has written and left. */
async function writer(contestant: Contestant): Promise<Visitor> {
  const socket = await contestant.enter({});
  await socket.append({ kind: 'message', text: QUESTION });
  const { visitor } = socket;
  socket.close();
  return visitor;
}

/** Milliseconds from the start of the process, after it was killed, until that visitor has what was written. */
async function startOf({ service, enter }: Contestant, visitor: Visitor): Promise<number> {
  await service.kill9();
  const begun = performance.now();
  await service.start('spawned');
  for (;;) {
    try {
      const socket = await enter({ visitor });
      const took = performance.now() - begun;
      socket.close();
      return took;
    } catch (error) {
      if (performance.now() - begun > MOST_START_MS) throw error;
      await pause(TRY_EVERY_MS);
    }
  }
}

const reportOf = (contestants: readonly Contestant[], starts: Measured<number>, storms: Measured<Storm>): string => `
Medians of ${starts[0]?.length} rounds; ${HOW_COMPARED}

${tableOf('', contestants, starts, [
  { title: 'start of the process → a known visitor has a socket and what was written', format: ms, of: Number },
])}

${whole(VISITORS)} visitors with two tabs each write, the server is killed (\`kill -9\`) and started at once, and each writes once more meanwhile. All
come back as clients of socket.io do: after 1 s, doubling up to 5 s, ± 50 %. Back: both tabs are connected and show both messages. Medians of
${storms[0]?.length} rounds, from the kill on; counts are of all rounds. ${PEERS_DO_LESS}

${tableOf(
  '',
  contestants,
  storms,
  [
    { title: 'p50 back', format: ms, of: ({ p50Ms }) => p50Ms },
    { title: 'last back', format: ms, of: ({ lastMs }) => lastMs },
  ],
  [
    { title: 'acknowledged', format: whole, of: ({ acknowledged }) => acknowledged },
    { title: 'of these lost', format: whole, of: ({ lost }) => lost },
    { title: 'missing in a tab', format: whole, of: ({ missing }) => missing },
    { title: 'stored or shown twice', format: whole, of: ({ twice }) => twice },
  ],
)}
`;

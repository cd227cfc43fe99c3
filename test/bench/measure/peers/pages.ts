/** On a quiet server, one visitor after the other: a page of history, and coming back with missed messages. */
import { FRAME_LIMITS } from '@service/protocol';
import { inBatches } from '../../load/in-batches.js';
import { QUESTION } from '../../load/question.js';
import type { Visitor } from '../../load/visitor-socket.js';
import type { Part } from '../../part.js';
import { median } from '../../quantile.js';
import { conversationOf } from '../resume.js';
import { type Contestant, ON_BOTH, PEERS_DO_LESS, withContestants } from './contestants.js';
import { inRounds, type Measured } from './rounds.js';
import { HOW_COMPARED, tableOf } from './table.js';

const ROUNDS = 15;
const WARM_ROUNDS = 5;
const CONVERSATIONS = 5;
const MESSAGES = 150;
const MISSED = 50;
const PAGE = FRAME_LIMITS.historyPage;
const PAGES_EACH = 3;
const ms = (value: number): string => `${value.toFixed(2)} ms`;

export const peerPages: Part = {
  title: 'History and coming back: peers',
  canBePaired: false,
  takesRuns: true,
  async run({ runs: rounds = ROUNDS }) {
    return withContestants(ON_BOTH, async (contestants) => {
      const places = await inBatches(contestants.length, 1, (index) =>
        inBatches(CONVERSATIONS, 1, () => placeOf(contestants[index] as Contestant)),
      );
      const turns = await inRounds(contestants, { warm: WARM_ROUNDS, rounds }, (contestant, index) =>
        turnOf(contestant, places[index] ?? []),
      );
      return { report: reportOf(contestants, turns), figures: [] };
    });
  },
};

/** A conversation, and two numbers in it. */
interface Place {
  readonly visitor: Visitor;
  readonly last: number;
  /** After this one come {@link MISSED}. */
  readonly missedAfter: number;
}

interface Turn {
  readonly pageMs: number;
  readonly resumeMs: number;
}

async function placeOf(contestant: Contestant): Promise<Place> {
  const { visitor, after } = contestant.isOurs ? await writtenByTeam(contestant) : await writtenByVisitor(contestant);
  const numbers: number[] = [];
  const onEvents = (events: readonly { number: number }[]) => void numbers.push(...events.map(({ number }) => number));
  (await contestant.enter({ visitor, after, onEvents })).close();
  if (numbers.length !== MESSAGES) throw new Error(`${numbers.length} messages of ${MESSAGES} are stored.`);
  return { visitor, last: numbers.at(-1) as number, missedAfter: numbers.at(-MISSED - 1) as number };
}

/** Our visitors may write one message a second. */
async function writtenByTeam({ service }: Contestant) {
  const { session, cursor } = await conversationOf(MESSAGES, service);
  return { visitor: { session, ...cursor }, after: cursor.seq };
}

async function writtenByVisitor({ enter }: Contestant) {
  const socket = await enter({});
  await inBatches(MESSAGES, 1, () => socket.append({ kind: 'message', text: QUESTION }));
  socket.close();
  return { visitor: socket.visitor, after: 0 };
}

async function turnOf({ enter }: Contestant, places: readonly Place[]): Promise<Turn> {
  const [pages, resumes]: [number[], number[]] = [[], []];
  for (const { visitor, last, missedAfter } of places) {
    let missed = 0;
    const begun = performance.now();
    const socket = await enter({
      visitor,
      after: missedAfter,
      onEvents(events) {
        missed += events.length;
      },
    });
    resumes.push(performance.now() - begun);
    if (missed !== MISSED) throw new Error(`${missed} messages came instead of the ${MISSED} that were missed.`);
    for (let nth = 0; nth < PAGES_EACH; nth++) {
      const asked = performance.now();
      const events = await socket.history(last);
      pages.push(performance.now() - asked);
      if (events !== PAGE) throw new Error(`A page has ${events} events instead of ${PAGE}.`);
    }
    socket.close();
  }
  return { pageMs: median(pages), resumeMs: median(resumes) };
}

const reportOf = (contestants: readonly Contestant[], turns: Measured<Turn>): string => `
Nothing else is asked of the server; ${CONVERSATIONS} conversations of ${MESSAGES} messages, one after the other. Medians of ${turns[0]?.length} rounds;
${HOW_COMPARED} ${PEERS_DO_LESS}

${tableOf('', contestants, turns, [
  { title: `page of ${PAGE}`, format: ms, of: ({ pageMs }) => pageMs },
  { title: `back with ${MISSED} missed, from no socket to live`, format: ms, of: ({ resumeMs }) => resumeMs },
])}
`;

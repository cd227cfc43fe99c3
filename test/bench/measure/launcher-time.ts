/**
 * How long a visitor waits for the launcher and for a chat that takes a key, and what that costs the page, against the least
 * that a chat in a frame can take: a script that draws a button and a frame that shows a textbox.
 */
import { startBenchPages } from '../launcher/bench-pages.js';
import { isRestless, type Round, reportOf } from '../launcher/figures.js';
import { bytesUntilReady, clickAtRest, clickEarly } from '../launcher/runs.js';
import type { Part } from '../part.js';

const RUNS = 9;
/** Of a series whose floor varied too much. */
const MOST_REPETITIONS = 3;

export const launcherTime: Part = {
  title: 'Waiting for the launcher',
  needsBrowser: true,
  canBePaired: false,
  takesRuns: true,
  async run({ runs = RUNS }) {
    const pages = await startBenchPages();
    try {
      const series: Round[][] = [];
      do {
        const rounds: Round[] = [];
        for (let round = 0; round < runs; round++) rounds.push(await measureRound());
        series.push(rounds);
      } while (runs >= RUNS && series.length <= MOST_REPETITIONS && isRestless(series.at(-1) ?? []));
      return { report: `${introduction(runs, series.length)}\n\n${reportOf(series)}`, figures: [] };
    } finally {
      await pages.close();
    }

    async function measureRound(): Promise<Round> {
      return {
        early: {
          floor: await clickEarly(pages, 'floor'),
          idle: await clickEarly(pages, 'idle'),
          v1: await clickEarly(pages, 'v1'),
        },
        rest: {
          floor: await clickAtRest(pages, 'floor', false),
          intent: await clickAtRest(pages, 'intent', false),
          'floor-rest': await clickAtRest(pages, 'floor-rest', true),
          idle: await clickAtRest(pages, 'idle', true),
        },
        bytesUntilReady: await bytesUntilReady(pages, 'idle'),
      };
    }
  },
};

const introduction = (runs: number, series: number): string => `
The floor is the least that a chat in a frame of another site can take: a script that draws a button, and a frame with a textbox
drawn by Preact, made at the click or, for a click at rest and for \`idle\`, when the page is at rest. Floor and ours in turn, in
${runs} rounds${series > 1 ? `, ${series} times because the floor's quartiles were more than 15 % apart (of these, the first in which they weren't)` : ''}; each visit in a new browser with an empty cache, on a
processor four times as slow and with 165 ms a request and 9 Mbit/s for the page and the frame. Ours by the address with the inbox.
Ready: the textbox has the focus, and a key is shown in the next frame. Work: processor time of the page's main thread.`;

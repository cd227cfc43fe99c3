/** The figures of the report, with the aim of each. */
import { ms, whole } from '../format.js';
import type { EarlyRun, RestRun } from './runs.js';
import { chosenSeries, MOST_RESTLESS, type Pairs, ratios, restlessness, spread } from './series.js';

/** Every contender once. */
export interface Round {
  readonly bytesUntilReady: number;
  readonly early: Readonly<Record<'floor' | 'idle' | 'v1', EarlyRun>>;
  readonly rest: Readonly<Record<'floor' | 'floor-rest' | 'idle' | 'intent', RestRun>>;
}

interface Timed {
  readonly name: string;
  /** The ratio at most; absent: only reported. */
  readonly aim?: number;
  of(round: Round): { readonly ours: number; readonly floor: number };
}

const TIMED: readonly Timed[] = [
  {
    name: 'script start → launcher',
    aim: 1.4,
    of: ({ early }) => ({ ours: early.idle.launcherMs, floor: early.floor.launcherMs }),
  },
  {
    name: 'the same by `/embed/v1.js`',
    of: ({ early }) => ({ ours: early.v1.launcherMs, floor: early.floor.launcherMs }),
  },
  {
    name: 'early click → input ready, from script start',
    aim: 1.3,
    of: ({ early }) => ({ ours: early.idle.readyMs, floor: early.floor.readyMs }),
  },
  {
    name: 'the same by `/embed/v1.js`',
    of: ({ early }) => ({ ours: early.v1.readyMs, floor: early.floor.readyMs }),
  },
  {
    name: 'click at rest → input ready',
    aim: 1.75,
    of: ({ rest }) => ({ ours: rest.idle.readyMs, floor: rest['floor-rest'].readyMs }),
  },
  {
    name: 'work of the page until at rest, `intent`',
    aim: 1.15,
    of: ({ rest }) => ({ ours: rest.intent.workMs, floor: rest.floor.workMs }),
  },
  {
    name: 'work of the page until at rest, `idle`',
    aim: 1.1,
    of: ({ rest }) => ({ ours: rest.idle.workMs, floor: rest['floor-rest'].workMs }),
  },
];

interface Counted {
  readonly name: string;
  /** At most. */
  readonly aim: number;
  readonly write: (value: number) => string;
  /** Of the rounds the highest counts. */
  of(round: Round): number;
}

const KIB = 1_024;
const MB = 1e6;
const kib = (bytes: number): string => `${(bytes / KIB).toFixed(1)} KiB`;
const mb = (bytes: number): string => `${(bytes / MB).toFixed(2)} MB`;
const shift = (value: number): string => value.toFixed(4);

const COUNTED: readonly Counted[] = [
  { name: 'requests before the launcher', aim: 1, write: whole, of: ({ early }) => early.idle.requestsBeforeLauncher },
  { name: 'bytes before the launcher', aim: 8 * KIB, write: kib, of: ({ early }) => early.idle.bytesBeforeLauncher },
  {
    name: 'requests before the launcher, `/embed/v1.js`',
    aim: 2,
    write: whole,
    of: ({ early }) => early.v1.requestsBeforeLauncher,
  },
  { name: 'bytes until one can write', aim: 42 * KIB, write: kib, of: ({ bytesUntilReady }) => bytesUntilReady },
  { name: 'requests before `load`, `idle`', aim: 1, write: whole, of: ({ rest }) => rest.idle.requestsBeforeLoad },
  { name: 'heap of page and frame, open', aim: 2 * MB, write: mb, of: ({ rest }) => rest.idle.heapBytes },
  { name: 'layout shift', aim: 0, write: shift, of: ({ early, rest }) => early.idle.shift + rest.idle.shift },
  {
    name: 'long tasks of the page after the script',
    aim: 0,
    write: whole,
    of: ({ early, rest }) => Math.max(early.idle.longTasks, rest.idle.longTasks, rest.intent.longTasks),
  },
];

const pairsOf = ({ of }: Timed, rounds: readonly Round[]): Pairs => {
  const both = rounds.map(of);
  return { ours: both.map(({ ours }) => ours), floor: both.map(({ floor }) => floor) };
};

/** A floor varied too much in these rounds for one of the figures. */
export const isRestless = (rounds: readonly Round[]): boolean =>
  TIMED.some((timed) => restlessness(pairsOf(timed, rounds)) > MOST_RESTLESS);

/** @returns Markdown of all figures. `series`: the rounds of each repetition. */
export function reportOf(series: readonly (readonly Round[])[]): string {
  const rounds = series.flat();
  return [
    '| | floor | ours | ratio, median and quartiles | aim | met |',
    '|---|--:|--:|--:|--:|---|',
    ...TIMED.map((timed) => timedRow(timed, series)),
    '',
    '| the most of all rounds | ours | aim | met |',
    '|---|--:|--:|---|',
    ...COUNTED.map(({ name, aim, write, of }) => {
      const most = Math.max(...rounds.map(of));
      return `| ${name} | **${write(most)}** | ${write(aim)} | ${met(most <= aim)} |`;
    }),
  ].join('\n');
}

function timedRow(timed: Timed, series: readonly (readonly Round[])[]): string {
  const pairs = chosenSeries(series.map((rounds) => pairsOf(timed, rounds)));
  const { median, lower, upper } = spread(ratios(pairs));
  const restless = restlessness(pairs);
  const floor = `${ms(spread(pairs.floor).median)}${restless > MOST_RESTLESS ? ` (quartiles ${Math.round(restless * 100)} % apart)` : ''}`;
  const ratio = `**${median.toFixed(2)} ×** (${lower.toFixed(2)}–${upper.toFixed(2)})`;
  const { name, aim } = timed;
  const verdict = aim === undefined ? '| |' : `| ${aim} × | ${met(median <= aim)} |`;
  return `| ${name} | ${floor} | ${ms(spread(pairs.ours).median)} | ${ratio} ${verdict}`;
}

const met = (isMet: boolean): string => (isMet ? 'yes' : 'no');

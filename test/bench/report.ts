/** The measurements as a section that a person reads: ratios before absolute numbers. */
import { keepResults, type Section, sectionOf } from '../harness/results.js';
import { bytesOf, type Transfer } from '../harness/weigh.js';
import {
  BURST_EACH,
  BURST_ROUNDS,
  type DeliveryMeasurements,
  HALF_COUNTED,
  HALF_EACH,
  HALF_ROUNDS,
  STALL_MS,
} from './delivery.js';
import type { FirstWord } from './first-word.js';
import type { IdleMemory } from './idle-memory.js';
import type { LauncherTime } from './launcher-time.js';
import type { Resume } from './resume.js';
import type { Streaming } from './streaming.js';
import type { PageWeight, Weight } from './weight.js';

export interface Measurements {
  readonly visitors: number;
  readonly delivery: DeliveryMeasurements;
  readonly streaming: Streaming;
  readonly firstWord: FirstWord;
  readonly resume: Resume;
  readonly idleSockets: number;
  readonly memory: IdleMemory;
  readonly weight: Weight;
  readonly launcher: LauncherTime;
}

/** Keeps the section in the results, and returns it as it stands there. */
export function keepReport(m: Measurements): string {
  const section: Section = {
    name: 'benchmarks',
    title: 'Benchmarks',
    command: 'npm run bench',
    packages: ['ws', 'libsql', 'hono', 'preact', 'playwright-core'],
    alsoOn: `Chromium ${m.weight.browser}`,
  };
  const body = report(m);
  keepResults(section, body);
  return sectionOf(section, body);
}

function report(m: Measurements): string {
  const { burst, ceilings, half } = m.delivery;
  return `Every ratio compares two measurements of one run. Load generator, server and baselines share the machine's cores.

### Durable delivery

${m.visitors} visitors with two tabs each, no limit lifted: one tab sends ${BURST_EACH} messages, each after the acknowledgement of
the one before; a message counts when it is on disk, acknowledged, and in the other tab. Medians of ${BURST_ROUNDS} rounds; each is
compared with the lower of the two ceilings as they were in the seconds before it, because machines are not equally fast all the time.

| | messages/s | of the lower ceiling |
|---|--:|--:|
| raw store: libsql, WAL, synchronous=FULL, 64 per commit | ${whole(ceilings.store)} | |
| raw relay: \`ws\`, nothing stored | ${whole(ceilings.relay)} | |
| **through the server** | **${whole(burst.perSecond)}** | **${ratio(m.delivery.ratio, 1)}** |

| | acknowledged p50 | p99 | in the other tab p50 | p99 |
|---|--:|--:|--:|--:|
| everybody at once | ${ms(burst.ackMs.p50)} | ${ms(burst.ackMs.p99)} | ${ms(burst.deliveredMs.p50)} | ${ms(burst.deliveredMs.p99)} |
| **half load**: ${whole(half.perSecond)} messages/s, spread over ${whole(half.visitors)} visitors | ${ms(half.ackMs.p50)} | **${ms(half.ackMs.p99)}** | ${ms(half.deliveredMs.p50)} | ${ms(half.deliveredMs.p99)} |

Half load, of what everybody at once reached seconds before, is measured for ${HALF_EACH} s at a time. Beside it a bystander flushes one bare
page every 10 ms: while that waits, so does every message of any server. It is measured until the bystander never waited longer than
${STALL_MS} ms in ${HALF_COUNTED} rounds, or ${HALF_ROUNDS} are over. Medians of the ${HALF_COUNTED} rounds in which it waited shortest, at most ${ms(half.diskStallMs)}; of ${half.rounds} in all, in
which it waited up to ${ms(half.longestDiskStallMs)} and the median p99 is ${ms(half.ackP99MsOfAll)}.${half.refused > 0 ? ` Beside these\nare ${half.refused} in which the server refused a message, because the disk stood still.` : ''}

### Streaming

${m.streaming.answers} answers at once, each in ${m.streaming.tabs} tabs, pieces gathered for 50 ms as always. Compared is what a piece costs the
sending process in processor time; the bare one only sends the same frames to as many sockets in the same rhythm.

| | frames | µs each | of raw sends |
|---|--:|--:|--:|
| bare \`ws\` | ${whole(m.streaming.raw.frames)} | ${m.streaming.raw.usEach.toFixed(1)} | |
| **answer → pieces → tabs** | **${whole(m.streaming.real.frames)}** | **${m.streaming.real.usEach.toFixed(1)}** | **${ratio(m.streaming.raw.usEach, m.streaming.real.usEach)}** |

### The first word of a model

A provider on this machine that writes when it is told to; from its write to the visitor's socket, over ${m.firstWord.rounds} answers. Frames are
counted while a model writes ${m.firstWord.wordsPerSecond} words a second.

| | median | p99 |
|---|--:|--:|
| **the provider's first word → the visitor's first piece** | **${ms(m.firstWord.p50Ms)}** | ${ms(m.firstWord.p99Ms)} |

| | at most |
|---|--:|
| **frames a second of one answer** | **${m.firstWord.framesPerSecond}** |

### Coming back

| | median | ratio |
|---|--:|--:|
| the same frames over a bare \`ws\` connection | ${ms(m.resume.bareMs)} | |
| **resume with ${m.resume.events} missed events, from no socket to live** | **${ms(m.resume.ms)}** | **${ratio(m.resume.ms, m.resume.bareMs)}** |

### Idle visitors

Memory per connection, over ${whole(m.idleSockets)} connections, after a forced collection of garbage: what the program holds, and what its
process has from the system.

| | held, KiB | ratio | resident, KiB |
|---|--:|--:|--:|
| bare \`ws\` connection | ${m.memory.bare.held.toFixed(1)} | | ${m.memory.bare.resident.toFixed(1)} |
| **visitor with a session, following a conversation** | **${m.memory.session.held.toFixed(1)}** | **${ratio(m.memory.session.held, m.memory.bare.held)}** | ${m.memory.session.resident.toFixed(1)} |

### Weight of the chat on a page

Headers and bodies as they crossed the network, counted by the browser, with an empty cache.

A page with nothing but the tag; what comes later is held back, as in the tests that hold the bars (15 KiB in 3 requests until
the launcher, 40 KiB until one can write):

${weightOf(m.weight.bare)}

The demo shop, which offers the assistant functions of its page; nothing is held back, so what loads beside the panel and while one
writes counts as well:

${weightOf(m.weight.shop)}

### Waiting for the launcher

Median of five loads, each with an empty cache.

| | median | ratio |
|---|--:|--:|
| the same page without the tag, loaded | ${ms(m.launcher.pageWithoutTagMs)} | |
| the page with the tag, loaded | ${ms(m.launcher.pageWithTagMs)} | ${ratio(m.launcher.pageWithTagMs, m.launcher.pageWithoutTagMs)} |
| **launcher visible** | **${ms(m.launcher.launcherMs)}** | **${ratio(m.launcher.launcherMs, m.launcher.pageWithoutTagMs)}** |
`;
}

const weightOf = ({ untilLauncher, untilPanel }: PageWeight): string =>
  [
    '| | bytes | encoding |',
    '|---|--:|---|',
    rows(untilLauncher),
    `| **until the launcher: ${untilLauncher.length} requests** | **${whole(bytesOf(untilLauncher))}** | |`,
    rows(untilPanel.slice(untilLauncher.length)),
    `| **until one can write: ${untilPanel.length} requests** | **${whole(bytesOf(untilPanel))}** | |`,
  ].join('\n');

const rows = (transfers: readonly Transfer[]): string =>
  transfers.map(({ path, bytes, encoding }) => `| ${path} | ${whole(bytes)} | ${encoding} |`).join('\n');

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const ratio = (value: number, baseline: number): string => `${(value / baseline).toFixed(2)} ×`;

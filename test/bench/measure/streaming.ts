/** What a piece of a streamed answer costs the server, against bare sends of the same frames to as many sockets. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { SHOP_PAGE } from '../../support/sites/shop-inbox.js';
import { ratio, whole } from '../format.js';
import { inBatches } from '../load/in-batches.js';
import { LightSocket } from '../load/light-socket.js';
import { pause } from '../load/rate-limit.js';
import { VisitorSocket } from '../load/visitor-socket.js';
import type { Part } from '../part.js';
import { OWN_TREE, streamingServerOf } from '../tree.js';

const ANSWERS = 60;
/** As many as a session may have: one more, and the oldest is closed. */
const TABS = 10;
const SECONDS = 8;

export const streaming: Part = {
  title: 'Streaming',
  canBePaired: true,
  async run({ tree, quick }) {
    const real = await costOfAnswers(tree);
    const figures = [{ name: 'processor time per frame', value: real.usEach, better: 'less' as const }];
    if (quick) return { report: '', figures };
    return { report: reportOf(real, await costOfBareSends()), figures };
  },
};

interface Cost {
  readonly frames: number;
  readonly usEach: number;
}

function costOfAnswers(tree: string): Promise<Cost> {
  return withServer(streamingServerOf(tree), ['real', SHOP_PAGE], async (origin, child) => {
    const tabs = await inBatches(ANSWERS, 10, async () => {
      const first = await VisitorSocket.open({ service: origin, page: SHOP_PAGE });
      const session = first.welcome.session;
      const open = () => VisitorSocket.open({ service: origin, page: SHOP_PAGE, session });
      return [first, ...(await inBatches(TABS - 1, TABS - 1, open))];
    });
    let frames = 0;
    for (const tab of tabs.flat()) {
      tab.listen((frame) => {
        if (frame.t === 'delta') frames += 1;
      });
    }
    for (const [first] of tabs) await first?.append({ kind: 'message', text: 'Tell me everything.' });
    return cost(child, () => frames);
  });
}

function costOfBareSends(): Promise<Cost> {
  return withServer(streamingServerOf(OWN_TREE), ['raw'], async (origin, child) => {
    let frames = 0;
    const sockets = await inBatches(ANSWERS * TABS, 50, () => LightSocket.open({ url: origin }));
    for (const socket of sockets) {
      socket.onText = (text) => {
        JSON.parse(text);
        frames += 1;
      };
    }
    return cost(child, () => frames);
  });
}

async function cost(child: ChildProcess, frames: () => number): Promise<Cost> {
  const usage = async (): Promise<number> => {
    child.send('usage');
    return (await once(child, 'message'))[0] as number;
  };
  // The first second meets cold code.
  await pause(1_000);
  const [before, first] = [await usage(), frames()];
  await pause(SECONDS * 1_000);
  const sent = frames() - first;
  return { frames: sent, usEach: ((await usage()) - before) / sent };
}

async function withServer<T>(
  program: string,
  args: readonly string[],
  use: (origin: string, child: ChildProcess) => Promise<T>,
): Promise<T> {
  const child = fork(program, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  try {
    const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    return await use(`http://127.0.0.1:${Number(line.toString())}`, child);
  } finally {
    child.kill('SIGKILL');
  }
}

const reportOf = (real: Cost, raw: Cost): string => `
${ANSWERS} answers at once, each in ${TABS} tabs, deltas gathered for 50 ms as always. Compared is the processor time per frame of the
sending process; the bare one only sends the same frames to as many sockets in the same rhythm.

| | frames | µs each | of raw sends |
|---|--:|--:|--:|
| bare \`ws\` | ${whole(raw.frames)} | ${raw.usEach.toFixed(1)} | |
| **answer → deltas → tabs** | **${whole(real.frames)}** | **${real.usEach.toFixed(1)}** | **${ratio(raw.usEach, real.usEach)}** |
`;

/** What a piece of a streamed answer costs the server, against bare sends of the same frames to as many sockets. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inBatches } from './in-batches.js';
import { LightSocket } from './light-socket.js';
import { VisitorSocket } from './visitor-socket.js';

const ANSWERS = 60;
/** As many as a session may have: beyond, the oldest is told to rest. */
const TABS = 10;
const SECONDS = 8;

interface Cost {
  readonly frames: number;
  readonly usEach: number;
}

export interface Streaming {
  readonly answers: number;
  readonly tabs: number;
  readonly real: Cost;
  readonly raw: Cost;
}

export async function measureStreaming(page: string): Promise<Streaming> {
  const real = await withServer(['real', page], async (origin, child) => {
    const tabs = await inBatches(ANSWERS, 10, async () => {
      const first = await VisitorSocket.open({ service: origin, page });
      const session = first.welcome.session;
      return [
        first,
        ...(await inBatches(TABS - 1, TABS - 1, () => VisitorSocket.open({ service: origin, page, session }))),
      ];
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
  const raw = await withServer(['raw'], async (origin, child) => {
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
  return { answers: ANSWERS, tabs: TABS, real, raw };
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
  args: readonly string[],
  use: (origin: string, child: ChildProcess) => Promise<T>,
): Promise<T> {
  const child = fork(join(import.meta.dirname, 'streaming-server.mjs'), args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    return await use(`http://127.0.0.1:${Number(line.toString())}`, child);
  } finally {
    child.kill('SIGKILL');
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Drives the raw relay with the same number of sockets and the same messages as the real server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inBatches } from '../load/in-batches.js';
import { LightSocket } from '../load/light-socket.js';

export interface RawRelay {
  readonly pid: number;
  readonly origin: string;
  stop(): void;
}

/** `env` is added to the environment of its process. */
export async function startRawRelay(env: Readonly<Record<string, string>> = {}): Promise<RawRelay> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'raw-relay-server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return {
    pid: child.pid as number,
    origin: `ws://127.0.0.1:${Number(line.toString())}`,
    stop: () => void child.kill('SIGKILL'),
  };
}

/**
 * Opens `count` pairs of sockets that receive each other's messages over the relay. Returns a function that measures messages
 * per second: every sender sends `each`, one in flight per pair; a message counts when its sender and its peer have it.
 */
export async function openRelayPairs(
  { origin }: RawRelay,
  count: number,
): Promise<(each: number, text: string) => Promise<number>> {
  const pairs = await inBatches(count, 50, async (i) => ({
    sender: await LightSocket.open({ url: `${origin}/${i}` }),
    peer: await LightSocket.open({ url: `${origin}/${i}` }),
  }));
  return async (each, text) => {
    const begun = performance.now();
    await Promise.all(pairs.map((pair) => exchange(pair, each, text)));
    return (count * each) / ((performance.now() - begun) / 1_000);
  };
}

function exchange(
  { sender, peer }: { sender: LightSocket; peer: LightSocket },
  each: number,
  text: string,
): Promise<void> {
  const body = { kind: 'message', text };
  const frame = JSON.stringify({ t: 'append', conversation: 'cnv_raw', clientId: 'x'.repeat(36), body });
  return new Promise((resolve) => {
    let acked = 0;
    let heard = 0;
    const settled = (): void => {
      if (acked < each || heard < each) return;
      resolve();
    };
    sender.onText = (text) => {
      JSON.parse(text);
      if (++acked < each) sender.send(frame);
      settled();
    };
    peer.onText = (text) => {
      JSON.parse(text);
      heard++;
      settled();
    };
    sender.send(frame);
  });
}

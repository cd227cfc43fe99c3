/** Drives the raw relay with the same number of sockets and the same messages as the real server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inBatches } from './in-batches.js';
import { LightSocket } from './light-socket.js';
import { median } from './quantile.js';

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

/** Messages per second, each counted when its sender and its peer both have it; one in flight per pair; median of `rounds`. */
export async function rawRelayRate(pairs: number, each: number, text: string, rounds: number): Promise<number> {
  const relay = await startRawRelay();
  try {
    const ends = await inBatches(pairs, 50, async (i) => ({
      sender: await LightSocket.open({ url: `${relay.origin}/${i}` }),
      peer: await LightSocket.open({ url: `${relay.origin}/${i}` }),
    }));
    const rates = await inBatches(rounds, 1, async () => {
      const begun = performance.now();
      await Promise.all(ends.map((pair) => exchange(pair, each, text)));
      return (pairs * each) / ((performance.now() - begun) / 1_000);
    });
    return median(rates);
  } finally {
    relay.stop();
  }
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

/**
 * A visitor comes back after a cut and has missed the most that is replayed: from opening the socket to the last event,
 * against a bare `ws` connection over which the same frames are fetched.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FRAME_LIMITS, type LogEvent } from '@service/protocol';
import { Service } from '../harness/start-service.js';
import { inBatches } from './in-batches.js';
import { LightSocket } from './light-socket.js';
import { median } from './quantile.js';
import { startRawRelay } from './raw-relay.js';
import { VisitorSocket } from './visitor-socket.js';

export interface Resume {
  readonly events: number;
  readonly ms: number;
  /** The same frames over a bare connection. */
  readonly bareMs: number;
}

const ROUNDS = 9;

export async function measureResume(inboxDir: string, page: string, text: string): Promise<Resume> {
  const service = await Service.start({ inboxDir });
  try {
    const { session, cursor } = await conversationOf(FRAME_LIMITS.replayEvents, service, page, text);
    let frames: string[] = [];
    const replays = await inBatches(ROUNDS, 1, async () => {
      const events: LogEvent[] = [];
      frames = [];
      const begun = performance.now();
      const visitor = await VisitorSocket.open({ service: service.origin, page, session, cursor }, (frame) => {
        frames.push(JSON.stringify(frame));
        if (frame.t === 'events') events.push(...frame.events);
      });
      const took = performance.now() - begun;
      visitor.close();
      if (events.length !== FRAME_LIMITS.replayEvents) throw new Error(`${events.length} events came instead of all.`);
      return took;
    });
    return { events: FRAME_LIMITS.replayEvents, ms: median(replays), bareMs: await bare(frames) };
  } finally {
    await service.dispose();
  }
}

async function bare(frames: readonly string[]): Promise<number> {
  const relay = await startRawRelay();
  try {
    const rounds = await inBatches(ROUNDS, 1, async (round) => {
      const begun = performance.now();
      const socket = await LightSocket.open({ url: `${relay.origin}/${round}` });
      await new Promise<void>((resolve) => {
        let received = 0;
        socket.onText = (text) => {
          JSON.parse(text);
          if (++received === frames.length) resolve();
        };
        for (const frame of frames) socket.send(frame);
      });
      const took = performance.now() - begun;
      socket.close();
      return took;
    });
    return median(rounds);
  } finally {
    relay.stop();
  }
}

/** A person at the desk writes the log full: a visitor may say one thing a second. */
async function conversationOf(events: number, service: Service, page: string, text: string) {
  const first = await VisitorSocket.open({ service: service.origin, page });
  const { seq } = await first.append({ kind: 'handoff.requested' });
  const { session, conversation } = first.welcome;
  const cursor = { conversation, epoch: first.epoch, seq };
  first.close();
  const key = readFileSync(join(service.dataDir, 'operator.key'), 'utf8').trim();
  for (let written = 0; written < events; written++) {
    const response = await fetch(`${service.origin}/api/desk/conversations/${conversation}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: `desk-${written + 1_000}`, name: 'Ingrid', text }),
    });
    if (!response.ok) throw new Error(`The desk answered ${response.status}: ${await response.text()}`);
  }
  return { session, cursor };
}

/**
 * A visitor comes back after a cut and has missed the most that is replayed: from opening the socket to the last event,
 * against a bare `ws` connection over which the same frames are fetched.
 */

import { FRAME_LIMITS, type LogEvent } from '@service/protocol';
import type { Service } from '../../support/server/start-service.js';
import { sessionOf } from '../../support/server/team-session.js';
import { SHOP_PAGE } from '../../support/sites/shop-inbox.js';
import { startRawRelay } from '../baseline/raw-relay.js';
import { ms, ratio } from '../format.js';
import { inBatches } from '../load/in-batches.js';
import { LightSocket } from '../load/light-socket.js';
import { QUESTION } from '../load/question.js';
import { withShopServer } from '../load/shop-server.js';
import { VisitorSocket } from '../load/visitor-socket.js';
import type { Part } from '../part.js';
import { median } from '../quantile.js';

const ROUNDS = 9;

export const resume: Part = {
  title: 'Coming back',
  canBePaired: true,
  async run({ tree, quick }) {
    const { took, frames } = await withShopServer(tree, replays);
    const figures = [
      { name: `resume with ${FRAME_LIMITS.replayEvents} missed events`, value: took, better: 'less' as const },
    ];
    if (quick) return { report: '', figures };
    const bareMs = await bare(frames);
    const report = `
| | median | ratio |
|---|--:|--:|
| the same frames over a bare \`ws\` connection | ${ms(bareMs)} | |
| **resume with ${FRAME_LIMITS.replayEvents} missed events, from no socket to live** | **${ms(took)}** | **${ratio(took, bareMs)}** |
`;
    return { report, figures };
  },
};

async function replays(service: Service): Promise<{ readonly took: number; readonly frames: readonly string[] }> {
  const { session, cursor } = await conversationOf(FRAME_LIMITS.replayEvents, service);
  let frames: string[] = [];
  const rounds = await inBatches(ROUNDS, 1, async () => {
    const events: LogEvent[] = [];
    frames = [];
    const begun = performance.now();
    const visitor = await VisitorSocket.open({ service: service.origin, page: SHOP_PAGE, session, cursor }, (frame) => {
      frames.push(JSON.stringify(frame));
      if (frame.t === 'events') events.push(...frame.events);
    });
    const took = performance.now() - begun;
    visitor.close();
    if (events.length !== FRAME_LIMITS.replayEvents) throw new Error(`${events.length} events came instead of all.`);
    return took;
  });
  return { took: median(rounds), frames };
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

/** A person of the team fills the log: a visitor may send only one message a second. */
export async function conversationOf(events: number, service: Service) {
  const first = await VisitorSocket.open({ service: service.origin, page: SHOP_PAGE });
  const { seq } = await first.append({ kind: 'handoff.requested' });
  const { session, conversation } = first.welcome;
  const cursor = { conversation, epoch: first.epoch, seq };
  first.close();
  const headers = { ...(await sessionOf(service)), 'content-type': 'application/json' };
  for (let written = 0; written < events; written++) {
    const response = await fetch(`${service.origin}/api/desk/conversations/${conversation}/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ clientId: `desk-${written + 1_000}`, text: QUESTION }),
    });
    if (!response.ok) throw new Error(`The desk answered ${response.status}: ${await response.text()}`);
  }
  return { session, cursor };
}

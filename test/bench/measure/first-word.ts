/**
 * How long the first word of a model takes from the provider's wire to the visitor's, and how many frames an answer costs
 * while a model writes fast. The provider runs on this machine and writes on command, so only our part is measured.
 */
import type { ServerFrame } from '@service/protocol';
import { type Loopback, openLoopback } from '../../support/model-provider/loopback-server.js';
import { SHOP_PAGE } from '../../support/sites/shop-inbox.js';
import { ms } from '../format.js';
import { pause } from '../load/rate-limit.js';
import { withShopServer } from '../load/shop-server.js';
import { VisitorSocket } from '../load/visitor-socket.js';
import type { Part } from '../part.js';
import { median, quantile } from '../quantile.js';

const ROUNDS = 40;
const WORDS_PER_SECOND = 200;
const SECONDS = 5;

export const firstWord: Part = {
  title: 'The first word of a model',
  canBePaired: true,
  async run({ tree, quick }) {
    const provider = await openLoopback();
    try {
      const use = async ({ origin }: { readonly origin: string }) => {
        const times: number[] = [];
        for (let round = 0; round < ROUNDS; round++) times.push(await timeOfFirstWord(provider, origin));
        return { times, framesPerSecond: quick ? 0 : await framesOfFastAnswer(provider, origin) };
      };
      const env = { OPENAI_BASE_URL: `${provider.origin}/v1` };
      const { times, framesPerSecond } = await withShopServer(tree, use, env);
      const [p50, p99] = [median(times), quantile(times, 0.99)];
      return {
        report: reportOf(p50, p99, framesPerSecond),
        figures: [{ name: 'provider’s first word → visitor’s, median', value: p50, better: 'less' }],
      };
    } finally {
      await provider.close();
    }
  },
};

async function timeOfFirstWord(provider: Loopback, service: string): Promise<number> {
  let wrote = 0;
  const reached = provider.requests.length + 1;
  provider.script({
    kind: 'held',
    text: ['Certainly.'],
    async until() {
      // Everything before the first word has been sent and read by then.
      await pause(50);
      wrote = performance.now();
    },
  });
  const visitor = await VisitorSocket.open({ service, page: SHOP_PAGE });
  const heard = new Promise<number>((resolve) => {
    visitor.listen((frame: ServerFrame) => {
      if (frame.t === 'delta') resolve(performance.now());
    });
  });
  await visitor.append({ kind: 'message', text: 'How long can I return shoes?' });
  await provider.asked(reached);
  const at = await heard;
  visitor.close();
  return at - wrote;
}

/** The most frames in any second. */
async function framesOfFastAnswer(provider: Loopback, service: string): Promise<number> {
  const words = Array.from({ length: WORDS_PER_SECOND * SECONDS }, (_, i) => `word${i} `);
  provider.script({ kind: 'held', text: words, until: () => pause(1_000 / WORDS_PER_SECOND) });
  const visitor = await VisitorSocket.open({ service, page: SHOP_PAGE });
  const at: number[] = [];
  const done = new Promise<void>((resolve) => {
    visitor.listen((frame: ServerFrame) => {
      if (frame.t === 'delta') at.push(performance.now());
      if (frame.t === 'events' && frame.events.some(({ body }) => body.kind === 'answer.completed')) resolve();
    });
  });
  await visitor.append({ kind: 'message', text: 'Tell me everything.' });
  await done;
  visitor.close();
  return Math.max(...at.map((from) => at.filter((each) => each >= from && each < from + 1_000).length));
}

const reportOf = (p50: number, p99: number, framesPerSecond: number): string => `
A provider on this machine that writes on command; from its write to the visitor's socket, over ${ROUNDS} answers. Frames are
counted while a model writes ${WORDS_PER_SECOND} words a second.

| | median | p99 |
|---|--:|--:|
| **the provider's first word → the visitor's first delta** | **${ms(p50)}** | ${ms(p99)} |

| | at most |
|---|--:|
| **frames a second of one answer** | **${framesPerSecond}** |
`;

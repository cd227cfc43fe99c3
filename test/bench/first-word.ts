/**
 * How long the first word of a model takes from the provider's wire to the visitor's, and how many frames an answer costs
 * while a model writes fast. The provider is on this machine and writes when it is told to, so only our part is measured.
 */
import type { ServerFrame } from '@service/protocol';
import { Service } from '../harness/start-service.js';
import { openLoopback } from '../loopback/loopback-server.js';
import { median, quantile } from './quantile.js';
import { VisitorSocket } from './visitor-socket.js';

const ROUNDS = 40;
const WORDS_PER_SECOND = 200;
const SECONDS = 5;

export interface FirstWord {
  readonly rounds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly wordsPerSecond: number;
  /** The most frames in any second of one answer. */
  readonly framesPerSecond: number;
}

export async function measureFirstWord(inboxDir: string, page: string): Promise<FirstWord> {
  const provider = await openLoopback();
  const service = await Service.start({ inboxDir, env: { OPENAI_BASE_URL: `${provider.origin}/v1` } });
  try {
    const took: number[] = [];
    for (let round = 0; round < ROUNDS; round++) took.push(await firstWord());
    const { p50, p99 } = { p50: median(took), p99: quantile(took, 0.99) };
    return {
      rounds: ROUNDS,
      p50Ms: p50,
      p99Ms: p99,
      wordsPerSecond: WORDS_PER_SECOND,
      framesPerSecond: await framesOfFastAnswer(),
    };
  } finally {
    await service.dispose();
    await provider.close();
  }

  async function firstWord(): Promise<number> {
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
    const visitor = await VisitorSocket.open({ service: service.origin, page });
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

  async function framesOfFastAnswer(): Promise<number> {
    const words = Array.from({ length: WORDS_PER_SECOND * SECONDS }, (_, i) => `word${i} `);
    provider.script({ kind: 'held', text: words, until: () => pause(1_000 / WORDS_PER_SECOND) });
    const visitor = await VisitorSocket.open({ service: service.origin, page });
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
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Random messages over the bridge for SECONDS: messages that are almost right, and every kind of value that can cross a
 * window. No guard throws, no field gets through that the contract doesn't name, and memory doesn't grow. Replay with
 * SEED=<number>.
 */
import {
  MESSAGE_LIMITS,
  readBridgeConnect,
  readBridgeHello,
  readFrameMessage,
  readHostMessage,
} from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { LONG, saveResults } from '../../../support/runs/results.js';
import { seededRandom } from '../../../support/runs/seeded.js';
import { deep, hostileMessage, type Message, NONCE } from './bridge-messages.js';

const SECONDS = Number(process.env.SECONDS ?? (LONG ? 600 : 3));
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const KIB = 2 ** 10;
const MIB = 2 ** 20;
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  send: ['t', 'text'],
  context: ['t', 'user'],
  questions: ['t', 'questions'],
  scheme: ['t', 'scheme'],
  viewport: ['t', 'viewport'],
  shape: ['t', 'shape', 'radius'],
  'unread-marker': ['t', 'count'],
  // One is the page's, the other the frame's request for it.
  page: ['t', 'page', 'full'],
  event: ['t', 'name', 'detail'],
  open: ['t', 'byVisitor', 'byKeyboard'],
  toggle: ['t', 'byVisitor', 'byKeyboard'],
  token: ['t', 'nonce', 'token'],
  identity: ['t', 'nonce'],
  tool: ['t', 'say'],
  diagnosis: ['t', 'report'],
};

/** What is wrong with a message that a guard let through; null when nothing is. */
function leak(message: object | null): string | null {
  if (!message) return null;
  const { t } = message as { t: string };
  const extra = Object.keys(message).filter((key) => !(FIELDS[t] ?? ['t']).includes(key));
  if (extra.length > 0) return `${t} brought ${extra.join(', ')}`;
  const { text, viewport } = message as { text?: unknown; viewport?: Record<string, unknown> };
  if (text !== undefined && (typeof text !== 'string' || text.length > MESSAGE_LIMITS.textLength))
    return 'a text too long';
  for (const side of [viewport?.width, viewport?.height])
    if (viewport && !(typeof side === 'number' && side >= 0 && side <= 100_000)) return `a viewport of ${String(side)}`;
  return null;
}

describe(`${SECONDS} s of messages over the bridge (seed ${SEED})`, () => {
  it('throw in no guard, bring no unnamed field through, and leave no memory in use', async () => {
    console.log(`SEED=${SEED}`);
    const before = process.memoryUsage().rss;
    const endsAt = Date.now() + SECONDS * 1_000;
    let messages = 0;
    let taken = 0;
    let most = before;
    while (Date.now() < endsAt) {
      for (let burst = 0; burst < 500; burst++) {
        const data = hostileMessage(seededRandom(SEED * 1_000_003 + messages));
        messages += 1;
        readBridgeHello(data);
        readBridgeConnect(data, NONCE);
        for (const read of [readHostMessage(data), readFrameMessage(data)]) {
          if (read) taken += 1;
          expect(leak(read)).toBeNull();
        }
      }
      most = Math.max(most, process.memoryUsage().rss);
      // Give the test runner a turn: it takes a process that is silent for a minute for a dead one.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(taken).toBeGreaterThan(100);
    expect(({} as Message).admin).toBeUndefined();
    expect(most, 'resident memory').toBeLessThan(before + 256 * MIB);
    const line = `${messages} messages, ${taken} of them taken, nothing with them that has no name; resident ${(before / MIB).toFixed(0)} → at most ${(most / MIB).toFixed(0)} MiB, 0 exceptions`;
    console.log(line);
    if (!LONG) return;
    saveResults(
      {
        name: 'bridge-guards',
        title: 'Arbitrary messages over the bridge, to the guards of both ends',
        command: 'npm run test:long -- test/proofs/chaos/fuzz/bridge-fuzz',
        packages: [],
      },
      `In one process for ${SECONDS} s, seed ${SEED}.\n\n- ${line}`,
    );
  });
});

describe('a message to the frame', () => {
  it.each([
    ['of 64 KiB and a byte', { t: 'send', text: 'x'.repeat(64 * KIB + 1) }],
    ['with a buffer for a text', { t: 'send', text: new ArrayBuffer(8) }],
    ['that is nested 21 deep where a user belongs', { t: 'context', user: { customAttributes: { a: deep(21) } } }],
    ['with 2,001 questions', { t: 'questions', questions: Array.from({ length: 2_001 }, () => 'Where?') }],
  ])('H8: %s is dropped, or taken without it', (_what, message) => {
    const read = readHostMessage(structuredClone(message));
    expect(JSON.stringify(read ?? null).length).toBeLessThan(64 * KIB);
    expect(leak(read)).toBeNull();
  });

  it.each([1e9, -1, Number.NaN, Number.POSITIVE_INFINITY, '100%', {}, null])(
    'H9: a viewport of %s is dropped',
    (height) => {
      expect(readHostMessage({ t: 'viewport', viewport: { width: 300, height } })).toBeNull();
      expect(readFrameMessage({ t: 'resize', h: height })).toBeNull();
    },
  );

  it('H10: is read each time it comes', () => {
    const read = Array.from({ length: 200 }, () => readHostMessage({ t: 'open' }));
    expect(read.every((message) => message?.t === 'open')).toBe(true);
  });
});

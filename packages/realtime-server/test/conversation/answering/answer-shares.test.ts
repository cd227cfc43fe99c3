/** Answers that never end in one inbox, and what they leave to others. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localBus } from '../../../dist/bus/local.js';
import { AnswerWorker } from '../../../dist/conversation/answering/answer-worker.js';
import { appendTo } from '../../../dist/conversation/log/append.js';
import { VisitorAddresses } from '../../../dist/conversation/sessions/visitor-addresses.js';
import { systemClock } from '../../../dist/runtime/clock.js';
import { openSqliteStore } from '../../../dist/store/sqlite/sqlite-store.js';
import type { OpenStore } from '../../../dist/store/store.js';
import { ANSWER_LIMITS } from '../../../src/runtime/limits.js';
import { DONE } from '../../support/serve.js';

const { running, begunAtAddress } = ANSWER_LIMITS;
const random = (count: number): Uint8Array => randomBytes(count);
const id = (prefix: string, n: number): string => `${prefix}_${String(n).padStart(20, '0')}`;

describe('answers that never end in one inbox', () => {
  let store: OpenStore;
  let folder: string;
  const addresses = new VisitorAddresses();
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'service-shares-'));
    store = await openSqliteStore(folder);
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Visitor n asks something. */
  async function ask(n: number, inbox: string, address: string | null): Promise<void> {
    addresses.note(id('ctc', n), address);
    await store.createSession({
      ...{ tokenHash: `hash-${n}`, tokenSalt: 'salt', session: id('ses', n), inbox, contact: id('ctc', n) },
      ...{ conversation: id('cnv', n), epoch: 'epoch-0001', hostOrigin: 'http://shop.test', consent: null, at: 0 },
    });
    await store.append({
      conversation: id('cnv', n),
      by: { kind: 'visitor', id: id('ctc', n) },
      clientId: `client-${n}`,
      body: { kind: 'message', text: 'hello' },
      at: 0,
      run: { id: id('run', n), message: id('msg', n) },
    });
  }
  function answering(jobs: OpenStore = store) {
    const begun: string[] = [];
    const bus = localBus();
    const worker = new AnswerWorker({
      ...{ store: jobs, bus, clock: systemClock, random, addresses, failureText: () => '', deltaEveryMs: () => 0 },
      append: appendTo({ store, bus, clock: systemClock, random, onQuestion: () => undefined }),
      answerer: {
        authorName: () => 'Assistant',
        async *answer({ inbox, conversation }, signal) {
          begun.push(conversation);
          if (inbox === 'attacked') await new Promise((resolve) => signal.addEventListener('abort', resolve));
          yield DONE;
        },
      },
      locales: { of: () => null },
      onFailure: () => undefined,
    });
    return { worker, begun };
  }
  const all = (count: number, of: (n: number) => Promise<void>) =>
    Promise.all(Array.from({ length: count }, (_, n) => of(n)));

  it('leave slots for another inbox', async () => {
    await all(running + 8, (n) => ask(n, 'attacked', null));
    const { worker, begun } = answering();
    worker.start();
    await expect.poll(() => begun.length).toBe(running / 2);
    await ask(9_999, 'calm', null);
    worker.claimSoon();
    await expect.poll(() => begun).toContain(id('cnv', 9_999));
    expect(begun).toHaveLength(running / 2 + 1);
    await worker.close();
  });

  it('are not begun, nor any others, before who answers is there', async () => {
    let claims = 0;
    const claimJobs: OpenStore['claimJobs'] = (...given) => {
      claims += 1;
      return store.claimJobs(...given);
    };
    const { worker, begun } = answering({ ...store, claimJobs });
    await ask(1, 'calm', null);
    worker.claimSoon();
    expect(claims).toBe(0);
    worker.start();
    await expect.poll(() => begun).toEqual([id('cnv', 1)]);
    await worker.close();
  });

  it('are given back by a server that ends, also those whose turn has not come', async () => {
    for (const n of [1, 2, 3]) await ask(n, 'attacked', '192.0.2.66');
    const { worker, begun } = answering();
    worker.start();
    await expect.poll(() => begun.length).toBe(1);
    await worker.close();
    const next = answering();
    next.worker.start();
    await expect.poll(() => [...next.begun].sort()).toEqual([1, 2, 3].map((n) => id('cnv', n)));
    await next.worker.close();
  });

  it('leave slots for another address in the same inbox', async () => {
    await all(running, (n) => ask(n, 'attacked', '192.0.2.66'));
    const { worker, begun } = answering();
    worker.start();
    await expect.poll(() => begun.length).toBeGreaterThanOrEqual(begunAtAddress);
    await ask(9_999, 'attacked', '192.0.2.1');
    worker.claimSoon();
    await expect.poll(() => begun).toContain(id('cnv', 9_999));
    expect(begun.length).toBeLessThan(running / 2);
    await worker.close();
  });
});

/** Each bus against the contract of all; what Redis adds when it breaks; and a reader who must be right on a bad bus. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogEvent } from '@service/protocol';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../test/support/runs/seeded.js';
import type { Bus } from '../../dist/bus/bus.js';
import { localBus } from '../../dist/bus/local.js';
import type { RedisBusReport } from '../../dist/bus/redis.js';
import { HeadPoller } from '../../dist/conversation/log/head-poller.js';
import { LogSubscriber } from '../../dist/conversation/log/log-subscriber.js';
import { encodeUpdates } from '../../dist/gateway/outbound.js';
import { systemClock } from '../../dist/runtime/clock.js';
import { openSqliteStore } from '../../dist/store/sqlite/sqlite-store.js';
import type { Store } from '../../dist/store/store.js';
import { Redis } from '../support/redis.js';
import { describeBus, Ear, numbered, type OpenedBus } from './bus.contract.js';
import { chaosBus } from './chaos-bus.js';
import { openBusOn, SILENT } from './open-redis-bus.js';

let redis: Redis;
beforeAll(async () => {
  redis = await Redis.start();
});
afterAll(() => redis.dispose());

const openRedis = (report: RedisBusReport = SILENT): Promise<Bus> => openBusOn(redis.url, { report });

async function local(): Promise<OpenedBus> {
  const bus = localBus();
  return { here: bus, there: bus, dispose: () => bus.close() };
}

async function overRedis(): Promise<OpenedBus> {
  const [here, there] = await Promise.all([openRedis(), openRedis()]);
  return {
    here,
    there,
    async dispose() {
      await Promise.all([here.close(), there.close()]);
    },
  };
}

describeBus('in one process', local);
describeBus('Redis', overRedis);

describe('the bus over Redis, when Redis breaks', () => {
  const open: Bus[] = [];
  const bus = async (report = SILENT): Promise<Bus> => {
    const opened = await openRedis(report);
    open.push(opened);
    return opened;
  };
  afterEach(async () => {
    redis.thaw();
    await Promise.all(open.splice(0).map((each) => each.close()));
  });
  const reset = (of: Bus): Promise<void> =>
    new Promise((resolve) => {
      const off = of.onReset(() => {
        off();
        resolve();
      });
    });
  /** A node together with the moments at which it misses Redis and has it again. */
  const watched = async (): Promise<{ node: Bus; gone: Promise<string>; back: Promise<void>; log: string[] }> => {
    const log: string[] = [];
    const listeners = {} as { away: (reason: string) => void; back: () => void };
    const gone = new Promise<string>((resolve) => (listeners.away = resolve));
    const back = new Promise<void>((resolve) => (listeners.back = resolve));
    const node = await bus({
      away(reason) {
        log.push('away');
        listeners.away(reason);
      },
      back() {
        log.push('back');
        listeners.back();
      },
      refused: (why) => log.push(why),
    });
    return { node, gone, back, log };
  };

  it('comes back after a restart, hears as before, and says that something may have been lost', async () => {
    const [here, there] = [await watched(), await watched()];
    const ear = new Ear();
    await there.node.subscribe('cnv_a', ear.listener);
    const resets = [reset(here.node), reset(there.node)];
    await redis.kill();
    await Promise.all([here.gone, there.gone]);
    here.node.publish('cnv_a', numbered(1));
    await redis.start();
    await Promise.all([...resets, here.back]);
    here.node.publish('cnv_a', numbered(2));
    await ear.messages(1);
    expect(ear.numbers).toEqual([2]);
    expect(here.log).toEqual(['away', 'back']);
  });

  it('goes on within each node while Redis is away, and lets new listeners in', async () => {
    const [here, there] = [await watched(), await watched()];
    await redis.kill();
    await Promise.all([here.gone, there.gone]);
    const [near, far] = [new Ear(), new Ear()];
    await here.node.subscribe('cnv_a', near.listener);
    await there.node.subscribe('cnv_a', far.listener);
    here.node.publish('cnv_a', numbered(1));
    expect([near.numbers, far.numbers]).toEqual([[1], []]);
    const resets = [reset(here.node), reset(there.node)];
    await redis.start();
    await Promise.all([...resets, here.back]);
    here.node.publish('cnv_a', numbered(2));
    await Promise.all([near.messages(2), far.messages(1)]);
    expect([near.numbers, far.numbers]).toEqual([[1, 2], [2]]);
  });

  it('starts while there is no Redis, and finds it when it comes', async () => {
    await redis.kill();
    const here = await watched();
    expect(await here.gone).toContain('ECONNREFUSED');
    const ear = new Ear();
    await here.node.subscribe('cnv_a', ear.listener);
    const found = reset(here.node);
    await redis.start();
    await found;
    (await bus()).publish('cnv_a', numbered(1));
    await ear.messages(1);
  });

  it('neither waits for a Redis that no longer answers nor fills the memory for it, and recovers from it', async () => {
    const [here, there] = [await watched(), await watched()];
    redis.freeze();
    const text = 'x'.repeat(32_000);
    const before = process.memoryUsage();
    for (let i = 0; i < 20_000; i++) {
      here.node.publish('cnv_a', {
        kind: 'delta',
        delta: { t: 'delta', conversation: 'cnv_a', message: 'm', run: 'r', attempt: 1, from: 0, text },
      });
    }
    const { heapUsed, external } = process.memoryUsage();
    expect(heapUsed + external - before.heapUsed - before.external).toBeLessThan(200 * 1024 * 1024);
    const ear = new Ear();
    await there.node.subscribe('cnv_b', ear.listener);
    // The silent connections are given up, and new ones are looked for.
    await Promise.all([here.gone, there.gone]);
    redis.thaw();
    await Promise.all([here.back, there.back]);
    // What is log before the other has subscribed again is lost, as it may be.
    const saying = setInterval(() => here.node.publish('cnv_b', numbered(1)), 20);
    await ear.messages(1);
    clearInterval(saying);
  }, 60_000);
});

const CNV = 'cnv_00000000000000000001';

/** Gathers what a follower hands out. */
class Reader {
  readonly events: LogEvent[] = [];
  private waiting: { readonly count: number; readonly resolve: () => void } | null = null;

  readonly outlet = {
    sendReliable: async (frame: { t: string; events?: readonly LogEvent[] }): Promise<void> => {
      if (frame.t !== 'events') return;
      this.events.push(...(frame.events ?? []));
      if (this.waiting && this.events.length >= this.waiting.count) this.waiting.resolve();
    },
    sendDroppable: () => true,
  };

  async reach(count: number): Promise<void> {
    if (this.events.length < count) await new Promise<void>((resolve) => (this.waiting = { count, resolve }));
  }
}

describe.each([
  ['in one process', local],
  ['over Redis', overRedis],
] as const)('a reader on a bus that drops, doubles and reorders, %s', (_, openBus) => {
  let opened: OpenedBus;
  let store: Store;
  const folder = mkdtempSync(join(tmpdir(), 'service-bus-'));
  beforeAll(async () => {
    opened = await openBus();
    store = await openSqliteStore(folder);
  });
  afterAll(async () => {
    await opened.dispose();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('hands out every event exactly once and in order, as soon as someone has looked how far the log goes', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 40 }), fc.nat(20), async (seed, count, joinsAt) => {
        round += 1;
        const conversation = `${CNV.slice(0, -5)}${String(round).padStart(5, '0')}`;
        const id = conversation.slice(4);
        await store.createSession({
          tokenHash: `hash-${round}`,
          tokenSalt: 'salt',
          session: `ses_${id}`,
          inbox: 'demo',
          contact: `ctc_${id}`,
          conversation,
          epoch: 'epoch-0001',
          hostOrigin: 'http://shop.test',
          consent: null,
          at: 1_000,
        });
        const { fraction } = seededRandom(seed);
        const log = chaosBus(opened.here, fraction);
        const heard = chaosBus(opened.there, fraction);
        const failures: unknown[] = [];
        const poller = new HeadPoller({
          store,
          bus: heard,
          clock: systemClock,
          fraction,
          onFailure: (error) => failures.push(error),
        });
        const reader = new Reader();
        const follower = new LogSubscriber(
          {
            store,
            bus: heard,
            clock: systemClock,
            heads: poller,
            queues: { join: () => () => undefined },
            runningAnswer: () => null,
          },
          conversation,
          encodeUpdates(conversation, reader.outlet),
          'instance-0001',
          { failed: (error) => failures.push(error), erased: () => failures.push('erased') },
        );
        let joined: Promise<void> | null = null;
        for (let i = 1; i <= count; i++) {
          if (i === Math.min(joinsAt, count)) joined = follower.begin({ epoch: 'epoch-0001', seq: 0 });
          const appended = await store.append({
            conversation,
            by: { kind: 'visitor', id: `ctc_${id}` },
            clientId: `client-${i}`,
            body: { kind: 'message', text: `${i}` },
            at: i,
          });
          if (appended.kind !== 'appended') throw new Error(appended.kind);
          log.publish(conversation, { kind: 'event', epoch: appended.epoch, event: appended.event });
        }
        await (joined ?? follower.begin({ epoch: 'epoch-0001', seq: 0 }));
        heard.reset();
        await reader.reach(count);
        // What the bus still had up its sleeve.
        for (let i = 0; i < 5; i++) log.publish(conversation, numbered(i));
        follower.end();
        poller.stop();
        expect(reader.events.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (__, i) => i + 1));
        expect(failures).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

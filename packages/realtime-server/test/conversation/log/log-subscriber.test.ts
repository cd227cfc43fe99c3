/** One reader of one conversation, on a bus that may lose things and an outlet that may be full. */
import type { DeltaFrame, LogEvent, ServerFrame } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import type { BusMessage } from '../../../dist/bus/bus.js';
import { localBus } from '../../../dist/bus/local.js';
import { LogSubscriber, type LogSubscriberDeps } from '../../../dist/conversation/log/log-subscriber.js';
import { encodeUpdates, type Outlet } from '../../../dist/gateway/outbound.js';
import { systemClock } from '../../../dist/runtime/clock.js';

const CNV = 'cnv_000000000000000000001';
const EPOCH = 'epoch-0001';

const event = (seq: number): LogEvent => ({
  seq,
  at: 0,
  by: { kind: 'human', id: 'desk' },
  clientId: `desk-event-${seq}`,
  body: { kind: 'message', text: `${seq}` },
});
const piece = (from: number, text: string): DeltaFrame => ({
  t: 'delta',
  conversation: CNV,
  message: 'msg_000000000000000000001',
  run: 'run_000000000000000000001',
  attempt: 1,
  from,
  text,
});

/** A reader whose buffer can be full, and a log that others write to. */
async function follow(log: LogEvent[], running: { whole: DeltaFrame | null } = { whole: null }) {
  const bus = localBus();
  const frames: ServerFrame[] = [];
  const asked: BusMessage[] = [];
  const state = { full: false };
  const outlet: Outlet = {
    sendReliable: async (frame) => void frames.push(frame),
    sendDroppable: (frame) => !state.full && frames.push(frame) > 0,
  };
  const store = {
    conversation: async () => ({ epoch: EPOCH, head: log.length, read: 0, handler: 'agent' }),
    eventsAfter: async (_id: string, after: number, limit: number) => log.slice(after, after + limit),
  } as unknown as LogSubscriberDeps['store'];
  await bus.subscribe(CNV, (message) => void asked.push(message));
  let erased = 0;
  const follower = new LogSubscriber(
    {
      store,
      bus,
      clock: systemClock,
      heads: { watch: () => () => undefined },
      queues: { join: () => () => undefined },
      runningAnswer: () => running.whole,
    },
    CNV,
    encodeUpdates(CNV, outlet),
    'self',
    {
      failed(error) {
        throw error;
      },
      erased() {
        erased += 1;
      },
    },
  );
  await follower.begin(null);
  const numbers = () => frames.flatMap((frame) => (frame.t === 'events' ? frame.events.map(({ seq }) => seq) : []));
  const deltas = () => frames.flatMap((frame) => (frame.t === 'delta' ? [frame] : []));
  return { timesErased: () => erased, bus, frames, follower, state, asked, numbers, deltas };
}

describe('a reader who joins in the middle of an answer', () => {
  it('is shown all of it at once when it is written here', async () => {
    const { deltas, asked } = await follow([], { whole: piece(0, 'You can ret') });
    expect(deltas()).toEqual([piece(0, 'You can ret')]);
    expect(asked).toEqual([]);
  });

  it('asks the node that writes it when it is written on another node', async () => {
    const { bus, deltas, asked } = await follow([]);
    expect(asked).toEqual([{ kind: 'recite' }]);
    bus.publish(CNV, { kind: 'delta', delta: piece(0, 'You can ret') });
    expect(deltas()).toEqual([piece(0, 'You can ret')]);
  });
});

describe('a reader who is too slow for the pieces of an answer', () => {
  it('gets all of it in one as soon as there is room, instead of pieces with a hole', async () => {
    const running = { whole: null as DeltaFrame | null };
    const { bus, state, deltas } = await follow([], running);
    bus.publish(CNV, { kind: 'delta', delta: piece(0, 'You ') });
    state.full = true;
    bus.publish(CNV, { kind: 'delta', delta: piece(4, 'can ') });
    bus.publish(CNV, { kind: 'delta', delta: piece(8, 'return ') });
    state.full = false;
    running.whole = piece(0, 'You can return it');
    bus.publish(CNV, { kind: 'delta', delta: piece(15, 'it') });
    expect(deltas()).toEqual([piece(0, 'You '), piece(0, 'You can return it')]);
  });
});

describe('a reader of a bus that loses things', () => {
  it('is handed what was lost from the log, in order, as soon as something later comes', async () => {
    const log = [event(1)];
    const { bus, numbers } = await follow(log);
    log.push(event(2), event(3), event(4));
    bus.publish(CNV, { kind: 'event', epoch: EPOCH, event: event(4) });
    await expect.poll(numbers).toEqual([1, 2, 3, 4]);
  });

  it('is handed a lost last event as soon as someone looks how far the log goes', async () => {
    const log = [event(1)];
    const { follower, numbers } = await follow(log);
    log.push(event(2));
    follower.onProgress({ head: 2, read: 0, seen: 0, erased: false });
    await expect.poll(numbers).toEqual([1, 2]);
  });

  it('is handed nothing twice', async () => {
    const log = [event(1), event(2)];
    const { bus, follower, numbers } = await follow(log);
    for (const seq of [1, 2, 2]) bus.publish(CNV, { kind: 'event', epoch: EPOCH, event: event(seq) });
    follower.onProgress({ head: 2, read: 0, seen: 0, erased: false });
    log.push(event(3));
    for (const _ of [1, 2]) bus.publish(CNV, { kind: 'event', epoch: EPOCH, event: event(3) });
    await expect.poll(numbers).toEqual([1, 2, 3]);
  });

  it('learns of a read mark once, however it comes', async () => {
    const { bus, follower, frames } = await follow([event(1)]);
    bus.publish(CNV, { kind: 'read', seq: 1 });
    bus.publish(CNV, { kind: 'read', seq: 1 });
    follower.onProgress({ head: 1, read: 1, seen: 0, erased: false });
    expect(frames.filter((frame) => frame.t === 'read')).toEqual([{ t: 'read', conversation: CNV, seq: 1 }]);
  });

  it('learns once that its log was erased, however it comes, and hands out nothing after that', async () => {
    const log = [event(1)];
    const { bus, follower, frames, timesErased } = await follow(log);
    const before = frames.length;
    bus.publish(CNV, { kind: 'erased' });
    bus.publish(CNV, { kind: 'erased' });
    follower.onProgress({ head: 0, read: 0, seen: 0, erased: true });
    bus.publish(CNV, { kind: 'event', epoch: EPOCH, event: event(2) });
    expect(timesErased()).toBe(1);
    expect(frames).toHaveLength(before);
  });

  it('learns from the store alone that its log was erased, when the bus has lost the word', async () => {
    const { follower, timesErased } = await follow([event(1)]);
    follower.onProgress({ head: 0, read: 0, seen: 0, erased: true });
    expect(timesErased()).toBe(1);
  });
});

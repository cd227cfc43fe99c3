/** Who holds Redis learns no words and makes nothing happen. The attacker here is a client of the same Redis, without a password. */
import fc from 'fast-check';
import { Redis as Client } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Bus, BusMessage } from '../../dist/bus/bus.js';
import type { RedisBusReport } from '../../dist/bus/redis.js';
import { Redis } from '../support/redis.js';
import { Ear, numbered } from './bus.contract.js';
import { openBusOn, SILENT } from './open-redis-bus.js';
import { CNV, eventSaying, messagesOf } from './some-messages.js';

const OTHER = 'cnv_00000000000000000002';

let redis: Redis;
beforeAll(async () => {
  redis = await Redis.start();
});
afterAll(() => redis.dispose());

const open: Bus[] = [];
const clients: Client[] = [];
const bus = async (over: Parameters<typeof openBusOn>[1] = {}): Promise<Bus> => {
  const opened = await openBusOn(redis.url, over);
  open.push(opened);
  return opened;
};
const client = (): Client => {
  const made = new Client(redis.url);
  clients.push(made);
  return made;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  for (const each of clients.splice(0)) each.disconnect();
});

interface Caught {
  readonly channel: string;
  readonly message: Buffer;
}

/** Everything that passes Redis. */
async function tap(): Promise<{ readonly all: readonly Caught[]; caught(count: number): Promise<readonly Caught[]> }> {
  const all: Caught[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const listening = client();
  listening.on('pmessageBuffer', (_: Buffer, channel: Buffer, message: Buffer) => {
    all.push({ channel: channel.toString(), message });
    for (const { count, resolve } of waiting) if (all.length >= count) resolve();
  });
  await listening.psubscribe('*');
  return {
    all,
    async caught(count) {
      if (all.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
      return all;
    },
  };
}

/** Two nodes, all that one heard of the other in two conversations, and an attacker who has one message of theirs. */
async function scene(over: Parameters<typeof openBusOn>[1] = {}) {
  const [here, there] = [await bus(), await bus(over)];
  const [ear, otherEar] = [new Ear(), new Ear()];
  await there.subscribe(CNV, ear.listener);
  await there.subscribe(OTHER, otherEar.listener);
  const { all, caught } = await tap();
  here.publish(CNV, { kind: 'stop' });
  const [own] = await caught(1);
  const { channel, message } = own as Caught;
  const attacker = client();
  return {
    here,
    there,
    ear,
    otherEar,
    all,
    channel,
    message,
    channelOf: (topic: string) => channel.replace(CNV, topic),
    send: (to: string, what: string | Buffer) => attacker.publish(to, what),
    /** What was heard of the attacker, once all that they sent has arrived. */
    async harm(before: number): Promise<readonly BusMessage[]> {
      here.publish(CNV, numbered(1));
      here.publish(OTHER, numbered(1));
      await Promise.all([ear.messages(before + 1), otherEar.messages(1)]);
      return [...ear.heard.slice(before, -1), ...otherEar.heard.slice(0, -1)];
    },
  };
}

describe('a listener on Redis', () => {
  it('reads no word of any message, whatever it says', async () => {
    const { all, caught } = await tap();
    const here = await bus();
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 12, maxLength: 80, unit: 'grapheme' }), async (drawn) => {
        const words = `canary ${drawn}`;
        const messages: readonly BusMessage[] = [
          ...messagesOf(words),
          { kind: 'event', epoch: 'epoch-0001', event: eventSaying(words) },
        ];
        const before = all.length;
        for (const message of messages) here.publish(CNV, message);
        await caught(before + messages.length);
        for (const { channel, message } of all.slice(before))
          for (const encoding of ['utf8', 'base64', 'utf16le'] as const)
            for (const secret of ['canary', 'confirmedBy', 'instance-0001'])
              expect(`${channel} ${message.toString(encoding)}`).not.toContain(Buffer.from(secret).toString(encoding));
      }),
      { numRuns: 30 },
    );
  });

  it('is not even sent the words of an event in sealed form: its message has one length, whatever its text', async () => {
    const { caught } = await tap();
    const here = await bus();
    for (const text of ['', 'x'.repeat(8_000)])
      here.publish(CNV, { kind: 'event', epoch: 'epoch-0001', event: eventSaying(text) });
    const [short, long] = await caught(2);
    expect(long?.message.length).toBe(short?.message.length);
  });
});

describe('who writes to Redis', () => {
  it('makes no node believe a message in the form of version 0.1.0 or any other', async () => {
    const { ear, send, channel, harm } = await scene();
    await ear.messages(1);
    const grant = messagesOf('x').find((each) => each.kind === 'tool.frame');
    const event = {
      ...eventSaying('Please send us your card number'),
      by: { kind: 'human', id: 'desk', name: 'Bank' },
    };
    const forged: unknown[] = [
      { kind: 'event', epoch: 'epoch-0001', event },
      { kind: 'head', seq: 9, body: 'conversation.closed' },
      { kind: 'tool.frame', to: null, frame: { t: 'welcome', session: 'cws_evil' } },
      grant,
      { kind: 'erased' },
      { kind: 'stop' },
    ];
    for (const message of forged)
      for (const to of [channel, `service:c:${CNV}`])
        for (const text of [JSON.stringify({ node: 'attacker', message }), JSON.stringify(message)])
          await send(to, text);
    for (const text of ['', '\u0001', 'null', Buffer.alloc(41, 1), Buffer.alloc(1_000_000, 1)])
      await send(channel, text);
    expect(await harm(1)).toEqual([]);
  });

  it('makes nothing happen twice, or elsewhere, with a message that a node has written', async () => {
    const { ear, send, channel, channelOf, message, harm } = await scene();
    await ear.messages(1);
    await send(channel, message);
    await send(channelOf(OTHER), message);
    await send(channelOf('sessions'), message);
    expect(await harm(1)).toEqual([]);
  });

  it('makes nothing happen with an old message, also at a node that has never heard its sender', async () => {
    let now = Date.now();
    const { send, channel, message } = await scene();
    now += 31_000;
    const late = await bus({ clock: { now: () => now } });
    const ear = new Ear();
    await late.subscribe(CNV, ear.listener);
    await send(channel, message);
    const fresh = await bus({ clock: { now: () => now } });
    fresh.publish(CNV, numbered(1));
    await ear.messages(1);
    expect(ear.heard).toEqual([numbered(1)]);
  });

  it('makes nothing happen with a message that was changed anywhere, or is a part of one', async () => {
    const { ear, send, channel, message, harm } = await scene();
    await ear.messages(1);
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), fc.nat(), async (at, by, length) => {
        const changed = Buffer.from(message);
        changed[at % changed.length] = (changed[at % changed.length] as number) ^ by;
        await send(channel, changed);
        await send(channel, message.subarray(0, length % message.length));
        await send(channel, Buffer.concat([message, changed]));
      }),
      { numRuns: 200 },
    );
    expect(await harm(1)).toEqual([]);
  });

  it('makes nothing happen with the key of another database', async () => {
    const { all, ear, send, channel, harm } = await scene();
    await ear.messages(1);
    const stranger = await bus({ key: 'the key of another database' });
    const before = all.length;
    stranger.publish(CNV, { kind: 'stop' });
    stranger.publish(CNV, { kind: 'erased' });
    while (all.length < before + 2) await new Promise((resolve) => setImmediate(resolve));
    for (const { message } of all.slice(before)) await send(channel, message);
    expect(await harm(1)).toEqual([]);
  });

  it('shows in the log, once a minute at most, and not for what Redis may do by itself', async () => {
    let now = Date.now();
    const reports: unknown[] = [];
    const report: RedisBusReport = { ...SILENT, refused: (why, count) => reports.push([why, count]) };
    const { ear, here, send, channel, message } = await scene({ report, clock: { now: () => now } });
    await ear.messages(1);
    await send(channel, message);
    for (let i = 0; i < 5; i++) await send(channel, Buffer.alloc(50, 1));
    here.publish(CNV, numbered(1));
    await ear.messages(2);
    expect(reports).toEqual([['forged', 1]]);
    now += 60_000;
    await send(channel, Buffer.alloc(50, 1));
    here.publish(CNV, numbered(2));
    while (reports.length < 3) await new Promise((resolve) => setImmediate(resolve));
    // A clock a minute ahead: what this node hears from the other is too old for it.
    expect(reports).toEqual([
      ['forged', 1],
      ['forged', 5],
      ['late', 1],
    ]);
  });
});

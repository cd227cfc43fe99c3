/** What visitors may add to the store in a day, by visitor, address and inbox, and what happens where the disk has no room. */
import { CLOSE, MESSAGE_LIMITS } from '@service/protocol';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { StoredBytes, type StoredBytesLimits } from '../../../dist/gateway/admission/stored-bytes.js';
import { DISK_LIMITS, STORED_BYTES_LIMITS } from '../../../src/runtime/limits.js';
import { serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';

const DAY_MS = 86_400_000;
/** Small, so that a few steps reach every limit. */
const SMALL: StoredBytesLimits = {
  rowBytes: 10,
  visitorBytesPerDay: 1_000,
  addressBytesPerDay: 3_000,
  inboxBytesPerDay: 6_000,
  ownBytesPerDay: 100,
};

const frame = fc.record({
  visitor: fc.integer({ min: 0, max: 11 }),
  bytes: fc.integer({ min: 0, max: 1_100 }),
  laterMs: fc.constantFrom(0, 0, 0, 1_000, 600_000),
});
/** Visitors 0 to 3 of the first address in the first inbox, and so on; every second one is at an address that is not counted. */
const writerOf = (visitor: number) => ({
  contact: `ctc_${visitor}`,
  address: visitor % 2 === 0 ? `203.0.113.${Math.floor(visitor / 4)}` : null,
  inbox: visitor < 8 ? 'first' : 'second',
});

describe('the bytes that visitors store', () => {
  it('stay below the day’s limits of visitor, address and inbox, but for a little of each visitor’s own', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 400 }), (frames) => {
        let now = 0;
        const counts = new StoredBytes(() => now, SMALL);
        const stored = new Map<string, number>();
        for (const { visitor, bytes, laterMs } of frames) {
          now += laterMs;
          const writer = writerOf(visitor);
          if (!counts.take(writer, bytes).ok) continue;
          for (const name of [writer.contact, `at ${writer.address}`, `in ${writer.inbox}`])
            stored.set(name, (stored.get(name) ?? 0) + bytes + SMALL.rowBytes);
        }
        // What is used comes back over a day.
        const most = (perDay: number): number => perDay * (1 + now / DAY_MS);
        for (const [name, bytes] of stored) {
          if (name === 'at null') continue;
          const own = 12 * most(SMALL.ownBytesPerDay);
          if (name.startsWith('ctc')) expect(bytes).toBeLessThanOrEqual(most(SMALL.visitorBytesPerDay));
          else if (name.startsWith('at')) expect(bytes).toBeLessThanOrEqual(most(SMALL.addressBytesPerDay) + own);
          else expect(bytes).toBeLessThanOrEqual(most(SMALL.inboxBytesPerDay) + own);
        }
      }),
    );
  });

  it('never silence a visitor who has written little, whatever others at the address and in the inbox have stored', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 400 }),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 2 }),
        (others, mine) => {
          const counts = new StoredBytes(() => 0, SMALL);
          for (const { visitor, bytes } of others) counts.take({ ...writerOf(0), contact: `ctc_${visitor}` }, bytes);
          for (const bytes of mine)
            expect(counts.take({ ...writerOf(0), contact: 'quiet' }, bytes)).toEqual({ ok: true });
        },
      ),
    );
  });

  it('are not taken from another inbox or another address', () => {
    const counts = new StoredBytes(() => 0, SMALL);
    const flood = (writer: Parameters<StoredBytes['take']>[0]): number =>
      Array.from({ length: 100 }, (_, at) =>
        counts.take({ ...writer, contact: `${writer.address}-${at}` }, 290),
      ).filter(({ ok }) => ok).length;
    expect(flood({ contact: '', address: '203.0.113.1', inbox: 'first' })).toBe(10);
    expect(flood({ contact: '', address: '203.0.113.2', inbox: 'first' })).toBe(10);
    expect(flood({ contact: '', address: '203.0.113.3', inbox: 'first' })).toBe(0);
    expect(counts.takeSession({ address: '203.0.113.4', inbox: 'first' }).ok).toBe(false);
    expect(flood({ contact: '', address: '203.0.113.3', inbox: 'second' })).toBe(10);
  });

  it('cost a new session its row, also at an inbox that is not there', () => {
    const counts = new StoredBytes(() => 0, SMALL);
    for (let at = 0; at < 300; at++) expect(counts.takeSession({ address: '203.0.113.1', inbox: null }).ok).toBe(true);
    for (const inbox of [null, 'first'])
      expect(counts.takeSession({ address: '203.0.113.1', inbox })).toEqual({
        ok: false,
        retryAfterMs: expect.any(Number),
      });
  });

  it('that could not be refused are counted: the next message may be', () => {
    let now = 0;
    const counts = new StoredBytes(() => now, SMALL);
    const writer = writerOf(0);
    counts.charge(writer, 50_000);
    expect(counts.take(writer, 0).ok).toBe(false);
    now += 2 * DAY_MS;
    expect(counts.take(writer, 0).ok).toBe(true);
    counts.evict(now + DAY_MS);
    expect(counts.size).toBe(0);
  });

  it('are remembered of a bounded number of visitors, the last who wrote', () => {
    const counts = new StoredBytes(() => 0, SMALL);
    const write = (n: number, bytes: number) =>
      counts.take({ contact: `ctc_${n}`, address: null, inbox: `inbox ${n % 50}` }, bytes);
    for (let n = 0; n < 60_000; n++) write(n, 40);
    expect(counts.size).toBeLessThanOrEqual(25_050);
    write(60_000, 990);
    expect(write(60_000, 40).ok).toBe(false);
  });

  it('let a visitor write all day as people do', () => {
    let now = 0;
    const counts = new StoredBytes(() => now);
    const writer = { contact: 'ctc', address: '203.0.113.1', inbox: 'demo' };
    for (let at = 0; at < 1_000; at++) {
      now += 30_000;
      expect(counts.take(writer, 400).ok).toBe(true);
    }
  });
});

describe('a visitor who stores without an end', () => {
  let server: TestServer;
  afterEach(() => server.dispose());

  it('is refused with words when the day’s bytes are used up, and others write on', async () => {
    server = await serve();
    const flood = await WireClient.join(server.port);
    // Six bytes of JSON for each letter: the most that one message can store.
    const text = `a${'\u0001'.repeat(MESSAGE_LIMITS.textLength - 2)}a`;
    const most = Math.ceil(STORED_BYTES_LIMITS.visitorBytesPerDay / (6 * MESSAGE_LIMITS.textLength)) + 5;
    for (let at = 0; at < most; at++) {
      server.pass(1_000);
      flood.say(text, `flood-${String(at).padStart(4, '0')}`);
      const id = `flood-${String(at).padStart(4, '0')}`;
      await flood.until(
        () =>
          flood.frames.some(
            (each) => (each.t === 'ack' && each.clientId === id) || (each.t === 'error' && each.re === id),
          ),
        'an answer',
      );
    }
    expect(await flood.next('error')).toMatchObject({ code: 'message_quota', retry: false });
    const other = await WireClient.join(server.port);
    other.say('hello');
    await other.next('ack');
    await Promise.all([flood.close(), other.close()]);
  });
});

describe('a disk without room', () => {
  let server: TestServer;
  afterEach(() => server.dispose());

  it('sends new visitors away for a while, and serves those who have a conversation', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    server.disk('no-sessions');
    const newcomer = await WireClient.open(server.port);
    newcomer.hello();
    expect(await newcomer.end()).toBe(CLOSE.overloaded.code);
    expect(newcomer.closed?.reason).toBe(`{"retryAfter":${DISK_LIMITS.retryAfterMs}}`);
    visitor.say('still here');
    await visitor.next('ack');
    const back = await WireClient.join(server.port, { session: visitor.token });
    await Promise.all([visitor.close(), back.close()]);
  });

  it('refuses messages and new conversations when it is full, takes erasures, and goes on by itself', async () => {
    server = await serve();
    const visitor = await WireClient.join(server.port);
    visitor.say('before');
    await visitor.next('ack');
    server.disk('no-messages');
    visitor.say('too much', 'client-too-much');
    expect(await visitor.next('error')).toMatchObject({
      re: 'client-too-much',
      code: 'store_unavailable',
      retry: true,
      retryAfterMs: DISK_LIMITS.retryAfterMs,
    });
    visitor.send({ t: 'open', id: 'open-0001', conversation: null });
    expect(await visitor.next('error', ({ re }) => re === 'open-0001')).toMatchObject({ code: 'store_unavailable' });
    server.disk('enough');
    visitor.say('again', 'client-too-much');
    await visitor.next('ack', ({ clientId }) => clientId === 'client-too-much');
    server.disk('no-messages');
    visitor.send({ t: 'erase', id: 'erase-001', conversation: visitor.conversation });
    await visitor.next('erased');
  });
});

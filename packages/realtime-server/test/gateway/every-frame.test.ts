/**
 * Every kind of frame has a budget that bounds what reaches the store and the bus: by session and by address. The kinds are read from the
 * contract, so one that is added is tried here as soon as it is there.
 */
import { clientFrameSchema } from '@service/protocol/schema';
import { describe, expect, it } from 'vitest';
import { shapesOf } from '../../../../test/support/wire/schema-shapes.js';
import { AdmissionControl } from '../../dist/gateway/admission/admission-control.js';
import { ADMISSION_LIMITS } from '../../dist/gateway/admission/admission-limits.js';
import { ClientSession } from '../../dist/gateway/client-session.js';
import { dispatchFrame } from '../../dist/gateway/frames/dispatch-frame.js';
import { turnedClock } from '../support/manual-clock.js';

const CONVERSATION = 'cnv_000000000000000001';
const ATTACKER = '192.0.2.66';
/** One, and the session has no socket any more. */
const ENDING = ['logout', 'withdraw'];
/** They reach neither store nor bus. */
const FREE = ['ping', 'pong'];

type Frame = Parameters<typeof dispatchFrame>[1];
const named = (example: unknown): Frame =>
  ({ ...(example as Frame), ...('conversation' in (example as object) && { conversation: CONVERSATION }) }) as Frame;
const kinds = new Map<string, Frame>();
for (const { example } of shapesOf(clientFrameSchema)) {
  const frame = named(example);
  // The one that says most.
  const isMore = JSON.stringify(frame).length > JSON.stringify(kinds.get(frame.t) ?? '').length;
  if ((frame.t as string) !== 'hello' && isMore) kinds.set(frame.t, frame);
}
// Whatever the inbox stores of pages, it stores this.
kinds.set('context', { t: 'context', user: { name: 'Kim' } });
const KINDS = [...kinds.values()].map((frame) => [frame.t, frame] as const);

/** Anything with any method; each call is counted, and answers what `answers` has for it. */
function counting(onCall: () => void, answers: Readonly<Record<string, unknown>> = {}): never {
  const call = (name: string) => async () => {
    onCall();
    return answers[name] ?? null;
  };
  return new Proxy({}, { get: (_target, name) => call(String(name)) }) as never;
}

function world() {
  const clock = turnedClock();
  const control = new AdmissionControl(clock.now, true);
  const socket = { closeUnidentified: () => undefined, closeSurplus: () => undefined };
  const known = { id: CONVERSATION, contact: 'ctc_1', erased: false, head: 3, read: 0, epoch: 'epoch-0001' };
  return {
    clock,
    session(id: string, address: string) {
      let served = 0;
      let isCalled = false;
      let isClosed = false;
      const onCall = (): void => {
        isCalled = true;
      };
      const end = (): void => {
        isClosed = true;
      };
      const store = counting(onCall, {
        conversation: { ...known, contact: id },
        eventsAfter: [],
        eventsBefore: [],
        withdrawConsent: { sessions: [], closed: [] },
      });
      const bus = {
        publish: onCall,
        subscribe: async () => {
          onCall();
          return () => undefined;
        },
      };
      const append = async () => {
        onCall();
        return { ok: false, code: 'empty' };
      };
      const noted = { changed: () => undefined, committed: () => undefined };
      const deps = {
        ...{ clock, store, bus, append, queues: noted, random: (count: number) => new Uint8Array(count) },
        inboxes: { get: () => ({ visitorPage: 'none' }) },
        load: () => 0,
        diskRoom: () => 'enough',
        onErased: () => undefined,
        tools: { deps: { onFailure: () => undefined }, onLogEvent: () => undefined },
        live: { closeEverywhere: end },
      };
      const own = { id: 'ses', inbox: 'demo', contact: id, conversation: CONVERSATION, visitor: { id } };
      const client = new ClientSession(
        deps as never,
        {
          self: 'socket',
          outbound: { sendReliable: async () => undefined },
          get isClosed() {
            return isClosed;
          },
          close: end,
          onReadFailed: () => undefined,
        } as never,
        own as never,
        counting(onCall),
        control.register(address, socket).joinSession({ id, contact: id, inbox: 'demo' }),
      );
      return {
        /** Sends so many, one after the other as a socket does, until one has to wait; resolves with how many have reached anything. */
        async send(frame: Frame, count: number): Promise<number> {
          for (let at = 0; at < count && !isClosed; at++) {
            isCalled = false;
            const waits = new Promise((resolve) => setImmediate(resolve, 'waits'));
            const end = await Promise.race([dispatchFrame(client, frame).catch(() => undefined), waits]);
            if (isCalled) served += 1;
            if (end === 'waits') return served;
          }
          return served;
        },
      };
    },
  };
}

const { signalBurst, readBurst, addressSignalBurst, addressReadBurst, signalsBeyondAddressBurst } = ADMISSION_LIMITS;

describe('every kind of frame', () => {
  it.each(KINDS)('that one session sends a thousand times reaches the store a few times: %s', async (t, frame) => {
    const served = await world().session('ctc_a', ATTACKER).send(frame, 1_000);
    if (FREE.includes(t)) return expect(served).toBe(0);
    if (ENDING.includes(t)) return expect(served).toBe(1);
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThanOrEqual(Math.max(signalBurst, readBurst));
  });

  it.each(KINDS)('from all sessions of one address has a budget, and elsewhere none waits: %s', async (t, frame) => {
    if (FREE.includes(t) || ENDING.includes(t)) return;
    const { session } = world();
    const sessions = 100;
    let served = 0;
    for (let at = 0; at < sessions; at++) served += await session(`ctc_${at}`, ATTACKER).send(frame, 100);
    const most = Math.max(addressSignalBurst + sessions * signalsBeyondAddressBurst, addressReadBurst);
    expect(served).toBeLessThanOrEqual(most);
    expect(await session('ctc_elsewhere', '192.0.2.1').send(frame, 1)).toBe(1);
  });

  it('is one that this test knows', () => {
    expect(KINDS.length).toBeGreaterThan(20);
  });

  it('that waits is served when its turn has come, and what others at the address used up leaves each a few', async () => {
    const { clock, session } = world();
    const read = kinds.get('read') as Frame;
    for (let at = 0; at < 50; at++) await session(`ctc_${at}`, ATTACKER).send(read, signalBurst);
    const colleague = session('ctc_colleague', ATTACKER);
    expect(await colleague.send(read, signalBurst)).toBe(signalsBeyondAddressBurst);
    clock.turn(60_000);
    expect(await colleague.send(read, signalsBeyondAddressBurst)).toBeGreaterThan(signalsBeyondAddressBurst);
  });
});

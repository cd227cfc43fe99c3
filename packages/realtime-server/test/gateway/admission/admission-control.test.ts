/** Many from one place: honest visitors behind one address go on working while someone beside them misbehaves. */
import { CLOSE, closeRetryAfterMs, FRAME_LIMITS } from '@service/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { AdmissionControl, type AdmittedSocket } from '../../../dist/gateway/admission/admission-control.js';
import { ADMISSION_LIMITS } from '../../../dist/gateway/admission/admission-limits.js';
import { ClientSession } from '../../../dist/gateway/client-session.js';
import { addressGroup, clientAddress, networkGroup } from '../../../dist/runtime/network/client-address.js';
import { turnedClock } from '../../support/manual-clock.js';
import { inboxesOf, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';

let server: TestServer;
beforeAll(async () => {
  server = await serve(undefined, inboxesOf({ id: 'demo' }), 1);
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.dispose();
});

let office = 0;
/** Another address for each test. */
const newAddress = (): string => `203.0.${Math.floor(++office / 250)}.${office % 250}`;
const from = (address: string): Record<string, string> => ({ 'X-Forwarded-For': address });

async function arrive(address: string, over: Parameters<WireClient['hello']>[0] = {}): Promise<WireClient> {
  const client = await WireClient.open(server.port, from(address));
  client.hello(over);
  return client;
}
const welcomed = (client: WireClient): Promise<boolean> =>
  client
    .until(() => client.closed !== null || client.frames.some(({ t }) => t === 'live'), 'a welcome or a close')
    .then(() => client.closed === null);

describe('an office behind one address', () => {
  it('W10: goes on talking, reconnecting and being answered while a program beside it opens what it can', async () => {
    const address = newAddress();
    const colleagues = await Promise.all(Array.from({ length: 20 }, () => arrive(address)));
    expect(await Promise.all(colleagues.map(welcomed))).not.toContain(false);

    const attack = await Promise.all(Array.from({ length: 120 }, () => arrive(address)));
    const got = await Promise.all(attack.map(welcomed));
    const refused = attack.filter((_, at) => !got[at]);
    expect(got.filter(Boolean).length).toBeLessThanOrEqual(ADMISSION_LIMITS.sessionStartBurst);
    expect(refused.length).toBeGreaterThanOrEqual(70);
    for (const { closed } of refused) {
      expect(closed?.code).toBe(CLOSE.rateLimited.code);
      expect(closeRetryAfterMs(closed?.reason ?? '')).toBeGreaterThan(0);
    }

    // Everybody who was there before is heard …
    for (const [at, colleague] of colleagues.entries()) colleague.say(`hello ${at}`);
    await Promise.all(colleagues.map((colleague) => colleague.next('ack')));
    // … and gets in again, as after a change of network.
    const again = await Promise.all(colleagues.map(({ token }) => arrive(address, { session: token })));
    expect(await Promise.all(again.map(welcomed))).not.toContain(false);
    // Someone new at another address notices nothing.
    const elsewhere = await arrive(newAddress());
    expect(await welcomed(elsewhere)).toBe(true);
    await Promise.all([...colleagues, ...attack, ...again, elsewhere].map((client) => client.close()));
  });

  it('is not locked out by sockets that never say who they are: the one that has waited longest makes room', async () => {
    const address = newAddress();
    const silent = await Promise.all(
      Array.from({ length: ADMISSION_LIMITS.unidentifiedSockets }, () => WireClient.open(server.port, from(address))),
    );
    const honest = await arrive(address);
    expect(await welcomed(honest)).toBe(true);
    await expect.poll(() => silent.filter(({ closed }) => closed?.code === CLOSE.helloTimeout.code).length).toBe(1);
    await Promise.all([...silent, honest].map((client) => client.close()));
  });
});

describe('a client that tries tokens', () => {
  it('has the budget of a stranger', async () => {
    const address = newAddress();
    const guesses = await Promise.all(
      Array.from({ length: ADMISSION_LIMITS.sessionStartBurst + 30 }, (_, at) =>
        arrive(address, { session: `cws_${String(at).padStart(43, '0')}` }),
      ),
    );
    const codes = await Promise.all(guesses.map((guess) => guess.end()));
    expect(codes.filter((code) => code === CLOSE.sessionExpired.code).length).toBeLessThanOrEqual(
      ADMISSION_LIMITS.sessionStartBurst + 5,
    );
    expect(codes.filter((code) => code === CLOSE.rateLimited.code).length).toBeGreaterThanOrEqual(25);
  });
});

describe('an address that upgrades faster than any crowd', () => {
  it('W10: learns when to come back, in HTTP’s own words', async () => {
    const address = newAddress();
    const answers = await Promise.all(
      Array.from(
        { length: ADMISSION_LIMITS.upgradeBurst + 100 },
        () =>
          new Promise<string>((resolve) => {
            const socket = new WebSocket(`ws://127.0.0.1:${server.port}/v1/realtime`, 'service.chat.v1', {
              headers: from(address),
            });
            socket.on('error', () => undefined);
            socket.on('open', () => {
              resolve('open');
              socket.terminate();
            });
            socket.on('unexpected-response', (_request, response) => {
              resolve(`${response.statusCode} ${response.headers['retry-after']}`);
              response.destroy();
            });
          }),
      ),
    );
    expect(answers.filter((answer) => /^429 [1-9]/.test(answer)).length).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer === 'open').length).toBeGreaterThanOrEqual(ADMISSION_LIMITS.upgradeBurst);
    expect(await welcomed(await arrive(newAddress()))).toBe(true);
  });
});

describe('one session', () => {
  it('keeps its newest sockets, and the oldest is asked to rest', async () => {
    const address = newAddress();
    const first = await arrive(address);
    await first.next('live');
    const tabs: WireClient[] = [];
    for (let tab = 0; tab < ADMISSION_LIMITS.socketsOfSession; tab++) {
      const next = await arrive(address, { session: first.token });
      await next.next('live');
      tabs.push(next);
    }
    expect(await first.end()).toBe(CLOSE.tooManySockets.code);
    expect(tabs.map(({ closed }) => closed)).toEqual(tabs.map(() => null));
    await Promise.all(tabs.map((tab) => tab.close()));
  });

  it('has one budget of messages for all of its sockets, and coming back does not renew it', async () => {
    const address = newAddress();
    const one = await arrive(address);
    await one.next('live');
    const other = await arrive(address, { session: one.token });
    await other.next('live');
    for (let at = 0; at < FRAME_LIMITS.appendBurst; at++) one.say(`one ${at}`);
    await one.until(() => one.frames.filter(({ t }) => t === 'ack').length === FRAME_LIMITS.appendBurst, 'all acks');
    other.say('one too many', 'client-other-1');
    expect(await other.next('error')).toMatchObject({ code: 'rate_limited', re: 'client-other-1', retry: true });
    await Promise.all([one.close(), other.close()]);
    const back = await arrive(address, { session: one.token });
    await back.next('live');
    for (let at = 0; at < FRAME_LIMITS.appendBurst; at++) back.say(`back ${at}`);
    expect(await back.next('error')).toMatchObject({ code: 'rate_limited' });
    await back.close();
  });
});

describe('what one session has read to it', () => {
  it('S3: has one search at a time, in whatever tab, and another one after it', async () => {
    const control = new AdmissionControl(turnedClock().now, true);
    const socket: AdmittedSocket = { closeUnidentified: () => undefined, closeSurplus: () => undefined };
    const [one, other] = ['one', 'other'].map(() => {
      const joined = { id: 'ses_1', contact: 'ctc_1', inbox: 'demo' };
      const budgets = control.register('203.0.113.1', socket).joinSession(joined);
      return new ClientSession({} as never, {} as never, {} as never, {} as never, budgets);
    }) as [ClientSession, ClientSession];
    let end = (_found: string): void => undefined;
    const first = one.searchAlone(() => new Promise<string>((resolve) => (end = resolve)));
    expect(await other.searchAlone(async () => 'second')).toBeNull();
    expect(await one.searchAlone(async () => 'third')).toBeNull();
    end('first');
    expect(await first).toBe('first');
    expect(await other.searchAlone(() => Promise.reject(new Error('store')).then(() => '')).catch(() => 'failed')).toBe(
      'failed',
    );
    expect(await other.searchAlone(async () => 'fourth')).toBe('fourth');
  });

  it('has one measure for all of its sockets: beyond it each waits for its turn, and nothing is refused', async () => {
    const clock = turnedClock();
    const control = new AdmissionControl(clock.now, true);
    const socket: AdmittedSocket = { closeUnidentified: () => undefined, closeSurplus: () => undefined };
    const open = () => {
      const budgets = control
        .register('203.0.113.1', socket)
        .joinSession({ id: 'ses_1', contact: 'ctc_1', inbox: 'demo' });
      const state = { isClosed: false };
      const session = new ClientSession({ clock } as never, state as never, {} as never, {} as never, budgets);
      return { state, session };
    };
    const [one, other] = [open(), open()];
    for (let at = 0; at < ADMISSION_LIMITS.readBurst; at++)
      expect(await (at % 2 ? one : other).session.waitForReadBudget()).toBe(true);

    const had: string[] = [];
    const waits = async (name: string, { session }: typeof one): Promise<void> => {
      had.push(`${name} ${await session.waitForReadBudget()}`);
    };
    const both = [waits('one', one), waits('other', other)];
    await Promise.resolve();
    expect(had).toEqual([]);
    // Two turns.
    for (let ms = 0; ms < 2_000 / ADMISSION_LIMITS.readsPerSecond; ms += 50) {
      clock.turn(50);
      await Promise.resolve();
    }
    await Promise.all(both);
    expect(had.sort()).toEqual(['one true', 'other true']);

    const leaves = one.session.waitForReadBudget();
    one.state.isClosed = true;
    clock.turn(1_000);
    expect(await leaves).toBe(false);
  });

  it('keeps its order with what else a socket asks for', async () => {
    const client = await arrive(newAddress());
    await client.next('live');
    client.send({ t: 'sync', id: 'sync-1', conversation: client.conversation, after: 0 });
    client.send({ t: 'ping', n: 5 });
    await client.next('pong');
    expect(client.frames.map(({ t }) => t).filter((t) => t === 'page' || t === 'pong')).toEqual(['page', 'pong']);
    await client.close();
  });
});

describe('the address of a visitor', () => {
  it.each([
    ['W11: of the socket itself, without proxies', '198.51.100.7', '1.2.3.4', 0, '198.51.100.7'],
    ['W11: the last one that our proxy wrote', '10.0.0.1', '6.6.6.6, 198.51.100.7', 1, '198.51.100.7'],
    ['W11: the one before, with two proxies', '10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', 2, '198.51.100.7'],
    ['the first of all when there are fewer entries than proxies', '10.0.0.1', '198.51.100.7', 3, '198.51.100.7'],
    ['W11: the nearest real one, when an entry is none', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['without its port', '10.0.0.1', '198.51.100.7:4711', 1, '198.51.100.7'],
    ['without brackets', '10.0.0.1', '[2001:db8::1]:443', 1, '2001:db8::1'],
    ['of version 4 where it travels as version 6', '::ffff:198.51.100.7', undefined, 0, '198.51.100.7'],
    ['S19.3: of version 4 in every spelling of that', '::ffff:c633:6407', undefined, 0, '198.51.100.7'],
    ['S19.3: of version 4 when written out', '10.0.0.1', '0:0:0:0:0:FFFF:198.51.100.7', 1, '198.51.100.7'],
    ['S19.3: of version 4 when translated', '10.0.0.1', '[64:ff9b::c633:6407]:443', 1, '198.51.100.7'],
  ])('is %s', (_what, remote, forwarded, proxies, address) => {
    expect(clientAddress(remote, forwarded, proxies)).toBe(address);
  });

  it('counts as the /64 that a household has, in every spelling', () => {
    expect(addressGroup('2001:db8:1:2:aaaa::1')).toBe(addressGroup('2001:0db8:0001:0002::'));
    expect(addressGroup('2001:db8:1:2::')).not.toBe(addressGroup('2001:db8:1:3::'));
    expect(addressGroup('::1')).toBe('0:0:0:0::/64');
    expect(addressGroup('198.51.100.7')).toBe('198.51.100.7');
  });

  it('S19.3: is never one for all of version 4, in whatever form of version 6 it travels', () => {
    for (const form of [
      '::ffff:909:1',
      '0:0:0:0:0:ffff:0909:0001',
      '::FFFF:9.9.0.1',
      '64:ff9b::9.9.0.1',
      '2002:909:1::7',
    ])
      expect([form, addressGroup(form), networkGroup(form)]).toEqual([form, '9.9.0.1', null]);
    expect(networkGroup('9.9.0.1')).toBe(null);
    expect(networkGroup('2a00:1:2:3::1')).toBe(networkGroup('2a00:1:2:ffff:1::'));
    expect(networkGroup('2a00:1:2:3::1')).not.toBe(networkGroup('2a00:1:3:3::1'));
  });

  it('S19.3: can’t be multiplied by the many /64s of one /48, and its neighbours notice nothing', () => {
    const control = new AdmissionControl(() => 0, true);
    const socket = { closeUnidentified: () => undefined, closeSurplus: () => undefined };
    const begin = (address: string) => control.register(address, socket).mayStartSession('demo').ok;
    const { networkShares, sessionStartBurst, upgradeBurst } = ADMISSION_LIMITS;
    const begun = Array.from({ length: 1_000 }, (_, at) => begin(`2a00:1:2:${at.toString(16)}::1`));
    expect(begun.filter(Boolean).length).toBe(networkShares * sessionStartBurst);
    const upgraded = Array.from(
      { length: 2_000 },
      (_, at) => control.admitUpgrade(`2a00:1:2:${at.toString(16)}::1`).ok,
    );
    expect(upgraded.filter(Boolean).length).toBe(networkShares * upgradeBurst);
    expect([begin('2a00:1:3::1'), begin('198.51.100.7'), begin('::ffff:9.9.0.1')]).toEqual([true, true, true]);
    expect(control.admitUpgrade('2a00:1:3::1').ok).toBe(true);
  });
});

describe('the memory of the admission control', () => {
  const socket: AdmittedSocket = { closeUnidentified: () => undefined, closeSurplus: () => undefined };

  it('forgets addresses and sessions that have nothing left to be remembered for', () => {
    let now = 0;
    const control = new AdmissionControl(() => now, true);
    for (let at = 0; at < 50_000; at++) {
      const admission = control.register(`2600:${(at >> 8).toString(16)}:${(at & 255).toString(16)}::1`, socket);
      admission.joinSession({ id: `ses_${at}`, contact: `ctc_${at}`, inbox: 'demo' });
      admission.release();
    }
    // An address, its network, and a session.
    expect(control.size).toBe(150_000);
    now += 10 * 60_000;
    control.register('1.1.1.1', socket);
    expect(control.size).toBe(1);
  });

  it('keeps nothing of inboxes that are not there, although each costs its address a beginning', async () => {
    const asked = vi.spyOn(AdmissionControl.prototype, 'mayStartSession');
    const address = newAddress();
    const remembered = new Set<number>();
    const codes: number[] = [];
    for (let at = 0; at < ADMISSION_LIMITS.sessionStartBurst + 5; at++) {
      const guess = await arrive(address, { inbox: `not-there-${at}` });
      codes.push(await guess.end());
      for (const control of asked.mock.contexts as AdmissionControl[]) remembered.add(control.size);
    }
    asked.mockRestore();
    expect(remembered.size).toBe(1);
    expect(new Set(codes)).toEqual(new Set([CLOSE.inboxGone.code, CLOSE.rateLimited.code]));
  });

  it('lets an inbox begin so many sessions at once, however many addresses they come from, and then some each second', () => {
    let now = 0;
    const control = new AdmissionControl(() => now, true);
    const beginsAt = (n: number, inbox = 'demo') =>
      control.register(`11.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, socket).mayStartSession(inbox);
    const begun = (from: number, count: number): number =>
      Array.from({ length: count }, (_, at) => beginsAt(from + at)).filter(({ ok }) => ok).length;
    expect(begun(0, ADMISSION_LIMITS.inboxSessionStartBurst + 10)).toBe(ADMISSION_LIMITS.inboxSessionStartBurst);
    expect(beginsAt(30_000)).toEqual({ ok: false, retryAfterMs: expect.any(Number) });
    expect(beginsAt(30_001, 'another')).toEqual({ ok: true });
    now += 1_000;
    expect(begun(40_000, ADMISSION_LIMITS.inboxSessionStartsPerSecond + 10)).toBe(
      ADMISSION_LIMITS.inboxSessionStartsPerSecond,
    );
  });

  it('does not count one’s own network while no proxy is configured', () => {
    const control = new AdmissionControl(() => 0, false);
    for (let at = 0; at < ADMISSION_LIMITS.upgradeBurst * 2; at++)
      expect(control.admitUpgrade('10.0.0.5')).toEqual({ ok: true });
    expect(control.size).toBe(0);
  });
});

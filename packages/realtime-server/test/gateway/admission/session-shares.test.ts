/** What one session may have at a time: sockets, messages, and what is read to it. */
import { CLOSE, FRAME_LIMITS } from '@service/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdmissionControl, type AdmittedSocket } from '../../../dist/gateway/admission/admission-control.js';
import { ADMISSION_LIMITS } from '../../../dist/gateway/admission/admission-limits.js';
import { ClientSession } from '../../../dist/gateway/client-session.js';
import { turnedClock } from '../../support/manual-clock.js';
import { inboxesOf, serve, type TestServer } from '../../support/serve.js';
import type { WireClient } from '../../support/wire-client.js';
import { arrive, newAddress } from './from-one-address.js';

let server: TestServer;
beforeAll(async () => {
  server = await serve(undefined, inboxesOf({ id: 'demo' }), 1);
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.dispose();
});

describe('one session', () => {
  it('keeps its newest sockets, and the oldest is asked to rest', async () => {
    const address = newAddress();
    const first = await arrive(server.port, address);
    await first.next('live');
    const tabs: WireClient[] = [];
    for (let tab = 0; tab < ADMISSION_LIMITS.socketsOfSession; tab++) {
      const next = await arrive(server.port, address, { session: first.token });
      await next.next('live');
      tabs.push(next);
    }
    expect(await first.end()).toBe(CLOSE.tooManySockets.code);
    expect(tabs.map(({ closed }) => closed)).toEqual(tabs.map(() => null));
    await Promise.all(tabs.map((tab) => tab.close()));
  });

  it('has one budget of messages for all of its sockets, and coming back does not renew it', async () => {
    const address = newAddress();
    const one = await arrive(server.port, address);
    await one.next('live');
    const other = await arrive(server.port, address, { session: one.token });
    await other.next('live');
    for (let at = 0; at < FRAME_LIMITS.appendBurst; at++) one.say(`one ${at}`);
    await one.until(() => one.frames.filter(({ t }) => t === 'ack').length === FRAME_LIMITS.appendBurst, 'all acks');
    other.say('one too many', 'client-other-1');
    expect(await other.next('error')).toMatchObject({ code: 'rate_limited', re: 'client-other-1', retry: true });
    await Promise.all([one.close(), other.close()]);
    const back = await arrive(server.port, address, { session: one.token });
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
    const client = await arrive(server.port, newAddress());
    await client.next('live');
    client.send({ t: 'sync', id: 'sync-1', conversation: client.conversation, after: 0 });
    client.send({ t: 'ping', n: 5 });
    await client.next('pong');
    expect(client.frames.map(({ t }) => t).filter((t) => t === 'page' || t === 'pong')).toEqual(['page', 'pong']);
    await client.close();
  });
});

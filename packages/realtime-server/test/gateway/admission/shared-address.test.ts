/** Many from one place: honest visitors behind one address go on working while someone beside them misbehaves. */
import { CLOSE, closeRetryAfterMs } from '@service/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ADMISSION_LIMITS } from '../../../dist/gateway/admission/admission-limits.js';
import { inboxesOf, serve, type TestServer } from '../../support/serve.js';
import { WireClient } from '../../support/wire-client.js';
import { arrive, from, newAddress, welcomed } from './from-one-address.js';

let server: TestServer;
beforeAll(async () => {
  server = await serve(undefined, inboxesOf({ id: 'demo' }), 1);
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.dispose();
});

describe('an office behind one address', () => {
  it('W10: goes on talking, reconnecting and being answered while a program beside it opens what it can', async () => {
    const address = newAddress();
    const colleagues = await Promise.all(Array.from({ length: 20 }, () => arrive(server.port, address)));
    expect(await Promise.all(colleagues.map(welcomed))).not.toContain(false);

    const attack = await Promise.all(Array.from({ length: 120 }, () => arrive(server.port, address)));
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
    const again = await Promise.all(colleagues.map(({ token }) => arrive(server.port, address, { session: token })));
    expect(await Promise.all(again.map(welcomed))).not.toContain(false);
    // Someone new at another address notices nothing.
    const elsewhere = await arrive(server.port, newAddress());
    expect(await welcomed(elsewhere)).toBe(true);
    await Promise.all([...colleagues, ...attack, ...again, elsewhere].map((client) => client.close()));
  });

  it('is not locked out by sockets that never say who they are: the one that has waited longest makes room', async () => {
    const address = newAddress();
    const silent = await Promise.all(
      Array.from({ length: ADMISSION_LIMITS.unidentifiedSockets }, () => WireClient.open(server.port, from(address))),
    );
    const honest = await arrive(server.port, address);
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
        arrive(server.port, address, { session: `cws_${String(at).padStart(43, '0')}` }),
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
    expect(await welcomed(await arrive(server.port, newAddress()))).toBe(true);
  });
});

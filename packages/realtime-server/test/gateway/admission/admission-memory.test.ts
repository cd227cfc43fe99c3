/** What the admission control remembers of addresses, sessions and inboxes, and for how long. */
import { CLOSE } from '@service/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AdmissionControl, type AdmittedSocket } from '../../../dist/gateway/admission/admission-control.js';
import { ADMISSION_LIMITS } from '../../../dist/gateway/admission/admission-limits.js';
import { inboxesOf, serve, type TestServer } from '../../support/serve.js';
import { arrive, newAddress } from './from-one-address.js';

let server: TestServer;
beforeAll(async () => {
  server = await serve(undefined, inboxesOf({ id: 'demo' }), 1);
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.dispose();
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
      const guess = await arrive(server.port, address, { inbox: `not-there-${at}` });
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

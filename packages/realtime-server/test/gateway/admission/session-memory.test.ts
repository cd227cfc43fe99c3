/** How long what a session has used is remembered after it has left: until nothing is missing, and no longer. */
import { describe, expect, it } from 'vitest';
import { AdmissionControl, type AdmittedSocket } from '../../../dist/gateway/admission/admission-control.js';
import { ADMISSION_LIMITS } from '../../../dist/gateway/admission/admission-limits.js';

const SOCKET: AdmittedSocket = { closeUnidentified: () => undefined, closeSurplus: () => undefined };
const { handoffBurst, handoffsPerSecond } = ADMISSION_LIMITS;
const MINUTE = 60_000;

/** Visitors on our own network, whose addresses aren't counted: what is remembered is of sessions alone. */
function visit() {
  let now = 0;
  const control = new AdmissionControl(() => now, false);
  const come = (id: string, uses: (budgets: ReturnType<typeof join>) => void = () => undefined): void => {
    const admission = control.register('10.0.0.1', SOCKET);
    uses(join(admission, id));
    admission.release();
  };
  const join = (admission: ReturnType<typeof control.register>, id: string) =>
    admission.joinSession({ id, contact: id, inbox: 'demo' });
  return {
    come,
    size: () => control.size,
    wait(ms: number): void {
      now += ms;
      come('other');
    },
    now: () => now,
  };
}

describe('what a session has used', () => {
  it('is forgotten within a minute or two of an ordinary visit', () => {
    const { come, wait, size, now } = visit();
    for (let at = 0; at < 10_000; at++)
      come(`ses_${at}`, ({ appends, reads }) => [appends, reads].map((of) => of.take(now(), 2)));
    expect(size()).toBe(10_000);
    wait(2 * MINUTE);
    expect(size()).toBe(1);
  });

  it('is remembered while a request for a person is missing, so that coming back refills nothing', () => {
    const { come, wait, size, now } = visit();
    come('ses_1', ({ handoffs }) => expect(handoffs.take(now(), handoffBurst).ok).toBe(true));
    wait(MINUTE);
    come('ses_1', ({ handoffs }) => expect(handoffs.take(now(), handoffBurst).ok).toBe(false));
    wait((handoffBurst / handoffsPerSecond) * 1_000 + MINUTE);
    expect(size()).toBe(1);
  });
});

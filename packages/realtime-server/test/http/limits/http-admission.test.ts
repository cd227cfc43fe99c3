/** Requests by address: none gets more than its budget, and none loses anything by what others do. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpAdmission } from '../../../dist/http/limits/http-admission.js';
import { HTTP_LIMITS } from '../../../src/runtime/limits.js';

const AT_ONCE = 40;
const step = fc.record({
  address: fc.constantFrom('203.0.113.1', '203.0.113.2', '2001:db8:1::1', '2001:db8:1::2'),
  count: fc.integer({ min: 1, max: 200 }),
  ends: fc.integer({ min: 0, max: 400 }),
  passes: fc.integer({ min: 0, max: 400 }),
});

describe('the requests of an address', () => {
  it('are never more than its budget, at once and in any time, whatever others do', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let now = 0;
        const admission = new HttpAdmission(() => now, true, AT_ONCE);
        const begun = new Map<string, number>();
        const open = new Map<string, (() => void)[]>();
        for (const { address, count, ends, passes } of steps) {
          // Both addresses of version 6 are one household.
          const who = address.replace(/::\d$/, '');
          const ending = open.get(who) ?? [];
          for (let at = 0; at < count; at++) {
            const verdict = admission.begin(address);
            if (verdict.ok) {
              begun.set(who, (begun.get(who) ?? 0) + 1);
              ending.push(verdict.end);
            } else expect(verdict.retryAfterMs).toBeGreaterThan(0);
            expect(ending.length).toBeLessThanOrEqual(AT_ONCE);
            // What is over makes room.
            if (at < ends) ending.pop()?.();
          }
          open.set(who, ending);
          now += passes;
          for (const all of begun.values())
            expect(all).toBeLessThanOrEqual(HTTP_LIMITS.requestBurst + (now / 1_000) * HTTP_LIMITS.requestsPerSecond);
        }
        expect(admission.begin('198.51.100.99').ok).toBe(true);
      }),
    );
  });

  it('are forgotten once the budget is full again, and not while one is in work', () => {
    let now = 0;
    const admission = new HttpAdmission(() => now, true, AT_ONCE);
    const held = admission.begin('203.0.113.1');
    for (let at = 0; at < 5_000; at++) {
      const verdict = admission.begin(`10.1.${at >> 8}.${at & 255}`);
      if (verdict.ok) verdict.end();
    }
    now += 120_000;
    admission.begin('203.0.113.2');
    expect(admission.size).toBe(2);
    if (held.ok) held.end();
  });

  it('aren’t counted where no proxy reports it and the network is private: it may be a proxy, or the whole office', () => {
    const admission = new HttpAdmission(() => 0, false, AT_ONCE);
    for (let at = 0; at < 2 * HTTP_LIMITS.requestBurst; at++) expect(admission.begin('10.0.0.1').ok).toBe(true);
    expect(admission.size).toBe(0);
  });
});

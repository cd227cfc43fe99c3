/** Guessing the key of the team: slow for who guesses, unnoticed by everybody else, and known to the operator. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyGuard } from '../../dist/runtime/shares/guard-key.js';
import { HTTP_LIMITS } from '../../src/runtime/limits.js';

const RIGHT = 'right';
const ATTACKER = '203.0.113.1';
const TEAM = '203.0.113.2';

function guarded() {
  const state = { now: 0, compared: 0, wrong: [] as string[] };
  const keys = new KeyGuard({ now: () => state.now, onWrong: (address) => state.wrong.push(address) });
  /** As the API does. */
  const check = (address: string, given: string): { ok: boolean; wait?: number | null } => {
    const from = { address, group: address };
    const wait = keys.waitMs(from);
    if (wait > 0) return { ok: false, wait };
    state.compared += 1;
    if (given === RIGHT) return { ok: true };
    keys.wrong(from, given);
    return { ok: false, wait: null };
  };
  const guard = {
    check,
    get size() {
      return keys.size;
    },
  };
  return { guard, state };
}

describe('the key of the team', () => {
  it('is compared with few guesses of one address, and each wrong one is reported', () => {
    const { guard, state } = guarded();
    for (let second = 0; second < 3_600; second++) {
      state.now = second * 1_000;
      for (let at = 0; at < 10; at++) guard.check(ATTACKER, `Bearer ${second}.${at}`);
      expect(guard.check(TEAM, RIGHT)).toEqual({ ok: true });
    }
    const { wrongKeyBurst, wrongKeysPerSecond } = HTTP_LIMITS;
    // Each wait is noticed by one guess more.
    expect(state.compared - 3_600).toBeLessThanOrEqual(2 * (wrongKeyBurst + 3_600 * wrongKeysPerSecond));
    expect(state.wrong).toHaveLength(36_000);
  });

  it('opens nothing for an address that has to wait, and says how long', () => {
    const { guard, state } = guarded();
    const verdicts = Array.from({ length: 2 * HTTP_LIMITS.wrongKeyBurst }, (_, at) => guard.check(ATTACKER, `${at}`));
    const last = verdicts.at(-1);
    expect(last).toEqual({ ok: false, wait: 10_000 });
    expect(guard.check(ATTACKER, RIGHT).ok).toBe(false);
    state.now += 10_000;
    expect(guard.check(ATTACKER, RIGHT)).toEqual({ ok: true });
  });

  it('may be an old one in a page that was left open: the same wrong key is no guess', () => {
    const { guard } = guarded();
    for (let at = 0; at < 1_000; at++)
      expect(guard.check(TEAM, 'Bearer before yesterday')).toEqual({ ok: false, wait: null });
    expect(guard.check(TEAM, RIGHT)).toEqual({ ok: true });
  });

  it('is never refused at one address by what others send, in whatever order', () => {
    const guesses = fc.array(fc.tuple(fc.constantFrom(ATTACKER, '2001:db8::7'), fc.string({ maxLength: 8 })), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(guesses, (all) => {
        const { guard } = guarded();
        for (const [address, given] of all) guard.check(address, `Bearer wrong${given}`);
        expect(guard.check(TEAM, RIGHT)).toEqual({ ok: true });
      }),
    );
  });

  it('costs no memory that grows with the addresses of who guesses', () => {
    const { guard } = guarded();
    for (let at = 0; at < 12_000; at++) guard.check(`11.${at >> 16}.${(at >> 8) & 255}.${at & 255}`, `Bearer ${at}`);
    expect(guard.size).toBeLessThanOrEqual(10_000);
  });
});

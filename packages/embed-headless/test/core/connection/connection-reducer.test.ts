/** When the client connects, when it waits, and when it gives up: the close-code table obeyed, storms spread out. */
import { CLIENT_LIMITS, CLOSE } from '@service/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceConnection } from '../../../src/core/connection/connection-reducer.js';
import {
  type ConnectionInput,
  type ConnectionState,
  initialConnection,
  isConnected,
} from '../../../src/core/connection/connection-state.js';
import type { Effect } from '../../../src/core/state/effect.js';
import type { Environment } from '../../../src/core/state/environment.js';
import { connectionName } from '../../../src/core/view/chat-view.js';

const around = (over: Partial<Environment> = {}): Environment => ({
  now: 1_000_000,
  fraction: () => 0.5,
  visible: true,
  ...over,
});

function after(
  inputs: readonly ConnectionInput[],
  at = around(),
): { link: ConnectionState; effects: readonly Effect[] } {
  let link = initialConnection;
  let effects: readonly Effect[] = [];
  for (const input of inputs) ({ connection: link, effects } = reduceConnection(link, input, at));
  return { link, effects };
}

const welcomed: ConnectionInput = { type: 'welcomed', pingEveryMs: 25_000, pingTimeoutMs: 10_000 };
const closedBy = (code: number, reason = ''): ConnectionInput => ({ type: 'closed', code, reason });
const delayOf = (effects: readonly Effect[]): number | undefined =>
  effects.flatMap((each) => (each.do === 'timer' && each.name === 'backoff' ? [each.ms] : []))[0];

describe('the link', () => {
  it('opens nothing until somebody wants something', () => {
    expect(after([{ type: 'wake' }, { type: 'timer', name: 'backoff' }]).link.phase).toBe('idle');
    const { link, effects } = after([{ type: 'connect' }]);
    expect(link.phase).toBe('connecting');
    expect(effects).toContainEqual({ do: 'open', generation: 1 });
  });

  it('gives a socket ten seconds to its welcome, then leaves it and tries another', () => {
    const { link, effects } = after([{ type: 'connect' }, { type: 'timer', name: 'connect' }]);
    expect(link.phase).toBe('waiting');
    expect(effects).toContainEqual({ do: 'close', code: 1000 });
    expect(link.generation).toBe(2);
  });

  it.each(Object.entries(CLOSE))('obeys the duty of %s while nobody looks', (_name, rule) => {
    const { link } = after([{ type: 'connect' }, welcomed, closedBy(rule.code)], around({ visible: false }));
    const expected = rule.duty === 'stop' ? 'stopped' : rule.duty === 'passive' ? 'passive' : 'waiting';
    expect(link.phase).toBe(expected);
  });

  it('comes back by itself, and not soon, when one of too many tabs is the one that is looked at', () => {
    const inputs: ConnectionInput[] = [{ type: 'connect' }, welcomed, closedBy(CLOSE.tooManySockets.code)];
    const delays = [0, 0.5, 1].map((part) => delayOf(after(inputs, around({ fraction: () => part })).effects));
    expect(delays).toEqual([30_000, 45_000, 60_000]);
    expect(delayOf(after([...inputs, { type: 'wake' }]).effects)).toBeLessThanOrEqual(500);
  });

  it('stops when malformed frames or a takeover happen twice in a row', () => {
    const once: ConnectionInput[] = [{ type: 'connect' }, welcomed, closedBy(CLOSE.malformed.code)];
    const twice: ConnectionInput[] = [
      ...once,
      { type: 'timer', name: 'backoff' },
      welcomed,
      closedBy(CLOSE.malformed.code),
    ];
    expect(after(once).link.phase).toBe('waiting');
    expect(after(twice).link.phase).toBe('stopped');
  });

  it('waits at least as long as an overloaded server asks for', () => {
    const { effects } = after([{ type: 'connect' }, closedBy(CLOSE.overloaded.code, '{"retryAfter":5000}')]);
    expect(delayOf(effects)).toBeGreaterThanOrEqual(5_000);
  });

  it.each([
    ['4010', CLOSE.superseded.code, 500],
    ['4000', CLOSE.drained.code, 5_000],
    ['1013', CLOSE.tryLater.code, 250],
    ['4009', CLOSE.tooManySockets.code, 45_000],
  ])('adds what it is asked to wait to the wait of %s', (_name, code, without) => {
    const delays = ['', '{"retryAfter":7000}'].map((reason) =>
      delayOf(after([{ type: 'connect' }, welcomed, closedBy(code, reason)]).effects),
    );
    expect(delays).toEqual([without, without + 7_000]);
  });

  it('comes no earlier than it was asked to, however impatient its visitor is', () => {
    const asked = closedBy(CLOSE.overloaded.code, '{"retryAfter":5000}');
    const { effects } = after([{ type: 'connect' }, asked, { type: 'wake' }, { type: 'wake' }]);
    expect(delayOf(effects)).toBeGreaterThanOrEqual(5_000);
  });

  it('doubles its delay with every failure, within full jitter and under the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (failures, fraction) => {
          const at = around({ fraction: () => fraction });
          let link = initialConnection;
          let delay: number | undefined;
          for (let i = 0; i <= failures; i++) {
            ({ connection: link } = reduceConnection(
              link,
              link.phase === 'idle' ? { type: 'connect' } : { type: 'timer', name: 'backoff' },
              at,
            ));
            const step = reduceConnection(link, closedBy(1006), at);
            link = step.connection;
            delay = delayOf(step.effects);
          }
          expect(delay).toBeGreaterThanOrEqual(250);
          expect(delay).toBeLessThanOrEqual(Math.max(250, Math.min(20_000, 500 * 2 ** failures)));
        },
      ),
    );
  });

  it('forgets its failures only after ten seconds of being live', () => {
    const failing: ConnectionInput[] = [
      { type: 'connect' },
      closedBy(1006),
      { type: 'timer', name: 'backoff' },
      closedBy(1006),
    ];
    const back: ConnectionInput[] = [...failing, { type: 'timer', name: 'backoff' }, welcomed];
    expect(after(back).link.attempt).toBe(2);
    expect(after(back).effects).toContainEqual({ do: 'timer', name: 'stable', ms: 10_000 });
    expect(after([...back, { type: 'timer', name: 'stable' }]).link.attempt).toBe(0);
  });

  it('waits longer with every line that was welcomed and then could not be trusted, until one holds', () => {
    const distrusted: ConnectionInput[] = [{ type: 'timer', name: 'backoff' }, welcomed, { type: 'drop' }];
    const often = [{ type: 'connect' } as const, ...Array.from({ length: 8 }, () => distrusted).flat()];
    expect([2, 3, 4, 8].map((times) => delayOf(after(often.slice(0, 1 + 3 * times)).effects))).toEqual([
      500, 1_000, 2_000, 10_000,
    ]);
    const held: ConnectionInput[] = [
      ...often,
      { type: 'timer', name: 'backoff' },
      welcomed,
      { type: 'timer', name: 'stable' },
    ];
    expect(delayOf(after([...held, { type: 'drop' }]).effects)).toBe(250);
  });

  it('asks a silent socket before it believes it, and leaves it when no answer comes', () => {
    const late = around({ now: 1_000_000 + CLIENT_LIMITS.pingEveryMs * 2 });
    const live = after([{ type: 'connect' }, welcomed]).link;
    const probing = reduceConnection(live, { type: 'timer', name: 'liveness' }, late);
    expect(probing.connection.phase).toBe('probing');
    expect(probing.effects).toContainEqual({ do: 'send', frame: { t: 'ping', n: 1 } });
    expect(reduceConnection(probing.connection, { type: 'frame-received' }, late).connection.phase).toBe('live');
    const dead = reduceConnection(probing.connection, { type: 'timer', name: 'probe' }, late);
    expect(dead.connection.phase).toBe('waiting');
    expect(dead.connection.generation).toBeGreaterThan(probing.connection.generation);
  });

  it('probes at once when the laptop wakes, and shortens a long wait', () => {
    expect(after([{ type: 'connect' }, welcomed, { type: 'wake' }]).link.phase).toBe('probing');
    const { effects } = after([{ type: 'connect' }, closedBy(1006), { type: 'wake' }]);
    expect(delayOf(effects)).toBeLessThanOrEqual(500);
  });

  it('lets the socket go for the back/forward cache and comes back with the page', () => {
    const parked = after([{ type: 'connect' }, welcomed, { type: 'suspend' }]);
    expect(parked.link.phase).toBe('suspended');
    expect(parked.effects).toContainEqual({ do: 'close', code: 1000 });
    expect(reduceConnection(parked.link, { type: 'wake' }, around()).connection.phase).toBe('connecting');
  });

  it('spreads its return over the window of a draining server', () => {
    const { effects } = after([
      { type: 'connect' },
      welcomed,
      { type: 'drain', windowMs: 60_000 },
      closedBy(CLOSE.drained.code),
    ]);
    expect(delayOf(effects)).toBe(30_000);
  });

  it('looks connected while it follows a drain to the next line, until that one fails or says nothing for ten seconds', () => {
    const left: ConnectionInput[] = [
      { type: 'connect' },
      welcomed,
      { type: 'drain', windowMs: 60_000 },
      { type: 'timer', name: 'leave' },
    ];
    const looks = (...then: ConnectionInput[]): string => connectionName(after([...left, ...then]).link, true);
    const again: ConnectionInput = { type: 'timer', name: 'backoff' };
    expect(looks()).toBe('connected');
    expect(looks(welcomed, closedBy(1006))).toBe('reconnecting');
    for (const fails of [closedBy(1006), closedBy(CLOSE.drained.code), { type: 'timer', name: 'connect' } as const]) {
      expect(looks(fails)).toBe('reconnecting');
      expect(looks(fails, again)).toBe('reconnecting');
    }
    expect(looks({ type: 'suspend' }, { type: 'wake' })).toBe('reconnecting');
    expect(connectionName(after(left).link, false)).toBe('offline');
    expect(connectionName(after([...left.slice(0, 3), closedBy(CLOSE.drained.code), again]).link, true)).toBe(
      'reconnecting',
    );
  });

  it('leaves a draining server in time, also while it asks it whether it still lives', () => {
    const late = around({ now: 1_000_000 + CLIENT_LIMITS.pingEveryMs * 2 });
    const draining = after([{ type: 'connect' }, welcomed, { type: 'drain', windowMs: 60_000 }]).link;
    const probing = reduceConnection(draining, { type: 'timer', name: 'liveness' }, late).connection;
    expect(probing.phase).toBe('probing');
    const left = reduceConnection(probing, { type: 'timer', name: 'leave' }, late);
    expect(left.connection.phase).toBe('connecting');
    expect(left.effects).toContainEqual({ do: 'close', code: 1000 });
    expect(left.effects).toContainEqual({ do: 'open', generation: left.connection.generation });
  });

  it('never has two sockets and never uses a closed one, whatever happens in whatever order', () => {
    const any: fc.Arbitrary<ConnectionInput> = fc.oneof(
      fc.constantFrom<ConnectionInput>(
        { type: 'connect' },
        welcomed,
        { type: 'frame-received' },
        { type: 'drop' },
        { type: 'wake' },
        { type: 'suspend' },
        { type: 'rest' },
        { type: 'drain', windowMs: 5_000 },
        { type: 'reconnect' },
      ),
      fc
        .constantFrom('connect', 'backoff', 'stable', 'liveness', 'probe', 'leave')
        .map((name): ConnectionInput => ({ type: 'timer', name: name as 'probe' })),
      fc.constantFrom(...Object.values(CLOSE).map((rule) => rule.code)).map((code) => closedBy(code)),
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 60 }), (inputs) => {
        let link = initialConnection;
        let open = false;
        for (const input of inputs) {
          if (input.type === 'closed' && !open) continue;
          if (input.type === 'closed') open = false;
          const { connection: next, effects } = reduceConnection(link, input, around());
          for (const effect of effects) {
            if (effect.do === 'open') {
              expect(open).toBe(false);
              open = true;
            }
            if (effect.do === 'close') open = false;
          }
          link = next;
          if (isConnected(link) || link.phase === 'connecting') expect(open).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

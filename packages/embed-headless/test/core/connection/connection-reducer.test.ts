/** When the client connects, waits and stops: it follows the table of close codes, and reconnects are spread over time. */
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
): { connection: ConnectionState; effects: readonly Effect[] } {
  let connection = initialConnection;
  let effects: readonly Effect[] = [];
  for (const input of inputs) ({ connection, effects } = reduceConnection(connection, input, at));
  return { connection, effects };
}

const welcomed: ConnectionInput = { type: 'welcomed', pingEveryMs: 25_000, pingTimeoutMs: 10_000 };
const closedBy = (code: number, reason = ''): ConnectionInput => ({ type: 'closed', code, reason });
const delayOf = (effects: readonly Effect[]): number | undefined =>
  effects.flatMap((each) => (each.do === 'timer' && each.name === 'backoff' ? [each.ms] : []))[0];

describe('the connection', () => {
  it('opens no socket before `connect`', () => {
    expect(after([{ type: 'wake' }, { type: 'timer', name: 'backoff' }]).connection.phase).toBe('idle');
    const { connection, effects } = after([{ type: 'connect' }]);
    expect(connection.phase).toBe('connecting');
    expect(effects).toContainEqual({ do: 'open', generation: 1 });
  });

  it('closes a socket without a welcome after ten seconds, and tries another', () => {
    const { connection, effects } = after([{ type: 'connect' }, { type: 'timer', name: 'connect' }]);
    expect(connection.phase).toBe('waiting');
    expect(effects).toContainEqual({ do: 'close', code: 1000 });
    expect(connection.generation).toBe(2);
  });

  it.each(Object.entries(CLOSE))('follows the duty of %s while the page is hidden', (_name, rule) => {
    const { connection } = after([{ type: 'connect' }, welcomed, closedBy(rule.code)], around({ visible: false }));
    const expected = rule.duty === 'stop' ? 'stopped' : rule.duty === 'passive' ? 'passive' : 'waiting';
    expect(connection.phase).toBe(expected);
  });

  it('reconnects after a long wait when the visible tab was one too many', () => {
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
    expect(after(once).connection.phase).toBe('waiting');
    expect(after(twice).connection.phase).toBe('stopped');
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
  ])('adds the delay that the server asks for to that of %s', (_name, code, without) => {
    const delays = ['', '{"retryAfter":7000}'].map((reason) =>
      delayOf(after([{ type: 'connect' }, welcomed, closedBy(code, reason)]).effects),
    );
    expect(delays).toEqual([without, without + 7_000]);
  });

  it('reconnects no earlier than the server asks, however often the page wakes it', () => {
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
          let connection = initialConnection;
          let delay: number | undefined;
          for (let i = 0; i <= failures; i++) {
            ({ connection } = reduceConnection(
              connection,
              connection.phase === 'idle' ? { type: 'connect' } : { type: 'timer', name: 'backoff' },
              at,
            ));
            const step = reduceConnection(connection, closedBy(1006), at);
            connection = step.connection;
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
    expect(after(back).connection.attempt).toBe(2);
    expect(after(back).effects).toContainEqual({ do: 'timer', name: 'stable', ms: 10_000 });
    expect(after([...back, { type: 'timer', name: 'stable' }]).connection.attempt).toBe(0);
  });

  it('waits longer after each connection that was dropped after its welcome, until one is stable', () => {
    const dropped: ConnectionInput[] = [{ type: 'timer', name: 'backoff' }, welcomed, { type: 'drop' }];
    const often = [{ type: 'connect' } as const, ...Array.from({ length: 8 }, () => dropped).flat()];
    expect([2, 3, 4, 8].map((times) => delayOf(after(often.slice(0, 1 + 3 * times)).effects))).toEqual([
      500, 1_000, 2_000, 10_000,
    ]);
    const stable: ConnectionInput[] = [
      ...often,
      { type: 'timer', name: 'backoff' },
      welcomed,
      { type: 'timer', name: 'stable' },
    ];
    expect(delayOf(after([...stable, { type: 'drop' }]).effects)).toBe(250);
  });

  it('pings a silent socket, and replaces it when no answer comes', () => {
    const late = around({ now: 1_000_000 + CLIENT_LIMITS.pingEveryMs * 2 });
    const live = after([{ type: 'connect' }, welcomed]).connection;
    const probing = reduceConnection(live, { type: 'timer', name: 'liveness' }, late);
    expect(probing.connection.phase).toBe('probing');
    expect(probing.effects).toContainEqual({ do: 'send', frame: { t: 'ping', n: 1 } });
    expect(reduceConnection(probing.connection, { type: 'frame-received' }, late).connection.phase).toBe('live');
    const dead = reduceConnection(probing.connection, { type: 'timer', name: 'probe' }, late);
    expect(dead.connection.phase).toBe('waiting');
    expect(dead.connection.generation).toBeGreaterThan(probing.connection.generation);
  });

  it('probes at once on a wake-up, and shortens a long wait', () => {
    expect(after([{ type: 'connect' }, welcomed, { type: 'wake' }]).connection.phase).toBe('probing');
    const { effects } = after([{ type: 'connect' }, closedBy(1006), { type: 'wake' }]);
    expect(delayOf(effects)).toBeLessThanOrEqual(500);
  });

  it('closes the socket for the back/forward cache, and reconnects with the page', () => {
    const parked = after([{ type: 'connect' }, welcomed, { type: 'suspend' }]);
    expect(parked.connection.phase).toBe('suspended');
    expect(parked.effects).toContainEqual({ do: 'close', code: 1000 });
    expect(reduceConnection(parked.connection, { type: 'wake' }, around()).connection.phase).toBe('connecting');
  });

  it('reconnects within the window of a draining server', () => {
    const { effects } = after([
      { type: 'connect' },
      welcomed,
      { type: 'drain', windowMs: 60_000 },
      closedBy(CLOSE.drained.code),
    ]);
    expect(delayOf(effects)).toBe(30_000);
  });

  it('is shown as connected while it moves from a draining server, until the next socket fails or times out', () => {
    const left: ConnectionInput[] = [
      { type: 'connect' },
      welcomed,
      { type: 'drain', windowMs: 60_000 },
      { type: 'timer', name: 'leave' },
    ];
    const shownAfter = (...then: ConnectionInput[]): string =>
      connectionName(after([...left, ...then]).connection, true);
    const again: ConnectionInput = { type: 'timer', name: 'backoff' };
    expect(shownAfter()).toBe('connected');
    expect(shownAfter(welcomed, closedBy(1006))).toBe('reconnecting');
    for (const fails of [closedBy(1006), closedBy(CLOSE.drained.code), { type: 'timer', name: 'connect' } as const]) {
      expect(shownAfter(fails)).toBe('reconnecting');
      expect(shownAfter(fails, again)).toBe('reconnecting');
    }
    expect(shownAfter({ type: 'suspend' }, { type: 'wake' })).toBe('reconnecting');
    expect(connectionName(after(left).connection, false)).toBe('offline');
    expect(connectionName(after([...left.slice(0, 3), closedBy(CLOSE.drained.code), again]).connection, true)).toBe(
      'reconnecting',
    );
  });

  it('leaves a draining server in time, also while it probes it', () => {
    const late = around({ now: 1_000_000 + CLIENT_LIMITS.pingEveryMs * 2 });
    const draining = after([{ type: 'connect' }, welcomed, { type: 'drain', windowMs: 60_000 }]).connection;
    const probing = reduceConnection(draining, { type: 'timer', name: 'liveness' }, late).connection;
    expect(probing.phase).toBe('probing');
    const left = reduceConnection(probing, { type: 'timer', name: 'leave' }, late);
    expect(left.connection.phase).toBe('connecting');
    expect(left.effects).toContainEqual({ do: 'close', code: 1000 });
    expect(left.effects).toContainEqual({ do: 'open', generation: left.connection.generation });
  });

  it('never has two sockets and never uses a closed one, for any sequence of inputs', () => {
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
        let connection = initialConnection;
        let open = false;
        for (const input of inputs) {
          if (input.type === 'closed' && !open) continue;
          if (input.type === 'closed') open = false;
          const { connection: next, effects } = reduceConnection(connection, input, around());
          for (const effect of effects) {
            if (effect.do === 'open') {
              expect(open).toBe(false);
              open = true;
            }
            if (effect.do === 'close') open = false;
          }
          connection = next;
          if (isConnected(connection) || connection.phase === 'connecting') expect(open).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

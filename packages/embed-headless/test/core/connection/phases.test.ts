/** Every phase of the connection with every input: the phase that follows, and whether a socket is opened or closed. */
import { CLOSE, CLOSE_CODE } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { reduceConnection } from '../../../src/core/connection/connection-reducer.js';
import {
  type ConnectionInput,
  type ConnectionState,
  type ConnectionTimer,
  initialConnection,
} from '../../../src/core/connection/connection-state.js';

const shared = { generation: 4, attempt: 1, everLive: true, lastCode: null, notBefore: 0 };
const open = { ...shared, heardAt: 0, pingEveryMs: 25_000, pingTimeoutMs: 10_000 };
const PHASES = {
  idle: initialConnection,
  connecting: { ...shared, phase: 'connecting', drainWindowMs: null },
  live: { ...open, phase: 'live', drainWindowMs: null },
  probing: { ...open, phase: 'probing', drainWindowMs: null },
  draining: { ...open, phase: 'draining', drainWindowMs: 5_000 },
  waiting: { ...shared, phase: 'waiting' },
  passive: { ...shared, phase: 'passive' },
  suspended: { ...shared, phase: 'suspended' },
  stopped: { ...shared, phase: 'stopped' },
} as const satisfies { readonly [Phase in ConnectionState['phase']]: ConnectionState };
type Phase = keyof typeof PHASES;

const closed = (code: number): ConnectionInput => ({ type: 'closed', code, reason: '' });
const timer = (name: ConnectionTimer): ConnectionInput => ({ type: 'timer', name });
const INPUTS = {
  connect: { type: 'connect' },
  welcomed: { type: 'welcomed', pingEveryMs: 25_000, pingTimeoutMs: 10_000 },
  'frame-received': { type: 'frame-received' },
  drain: { type: 'drain', windowMs: 5_000 },
  drop: { type: 'drop' },
  reconnect: { type: 'reconnect' },
  wake: { type: 'wake' },
  suspend: { type: 'suspend' },
  rest: { type: 'rest' },
  'closed by the network': closed(CLOSE.network.code),
  'closed for good': closed(CLOSE_CODE.versionUnsupported),
  'timer connect': timer('connect'),
  'timer backoff': timer('backoff'),
  'timer stable': timer('stable'),
  // At that moment the socket has been silent for too long.
  'timer liveness': timer('liveness'),
  'timer probe': timer('probe'),
  'timer leave': timer('leave'),
} as const satisfies Readonly<Record<string, ConnectionInput>>;

/** In the order of `PHASES`. `+` opens a socket, `-` closes one; `.` nothing changes. */
const TABLE: { readonly [Name in keyof typeof INPUTS]: string } = {
  //                        idle          connecting     live           probing        draining       waiting        passive        suspended      stopped
  connect:
    '                connecting+   .              .              .              .              .              connecting+    .              .',
  welcomed:
    '               .             live           .              .              .              .              .              .              .',
  'frame-received':
    '       .             .              .              live           .              .              .              .              .',
  drain:
    '                  .             .              draining       draining       .              .              .              .              .',
  drop: '                   .             waiting-       waiting-       waiting-       waiting-       .              .              .              .',
  reconnect:
    '              .             connecting-+   connecting-+   connecting-+   connecting-+   connecting+    .              .              .',
  wake: '                   .             .              probing        .              .              .              connecting+    connecting+    .',
  suspend:
    '                .             suspended-     suspended-     suspended-     suspended-     suspended      .              .              .',
  rest: '                   .             .              passive-       .              .              .              .              .              .',
  'closed by the network':
    'waiting       waiting-       waiting-       waiting-       waiting-       .              waiting        .              .',
  'closed for good':
    '      stopped       stopped-       stopped-       stopped-       stopped-       stopped        stopped        .              .',
  'timer connect':
    '        .             waiting-       .              .              .              .              .              .              .',
  'timer backoff':
    '        .             .              .              .              .              connecting+    .              .              .',
  'timer stable':
    '         .             .              .              .              .              .              .              .              .',
  'timer liveness':
    '       .             .              probing        .              probing        .              .              .              .',
  'timer probe':
    '          .             .              .              waiting-       .              .              .              .              .',
  'timer leave':
    '          .             .              connecting-+   connecting-+   connecting-+   .              .              .              .',
};

const cells = Object.entries(TABLE).flatMap(([input, row]) =>
  row
    .trim()
    .split(/\s+/)
    .map((cell, i) => [input, Object.keys(PHASES)[i] as Phase, cell] as const),
);

describe('each input in each phase', () => {
  it('is in the table', () => {
    expect(cells).toHaveLength(Object.keys(INPUTS).length * Object.keys(PHASES).length);
  });

  it.each(cells)('%s while %s: %s', (input, phase, cell) => {
    const env = { now: 1_000_000, fraction: () => 0.5, visible: true };
    const { connection, effects } = reduceConnection(PHASES[phase], INPUTS[input as keyof typeof INPUTS], env);
    const sockets = effects.map((each) => ({ open: '+', close: '-' })[each.do as string] ?? '').join('');
    const next = connection.phase === phase && sockets === '' ? '.' : connection.phase + sockets;
    expect(next).toBe(cell);
  });

  it('never lowers the generation, and raises it for each socket that is opened', () => {
    for (const [input, phase] of cells) {
      const before: ConnectionState = PHASES[phase];
      const env = { now: 1_000_000, fraction: () => 0.5, visible: true };
      const { connection, effects } = reduceConnection(before, INPUTS[input as keyof typeof INPUTS], env);
      const opened = effects.find((each) => each.do === 'open');
      expect(connection.generation).toBeGreaterThanOrEqual(before.generation + (opened ? 1 : 0));
      if (opened) expect(opened.generation).toBe(connection.generation);
    }
  });
});

/**
 * Frames that are almost right: each begins as one that a client might send, with up to three changes. A server refuses plain
 * nonsense early; only frames that are almost right reach its later checks. The given chance decides everything.
 */
import { clientFrameSchema } from '@service/protocol/schema';
import type { SeededRandom } from '../../../support/runs/seeded.js';
import { shapesOf } from '../../../support/wire/schema-shapes.js';

export interface Known {
  readonly conversation: string;
  /** A conversation of another visitor. */
  readonly foreign: string;
  readonly token: string | null;
  readonly origin: string;
}

type Value = unknown;
type Frame = Record<string, Value>;

const TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '‮gnirts',
  'e\u0301'.repeat(200),
  '👨‍👩‍👧‍👦'.repeat(50),
  '漢'.repeat(8_001),
  'x'.repeat(40_000),
  '__proto__',
  'constructor',
  "'; DROP TABLE events; --",
  '<script>alert(1)</script>',
  '{"t":"append"}',
  '../../etc/passwd',
  '%00%ff',
] as const;

const NUMBERS = [-1, 0, -0, 0.5, 1e21, 2 ** 53, 2 ** 53 + 2, -(2 ** 63), 1e308, 2 ** 31, 4_294_967_296] as const;

const VALUES: readonly ((chance: SeededRandom) => Value)[] = [
  (chance) => chance.pick(TEXTS),
  (chance) => chance.pick(NUMBERS),
  () => null,
  () => true,
  () => [],
  () => ({}),
  (chance) => nested(chance.between(1, 40)),
  (chance) => Array.from({ length: chance.between(1, 3_000) }, () => 1),
  () => ({ $ne: null }),
  () => ({ toString: 1, valueOf: 'x' }),
  // A length and a size that can't be compared with numbers.
  () => ({ length: { toString: 1, valueOf: 1 }, size: { toString: 1, valueOf: 1 } }),
];

const KEYS = ['__proto__', 'constructor', 'toString', 'extra', '', 't', 'seq', 'body', '0', 'length'] as const;

/** Replaced by the known conversation. */
const CONVERSATION = 'cnv_known000000000000000';
/** Left out: after these the socket, the session or the known conversation is gone, and the other frames test nothing. */
const ENDING = ['hello', 'logout', 'withdraw', 'erase'];
/** Every frame of the contract, with all of its fields. */
const OF_THE_CONTRACT = shapesOf(clientFrameSchema, (name) => (name === 'conversation' ? CONVERSATION : null))
  .map(({ example }) => example as Frame)
  .filter(({ t }) => !ENDING.includes(t as string))
  .map((frame) => JSON.stringify(frame));

/** One frame of any type, valid for `known`. */
export function validFrame(chance: SeededRandom, known: Known): Frame {
  const { conversation } = known;
  const id = `fuzz-${chance.between(1, 40)}-id`;
  const frames: readonly Frame[] = [
    { t: 'append', conversation, clientId: id, body: { kind: 'message', text: `text ${chance.between(1, 40)}` } },
    { t: 'append', conversation, clientId: id, body: { kind: 'handoff.requested', reason: 'please' } },
    { t: 'append', conversation, clientId: id, body: { kind: 'handoff.ended' } },
    { t: 'follow', conversation },
    { t: 'follow', conversation, epoch: 'epoch-0001', seq: chance.between(0, 100) },
    { t: 'sync', id, conversation, after: chance.between(0, 100) },
    { t: 'history', id, conversation, before: chance.between(1, 100) },
    { t: 'stop', conversation },
    { t: 'read', conversation, seq: chance.between(0, 1_000) },
    { t: 'typing', conversation, on: chance.fraction() < 0.5 },
    { t: 'context', user: { name: 'Ada', customAttributes: { plan: 'free', seats: 3, paid: false, gone: null } } },
    { t: 'context', page: { url: 'http://shop.test/a', title: 'A', referrer: '', language: 'de', timeZone: 'UTC' } },
    { t: 'ping', n: chance.between(0, 1_000) },
    { t: 'pong', n: chance.between(0, 1_000) },
    hello(chance, known),
    ...Array.from(
      { length: 10 },
      () => JSON.parse(chance.pick(OF_THE_CONTRACT).replaceAll(CONVERSATION, conversation)) as Frame,
    ),
  ];
  return chance.pick(frames);
}

export function hello(chance: SeededRandom, { token, origin, conversation }: Known): Frame {
  const cursor = { conversation, epoch: 'epoch-0001', seq: chance.between(0, 50) };
  return {
    t: 'hello',
    v: [1],
    inbox: 'demo',
    session: chance.fraction() < 0.5 ? token : null,
    origin,
    sdk: 'fuzz/1',
    instance: `instance-${chance.between(1, 1e6)}`,
    cursor: chance.fraction() < 0.5 ? cursor : null,
    visible: true,
    ...(chance.fraction() < 0.3 && { page: { url: `${origin}/shoes`, title: 'Shoes' } }),
  };
}

/** A frame as text, with one to three things wrong with it; sometimes with nothing wrong. */
export function hostileText(chance: SeededRandom, known: Known): string {
  const frame = structuredClone(validFrame(chance, known));
  if (chance.fraction() < 0.1) frame.conversation = known.foreign;
  const changes = chance.between(0, 3);
  for (let i = 0; i < changes; i++) change(chance, frame);
  const text = JSON.stringify(frame);
  const dice = chance.fraction();
  if (dice < 0.8) return text;
  if (dice < 0.84) return text.slice(0, chance.between(0, text.length));
  if (dice < 0.88) return `[${text},${text}]`;
  if (dice < 0.91) return text.replace('{', `{"__proto__":${JSON.stringify(VALUES[0]?.(chance))},`);
  if (dice < 0.94) return text.replace(/:(\d+)/, ':1e999');
  if (dice < 0.97) return text.replace('{', '{"t":"ping",');
  return text.replace(/"([a-z])/i, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`);
}

function change(chance: SeededRandom, frame: Frame): void {
  const path = chance.pick([['t'], ...placesIn(frame)]);
  let owner: Frame = frame;
  for (const key of path.slice(0, -1)) owner = owner[key] as Frame;
  const key = path.at(-1) ?? 't';
  const dice = chance.fraction();
  if (dice < 0.6) put(owner, key, chance.pick(VALUES)(chance));
  else if (dice < 0.8) delete owner[key];
  else put(owner, chance.pick(KEYS), chance.pick(VALUES)(chance));
}

/** Sets an own property, whatever its name, as a JSON parser does. */
function put(owner: Frame, key: string, value: Value): void {
  // The length of a list can't be redefined to an arbitrary value.
  if (Array.isArray(owner) && key === 'length') return;
  Object.defineProperty(owner, key, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(value: Frame, before: readonly string[] = []): (readonly string[])[] {
  return Object.entries(value).flatMap(([key, inner]) => [
    [...before, key],
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner as Frame, [...before, key]) : []),
  ]);
}

function nested(depth: number): Value {
  let value: Value = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

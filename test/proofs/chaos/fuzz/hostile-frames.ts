/**
 * Frames that are almost right: each begins as one that a client might send and has one to three things changed about it,
 * because a server refuses plain nonsense early and is only tried by what gets far. All is decided by the chance given.
 */
import { clientFrameSchema } from '@service/protocol/schema';
import type { SeededRandom } from '../../../support/runs/seeded.js';
import { shapesOf } from '../../../support/wire/schema-shapes.js';

export interface Known {
  readonly conversation: string;
  /** A conversation of somebody else. */
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
  // What measures itself by something that can't be compared.
  () => ({ length: { toString: 1, valueOf: 1 }, size: { toString: 1, valueOf: 1 } }),
];

const KEYS = ['__proto__', 'constructor', 'toString', 'extra', '', 't', 'seq', 'body', '0', 'length'] as const;

/** Stands for the conversation that is known. */
const CONVERSATION = 'cnv_known000000000000000';
/** Whoever leaves, or erases what is known, leaves nothing to try the others on. */
const LAST_WORDS = ['hello', 'logout', 'withdraw', 'erase'];
/** Every frame that the contract has, with each of its fields. */
const OF_THE_CONTRACT = shapesOf(clientFrameSchema, (name) => (name === 'conversation' ? CONVERSATION : null))
  .map(({ example }) => example as Frame)
  .filter(({ t }) => !LAST_WORDS.includes(t as string))
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

/** As a parser would: an own property, whatever its name. */
function put(owner: Frame, key: string, value: Value): void {
  // A list has its length already, and takes no nonsense for it.
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

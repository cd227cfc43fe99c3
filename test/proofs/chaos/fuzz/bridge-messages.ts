/**
 * Hostile messages for the bridge: each begins as one that the page or the frame might send, with up to three changes. The
 * given chance decides everything. Runs in Node and in a browser.
 */
import type { SeededRandom } from '../../../support/runs/seeded.js';

/** The nonce of the handshake that a fuzzed side is in. */
export const NONCE = 'nonce-of-this-handshake';

export type Message = Record<string, unknown>;

const VALID: readonly Message[] = [
  { mark: 'service-widget', t: 'hello', nonce: NONCE, versions: [1] },
  {
    mark: 'service-widget',
    t: 'connect',
    nonce: NONCE,
    version: 1,
    config: {},
    scheme: 'light',
    viewport: { width: 1, height: 1 },
  },
  { t: 'open' },
  { t: 'send', text: 'hello' },
  { t: 'context', user: { name: 'Kim', customAttributes: { plan: 'pro' } } },
  { t: 'page', page: { url: 'https://shop.example/', title: 'Shop', language: 'de', timeZone: 'Europe/Berlin' } },
  { t: 'questions', questions: ['Where?'] },
  { t: 'scheme', scheme: 'dark' },
  { t: 'viewport', viewport: { width: 300, height: 600, safe: { top: 0, right: 0, bottom: 34, left: 0 } } },
  { t: 'bye' },
  { t: 'toggle', byVisitor: true },
  { t: 'close' },
  { t: 'identify' },
  { t: 'token', nonce: NONCE, token: 'a.b.c' },
  { t: 'logout' },
  { t: 'diagnose' },
  { t: 'tool', say: { do: 'offer', tools: [], instructions: null } },
  { t: 'identity', nonce: NONCE },
  { t: 'page', full: true },
  { t: 'diagnosis', report: { at: 1 } },
  { t: 'ready' },
  { t: 'shape', shape: 'panel' },
  { t: 'event', name: 'unread', detail: { count: 1 } },
  { t: 'event', name: 'error', detail: { code: 'message_failed', message: 'x' } },
  { t: 'blur' },
];

/** Values of every kind that a structured clone may hold. */
const VALUES: readonly ((chance: SeededRandom) => unknown)[] = [
  () => null,
  () => undefined,
  () => Number.NaN,
  () => 1e308,
  () => -1,
  () => 10n,
  () => '',
  (chance) => 'x'.repeat(chance.pick([1, 200, 8_001, 65_537])),
  (chance) => chance.pick(['constructor', '__proto__', 'toString', 'hasOwnProperty', '100%', '\ud800', '\u202e']),
  () => new Date(Number.NaN),
  () => /(a+)+$/,
  () => new Map([['t', 'open']]),
  () => new Set(['open']),
  () => new ArrayBuffer(16),
  () => new Uint8Array(16),
  () => new Error('open'),
  () => Array.from({ length: 3_000 }, (_, at) => at),
  () => ({ length: { toString: 1, valueOf: 1 } }),
  () => deep(40),
  () => circular(),
];

export function deep(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { t: value };
  return value;
}

function circular(): Message {
  const ring: Message = { t: 'context' };
  ring.user = ring;
  return ring;
}

/** A message that is almost right, or any other value that can cross a window. */
export function hostileMessage(chance: SeededRandom): unknown {
  if (chance.fraction() < 0.2) return structuredClone(chance.pick(VALUES)(chance));
  const message = structuredClone(chance.pick(VALID)) as Message;
  for (let changes = chance.between(0, 3); changes > 0; changes--) {
    const keys = [...Object.keys(message), 't', 'extra', '__proto__', 'constructor'];
    const key = chance.pick(keys);
    const inner = message[key];
    const target =
      typeof inner === 'object' && inner !== null && chance.fraction() < 0.5 ? (inner as Message) : message;
    const name = target === message ? key : chance.pick([...Object.keys(target), '__proto__']);
    // The entries of these can't be redefined to arbitrary values.
    if (Array.isArray(target) || ArrayBuffer.isView(target)) continue;
    Object.defineProperty(target, name, {
      value: chance.pick(VALUES)(chance),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return structuredClone(message);
}

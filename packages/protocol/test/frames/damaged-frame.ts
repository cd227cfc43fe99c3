/** Every way to damage a server frame, or to extend it. */
import fc from 'fast-check';
import type { ServerFrame } from '../../src/frames/server.js';
import { anyServerFrame, LOG_KINDS, SERVER_FRAME_TYPES } from './any-frame.js';
import { conversation, token } from './any-values.js';

type Json = Record<string, unknown>;
type Place = { readonly parent: Json; readonly key: string };

/** Every property of a frame, at any depth. */
function places(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [{ parent: value as Json, key }, ...places(child)]);
}

/** Values that stand where they should not: of another type, out of range, too long, or one letter off. */
const WRONG_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 1e300, 2 ** 53, '', '0', [], {}, [null]],
  ...['constructor', '__proto__', 'toString', 'agent', 'cnv_', `cnv_${'a'.repeat(41)}`, 'cnv_0123456789abcde\u00e4'],
  ...['x'.repeat(2_048), 'x'.repeat(2_049), 'x'.repeat(32_000), 'x'.repeat(32_001)],
  ...LOG_KINDS,
];

const wrongValue = fc.oneof(
  fc.constantFrom(...WRONG_VALUES, ...SERVER_FRAME_TYPES),
  fc.integer(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  token(43, 43).map((secret) => `cws_${secret}`),
  conversation,
);

/** `frame` once for each of its properties and each wrong value, and once without that property. */
export function* everyNearMiss(frame: ServerFrame): Generator<unknown> {
  const damaged = structuredClone(frame) as unknown as Json;
  for (const { parent, key } of places(damaged)) {
    const right = parent[key];
    for (const value of WRONG_VALUES) {
      parent[key] = value;
      yield damaged;
    }
    if (!Array.isArray(parent)) {
      delete parent[key];
      yield damaged;
    }
    parent[key] = right;
  }
}

/** A frame with one property deleted, replaced, or moved under another type. */
export const damagedServerFrame: fc.Arbitrary<unknown> = fc
  .tuple(
    anyServerFrame,
    fc.nat(),
    fc.constantFrom('delete', 'replace', 'replace', 'retag'),
    wrongValue,
    fc.constantFrom(...SERVER_FRAME_TYPES),
  )
  .map(([frame, at, how, value, type]) => {
    const damaged = structuredClone(frame) as unknown as Json;
    if (how === 'retag') return { ...damaged, t: type };
    const all = places(damaged);
    const { parent, key } = all[at % all.length] as Place;
    if (how === 'replace') parent[key] = value;
    else if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    return damaged;
  });

/** A frame with one field the contract doesn't name, somewhere inside an object of a fixed shape. */
export const extendedServerFrame: fc.Arbitrary<unknown> = fc
  .tuple(anyServerFrame, fc.nat(), token(1, 12), fc.jsonValue())
  .map(([frame, at, name, value]) => {
    const extended = structuredClone(frame) as unknown as Json;
    const shapes = [
      extended,
      ...places(extended).flatMap(({ parent, key }) => (isShape(parent[key], key) ? [parent[key]] : [])),
    ];
    (shapes[at % shapes.length] as Json)[`x-${name}`] = value;
    return extended;
  });

/** `heads` is a dictionary: there, another key is no extra field but a broken one. */
function isShape(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'heads';
}

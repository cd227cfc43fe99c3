/** Values of every kind that frames carry. */
import fc from 'fast-check';
import type { ConfirmView } from '../../src/client-tools/manifest.js';
import type { Author, Citation } from '../../src/frames/log.js';
import type { Attachment } from '../../src/message-parts/attachment.js';

const SAFE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';
/** Letters, digits, `_` and `-`, as ids are made of. */
export const token = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...SAFE), minLength: min, maxLength: max });
export const serverId = (...prefixes: string[]) =>
  fc.tuple(fc.constantFrom(...prefixes), token(16, 40)).map(([prefix, rest]) => `${prefix}_${rest}`);
export const conversation = serverId('cnv');
export const message = serverId('msg');
export const run = serverId('run');
export const epoch = token(8, 40);
export const clientId = token(8, 80);
export const whole = fc.maxSafeNat();
export const positive = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
export const text = fc.string({ unit: 'binary', maxLength: 40 });
export const bool = fc.boolean();
export const word = <T>(...words: T[]) => fc.constantFrom(...words);

/** A record whose `optional` fields are sometimes absent; never present and undefined, which JSON can't say. */
export const record = <T extends object>(
  fields: { [K in keyof T]-?: fc.Arbitrary<NonNullable<T[K]>> },
  optional: (keyof T & string)[] = [],
) =>
  fc.record(fields, {
    requiredKeys: Object.keys(fields).filter((key) => !optional.includes(key as keyof T & string)) as never,
  }) as unknown as fc.Arbitrary<T>;

export const author = record<Author>({ kind: word('visitor', 'ai', 'human', 'system'), id: text, name: text }, [
  'name',
]);
export const citation = record<Citation>({ number: positive, documentId: text, title: text, url: text, quote: text }, [
  'url',
]);

export const call = fc.string({ unit: fc.constantFrom(...SAFE, '.', ':'), minLength: 1, maxLength: 100 });
export const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
export const toolName = token(1, 64);
export const fraction = fc.double({ min: 0, max: 1, noNaN: true }).map((n) => (Object.is(n, -0) ? 0 : n));
export const view = record<ConfirmView>({ title: text.map((t) => `?${t}`), body: text, danger: bool }, [
  'body',
  'danger',
]);
export const attachment = record<Attachment>(
  {
    id: token(32, 32).map((secret) => `att_${secret}`),
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    type: word('image/png', 'text/plain', 'application/vnd.newer+zip'),
    size: positive,
    width: positive,
    height: positive,
  },
  ['width', 'height'],
);

/** The building blocks of the guards: each checks one value. */
import { isRecord } from './is-record.js';

export type Check = (value: unknown) => boolean;
export type Shape = Readonly<Record<string, Check>>;

export const whole: Check = (v) => Number.isSafeInteger(v) && (v as number) >= 0;
export const positive: Check = (v) => whole(v) && (v as number) > 0;
export const bool: Check = (v) => typeof v === 'boolean';
export const text: Check = (v) => typeof v === 'string';
export const atMost =
  (length: number): Check =>
  (v) =>
    typeof v === 'string' && v.length <= length;
export const shortText: Check = /* @__PURE__ */ atMost(2_048);
export const matching =
  (pattern: RegExp): Check =>
  (v) =>
    typeof v === 'string' && pattern.test(v);
export const optional =
  (check: Check): Check =>
  (v) =>
    v === undefined || check(v);
export const oneOf =
  (...allowed: readonly unknown[]): Check =>
  (v) =>
    allowed.includes(v);
export const listOf =
  (check: Check, most: number): Check =>
  (v) =>
    Array.isArray(v) && v.length <= most && v.every(check);
export const shape =
  (fields: Shape): Check =>
  (v) =>
    isRecord(v) && Object.keys(fields).every((name) => (fields[name] as Check)(own(v, name)));

/** Only own properties count: a key such as `constructor` must never find something on a prototype. */
function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

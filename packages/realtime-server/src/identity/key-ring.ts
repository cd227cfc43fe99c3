/**
 * The keys that sites sign with: a few per inbox, so that one can be replaced while tokens of another are in use. A ring is a
 * file beside `inbox.json` (mode 0600) or an environment variable. No page, response or log contains it.
 */
import { z } from 'zod';
import type { IdentityKeyEntry, KeyRing } from '../inbox/identity-keys.js';

export type { IdentityKeyEntry, KeyRing };

export type KeyState = 'active' | 'retiring' | 'retired' | 'revoked' | 'unknown';

/** Keys in use at a time; more would only be forgotten ones. Revoked ones stay as a record. */
const MOST_KEYS = 3;

const when = z.iso.datetime({ offset: true });
const schema = z
  .array(
    z.strictObject({
      kid: z.string().regex(/^ik_[A-Za-z0-9_-]{8,60}$/, 'must be "ik_" and 8 to 60 letters, digits, "-" or "_"'),
      secret: z.string().min(32, 'must have at least 32 characters').max(256),
      createdAt: when.exactOptional(),
      notAfter: when.exactOptional(),
      revokedAt: when.exactOptional(),
    }),
  )
  .max(50)
  .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'each kid may stand there once');

export type RingReading =
  | { readonly ok: true; readonly ring: KeyRing }
  /** Never repeats what the file holds. */
  | { readonly ok: false; readonly problem: string };

export function readRing(text: string): RingReading {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which is a secret.
    return { ok: false, problem: 'is not valid JSON' };
  }
  const read = schema.safeParse(written);
  if (read.success) return { ok: true, ring: read.data };
  const [first] = read.error.issues;
  return { ok: false, problem: `${first?.path.join('.') || 'the list'}: ${first?.message ?? 'can’t be used'}` };
}

/** `now` is Unix milliseconds. */
export function keyStateOf(key: IdentityKeyEntry | undefined, now: number): KeyState {
  if (!key) return 'unknown';
  if (key.revokedAt !== undefined && Date.parse(key.revokedAt) <= now) return 'revoked';
  if (key.notAfter === undefined) return 'active';
  return now <= Date.parse(key.notAfter) ? 'retiring' : 'retired';
}

/** `now` is Unix milliseconds. */
export const newIdentityKey = (now: number, random: (bytes: number) => Buffer): IdentityKeyEntry => ({
  kid: `ik_${random(12).toString('base64url')}`,
  secret: `cwsk_${random(32).toString('base64url')}`,
  createdAt: new Date(now).toISOString(),
});

/**
 * With a new key. `graceMs`: how long the ones before it are still taken; null: they stay as they are.
 * @throws when too many would be in use.
 */
export function addKey(ring: KeyRing, key: IdentityKeyEntry, now: number, graceMs: number | null): KeyRing {
  const inUse = ring.filter((each) => ['active', 'retiring'].includes(keyStateOf(each, now)));
  if (inUse.length >= MOST_KEYS)
    throw new Error(`${inUse.length} keys are still in use. Revoke one that is idle, or wait until one has run out.`);
  if (graceMs === null) return [...ring, key];
  const notAfter = new Date(now + graceMs).toISOString();
  return [...ring.map((each) => (keyStateOf(each, now) === 'active' ? { ...each, notAfter } : each)), key];
}

/** @throws when there is no such key. */
export function revokeKey(ring: KeyRing, kid: string, now: number): KeyRing {
  if (!ring.some((each) => each.kid === kid)) throw new Error(`There is no key ${kid} in this inbox.`);
  const revokedAt = new Date(now).toISOString();
  return ring.map((each) => (each.kid === kid && each.revokedAt === undefined ? { ...each, revokedAt } : each));
}

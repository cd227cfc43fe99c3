/** How passwords are stored: as the auth library does it, so that either reads what the other wrote. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

const COST = { N: 16_384, r: 16, p: 1 } as const;
const KEY_BYTES = 64;
const SALT_BYTES = 16;
/** Twice what the cost takes. */
const MOST_MEMORY = 128 * COST.N * COST.r * 2;

/** Takes a tenth of a second of a processor. */
const derive = (password: string, salt: string): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, { ...COST, maxmem: MOST_MEMORY });

/** @returns the salt and the key in hexadecimal, with a colon between them */
export function hashOfPassword(password: string): string {
  const salt = randomBytes(SALT_BYTES).toString('hex');
  return `${salt}:${derive(password, salt).toString('hex')}`;
}

export function isPassword(password: string, hash: string): boolean {
  const [salt = '', key = ''] = hash.split(':');
  const stored = Buffer.from(key, 'hex');
  return stored.length === KEY_BYTES && timingSafeEqual(derive(password, salt), stored);
}

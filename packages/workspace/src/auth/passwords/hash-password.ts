/** How passwords are stored: as the auth library does it, so that either reads what the other wrote. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** scrypt's N, as the auth library has it. It takes a tenth of a second of a processor. */
export const PASSWORD_COST = 16_384;
const BLOCK_SIZE = 16;
const KEY_BYTES = 64;
const SALT_BYTES = 16;

/** `maxmem`: twice what it takes. */
const derive = (password: string, salt: string, cost: number): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, {
    N: cost,
    r: BLOCK_SIZE,
    p: 1,
    maxmem: 128 * cost * BLOCK_SIZE * 2,
  });

/** @returns the salt and the key in hexadecimal, with a colon between them */
export function hashOfPassword(password: string, cost: number): string {
  const salt = randomBytes(SALT_BYTES).toString('hex');
  return `${salt}:${derive(password, salt, cost).toString('hex')}`;
}

/** `cost`: that of the stored hash, which doesn't say it. */
export function isPassword(password: string, hash: string, cost: number): boolean {
  const [salt = '', key = ''] = hash.split(':');
  const stored = Buffer.from(key, 'hex');
  return stored.length === KEY_BYTES && timingSafeEqual(derive(password, salt, cost), stored);
}

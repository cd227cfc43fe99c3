/**
 * Secrets that this server makes for itself and keeps as files, readable by its own user alone. A file appears whole, and
 * only once: several nodes on one folder may need it at the same moment, and must end up with the same secret.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createWhole } from '../whole-file.js';
import { weaknessOf } from './weak-key.js';

/**
 * What the file says, made first when there is none: the prefix and 256 random bits.
 * @throws when it holds what anyone can guess. An empty file is what a full disk or a wrong mount leaves, and would be a key that everyone has.
 */
export function readSecretFile(file: string, prefix: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    createWhole(file, `${prefix}${randomBytes(32).toString('base64url')}\n`, 0o600);
  }
  const secret = readFileSync(file, 'utf8').trim();
  const weakness = secret === '' ? 'is empty' : weaknessOf(secret);
  if (weakness === null) return secret;
  throw new Error(
    `The secret in ${file} ${weakness}. Put the one of your backup there. Without one, remove the file: another is made.`,
  );
}

/**
 * Secrets that this server makes for itself and keeps as files, readable by its own user alone. A file appears whole, and
 * only once: several nodes on one folder may need it at the same moment, and must end up with the same secret.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createWhole } from '../whole-file.js';

/** What the file says, made first when there is none: the prefix and 256 random bits. */
export function readSecretFile(file: string, prefix: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    createWhole(file, `${prefix}${randomBytes(32).toString('base64url')}\n`, 0o600);
  }
  return readFileSync(file, 'utf8').trim();
}

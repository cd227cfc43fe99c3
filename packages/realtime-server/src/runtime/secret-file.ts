/**
 * Secrets that this server makes for itself and keeps as files, readable by its own user alone. A file appears whole, and
 * only once: several nodes on one folder may need it at the same moment, and must end up with the same secret.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the file says, made first when there is none: the prefix and 256 random bits. */
export function readSecretFile(file: string, prefix: string): string {
  if (!existsSync(file)) make(file, `${prefix}${randomBytes(32).toString('base64url')}\n`);
  return readFileSync(file, 'utf8').trim();
}

function make(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    chmodSync(draft, 0o600);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

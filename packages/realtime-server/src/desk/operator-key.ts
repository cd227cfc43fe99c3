/**
 * The key that people who answer show to the server: the one in the settings, else one that is made at the first start
 * and kept in the data folder, readable by the server's own user alone: whoever can read the conversations on disk may
 * read them here, and nobody else. Nodes that share neither would each want another key.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OperatorKey {
  /** True when an `Authorization` header carries the key. Takes the same time whatever is wrong. */
  opens(authorization: string | undefined): boolean;
}

export function operatorKeyOf(key: string): OperatorKey {
  const expected = Buffer.from(`Bearer ${key}`);
  return {
    opens(authorization) {
      const given = Buffer.from(authorization ?? '');
      const same = Buffer.alloc(expected.length);
      given.copy(same);
      return timingSafeEqual(same, expected) && given.length === expected.length;
    },
  };
}

export function operatorKeyIn(folder: string): OperatorKey & { readonly file: string } {
  const file = join(folder, 'operator.key');
  if (!existsSync(file)) make(file, folder);
  return { file, ...operatorKeyOf(readFileSync(file, 'utf8').trim()) };
}

/** The file appears whole, and only once: another node on the same folder may be starting at the same moment. */
function make(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `csk_${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    chmodSync(draft, 0o600);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

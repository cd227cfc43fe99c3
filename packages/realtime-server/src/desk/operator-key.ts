/**
 * The key that people who answer show to the server. Made at the first start and kept in the data folder, readable by the
 * server's own user alone: whoever can read the conversations on disk may read them here, and nobody else.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OperatorKey {
  readonly file: string;
  /** True when an `Authorization` header carries the key. Takes the same time whatever is wrong. */
  opens(authorization: string | undefined): boolean;
}

export function operatorKeyIn(folder: string): OperatorKey {
  const file = join(folder, 'operator.key');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `csk_${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
    chmodSync(file, 0o600);
  }
  const expected = Buffer.from(`Bearer ${readFileSync(file, 'utf8').trim()}`);
  return {
    file,
    opens(authorization) {
      const given = Buffer.from(authorization ?? '');
      const same = Buffer.alloc(expected.length);
      given.copy(same);
      return timingSafeEqual(same, expected) && given.length === expected.length;
    },
  };
}

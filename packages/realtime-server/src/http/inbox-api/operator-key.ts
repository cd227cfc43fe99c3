/**
 * The key that people who answer show to the server: the one in the settings, else one that is made at the first start
 * and kept in the data folder, readable by the server's own user alone: whoever can read the conversations on disk may
 * read them here, and nobody else. Nodes that share neither would each want another key.
 */
import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readSecretFile } from '../../runtime/secret-file.js';

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
  return { file, ...operatorKeyOf(readSecretFile(file, 'csk_')) };
}

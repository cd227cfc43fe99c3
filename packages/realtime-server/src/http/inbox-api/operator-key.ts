/**
 * The key of the inbox API: from the settings, else created at the first start and stored in the data folder, readable by
 * the server's own user alone. Nodes that share neither would each need another key.
 */
import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { readSecretFile } from '../../runtime/secrets/secret-file.js';
import { weaknessOf } from '../../runtime/secrets/weak-key.js';

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

/** @throws when the file was written by hand, with a key that is easy to guess. */
export function operatorKeyIn(folder: string): OperatorKey & { readonly file: string } {
  const file = join(folder, 'operator.key');
  const key = readSecretFile(file, 'csk_');
  const weakness = weaknessOf(key);
  if (weakness !== null)
    throw new Error(`The key in ${file} ${weakness}. Remove the file: the next start writes one with a new key.`);
  return { file, ...operatorKeyOf(key) };
}

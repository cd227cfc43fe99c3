/**
 * New keys, stored as the auth library stores its own. It would write them outside of our transaction, in which they were counted and the
 * person's rights were read.
 */
import { generateRandomString } from 'better-auth/crypto';
import type { Permission } from '../callers/caller.js';
import type { KeyConfiguration } from './auth-options.js';
import { type AuthRows, type KeyRow, permissionsFor } from './auth-rows.js';
import { hashOfKey } from './key-checks.js';

export interface IssuedKey {
  readonly id: string;
  /** Shown once. */
  readonly key: string;
  readonly expiresAt: Date | null;
}

export interface NewKey {
  readonly orgId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null: it never expires. */
  readonly expiresInSeconds: number | null;
}

export interface NewCredential {
  readonly userId: string;
  readonly name: string;
  readonly orgId: string;
  readonly permission: Permission;
  readonly expiresInSeconds: number;
}

export interface KeyIssuer {
  /** Both write by `rows`, which are of the transaction that has counted the keys there are. */
  issueKey(rows: AuthRows, key: NewKey): Promise<IssuedKey>;
  issueCredential(rows: AuthRows, credential: NewCredential): Promise<IssuedKey>;
  /** How many there are, without those that have expired: these are removed. */
  countKeys(rows: AuthRows, orgId: string): Promise<number>;
  countCredentials(rows: AuthRows, userId: string): Promise<number>;
}

/** Letters. */
const LENGTH = 64;
/** Shown in lists. */
const SHOWN = 6;

/** `now`: Unix milliseconds. */
export function createKeyIssuer(newId: (model: string) => string, now: () => number): KeyIssuer {
  const create = async (
    rows: AuthRows,
    about: Pick<KeyRow, 'referenceId' | 'name' | 'permissions' | 'metadata'> & { readonly configId: KeyConfiguration },
    expiresInSeconds: number | null,
  ): Promise<IssuedKey> => {
    const key = generateRandomString(LENGTH, 'a-z', 'A-Z');
    const at = new Date(now());
    const expiresAt = expiresInSeconds === null ? null : new Date(now() + expiresInSeconds * 1_000);
    const stored = { key: hashOfKey(key), start: key.slice(0, SHOWN), enabled: true, lastRequest: null };
    const row = { ...about, ...stored, id: newId('apikey'), createdAt: at, updatedAt: at, expiresAt };
    const { id } = await rows.create('apikey', row);
    return { id, key, expiresAt };
  };
  const count = async (rows: AuthRows, referenceId: string, configId: KeyConfiguration): Promise<number> => {
    await rows.remove('apikey', { referenceId, configId }, [{ field: 'expiresAt', to: new Date(now()) }]);
    return rows.count('apikey', { referenceId, configId });
  };
  return {
    issueKey: (rows, { orgId, name, scopes, expiresInSeconds }) =>
      create(
        rows,
        {
          ...{ configId: 'default', referenceId: orgId, name, metadata: null },
          permissions: JSON.stringify(permissionsFor(scopes)),
        },
        expiresInSeconds,
      ),
    issueCredential: (rows, { userId, name, orgId, permission, expiresInSeconds }) =>
      create(
        rows,
        {
          ...{ configId: 'agent', referenceId: userId, name, permissions: null },
          metadata: { orgId, ...permission },
        },
        expiresInSeconds,
      ),
    countKeys: (rows, orgId) => count(rows, orgId, 'default'),
    countCredentials: (rows, userId) => count(rows, userId, 'agent'),
  };
}

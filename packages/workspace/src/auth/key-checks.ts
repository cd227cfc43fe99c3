/**
 * Checks of keys, of organizations and of agents, at each of their requests. The library's own check writes a row each time, and it counts a key's requests
 * since its last idle minute, so a key in steady use is refused in the end. Here a check of a key that was in use reads nothing and writes nothing.
 */
import { createHash } from 'node:crypto';
import { havePassed, putLast } from '@service/realtime-server/runtime';
import type { KeyConfiguration } from './auth-options.js';
import type { AuthRows, KeyRow } from './auth-rows.js';
import type { RequestLimit } from './request-limit.js';

export type KeyCheck =
  | { readonly ok: true; readonly row: KeyRow }
  | { readonly ok: false; readonly why: 'invalid' }
  | { readonly ok: false; readonly why: 'too-many'; readonly retryAfterSeconds: number };

export interface KeyChecks {
  check(key: string): Promise<KeyCheck>;
  /** This node has seen the key be right, and not wrong since. Reads nothing. */
  isKnown(key: string): boolean;
  /** Call it after keys were revoked on this node: from then on none of them is right. */
  forgetRead(): void;
}

export interface KeyCheckParts {
  /** Keys of another configuration are wrong here. */
  readonly configId: KeyConfiguration;
  readonly rows: Pick<AuthRows, 'find' | 'update' | 'remove'>;
  readonly limit: RequestLimit;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** A time of use, or the end of an expired key, could not be stored. */
  readonly onFailed: (error: Error) => void;
}

/** How long a key that was revoked on another node may still be right here. */
const FRESH_MS = 2_000;
const REMEMBERED = 10_000;
/** How exact the stored time of a key's last use is. */
const NOTED_EVERY_MS = 60_000;

interface Known {
  readonly row: KeyRow;
  readonly readAt: number;
}

export function createKeyChecks({ configId, rows, limit, now, onFailed }: KeyCheckParts): KeyChecks {
  const known = new Map<string, Known>();
  const notedAt = new Map<string, number>();
  let revocations = 0;

  async function find(hash: string): Promise<KeyRow | null> {
    const before = known.get(hash);
    if (before && !havePassed(FRESH_MS, before.readAt, now())) return before.row;
    const [readAt, revocationsBefore] = [now(), revocations];
    const row = await rows.find('apikey', { key: hash, configId });
    if (!row || row.enabled === false) known.delete(hash);
    // What was read before a revocation must not be remembered after it.
    else if (revocations === revocationsBefore) putLast(known, hash, { row, readAt }, REMEMBERED);
    return row?.enabled === false ? null : row;
  }

  function noteUse({ id, lastRequest }: KeyRow): void {
    const at = now();
    if (at - Math.max(timeOf(lastRequest), notedAt.get(id) ?? 0) < NOTED_EVERY_MS) return;
    putLast(notedAt, id, at, REMEMBERED);
    rows.update('apikey', { id }, { lastRequest: new Date(at) }).catch(onFailed);
  }

  return {
    async check(key) {
      const hash = hashOfKey(key);
      const row = await find(hash);
      if (!row) return { ok: false, why: 'invalid' };
      const { id, expiresAt } = row;
      if (expiresAt !== null && timeOf(expiresAt) <= now()) {
        known.delete(hash);
        rows.remove('apikey', { id }).catch(onFailed);
        return { ok: false, why: 'invalid' };
      }
      const retryAfterSeconds = limit(id);
      if (retryAfterSeconds !== null) return { ok: false, why: 'too-many', retryAfterSeconds };
      noteUse(row);
      return { ok: true, row };
    },
    isKnown: (key) => known.has(hashOfKey(key)),
    forgetRead() {
      revocations += 1;
      for (const [hash, { row }] of known) known.set(hash, { row, readAt: Number.NEGATIVE_INFINITY });
    },
  };
}

/** As the library stores keys. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

const timeOf = (date: Date | null): number => (date === null ? 0 : new Date(date).getTime());

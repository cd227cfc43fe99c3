import type { KeyValueStorage } from '../../../platform/ports.js';
import { LEFT, type SessionSentinel, WITHDRAWN } from '../../session/storage-keys.js';

/**
 * Storage of a signed-in visitor: reads what an earlier, anonymous visit has stored, and writes to memory only. The sentinels
 * under the session key go to the real storage: they say nothing of the visitor, and all tabs must hear them.
 */
export interface MemoryStorage extends KeyValueStorage {
  /** Removes what the anonymous visit has stored under `root`; from now on there is nothing but memory. */
  cutOff(root: string): void;
}

const isSentinel = (value: string | null): value is SessionSentinel => value === WITHDRAWN || value === LEFT;

/** Reads `before.storage` no earlier than it is asked for something: before a consent it must not be touched. */
export function memoryStorageOver(before: { readonly storage: KeyValueStorage }): MemoryStorage {
  const map = new Map<string, string>();
  let readsBefore = true;
  const sentinelAt = (key: string): string | null => {
    const value = before.storage.get(key);
    return isSentinel(value) ? value : null;
  };
  return {
    durable: false,
    get: (key) => sentinelAt(key) ?? map.get(key) ?? (readsBefore ? before.storage.get(key) : null),
    set(key, value) {
      if (isSentinel(value)) return before.storage.set(key, value);
      // Another session has begun, with another consent.
      if (sentinelAt(key)) before.storage.remove(key);
      return map.set(key, value) === map;
    },
    remove(key) {
      map.delete(key);
      if (readsBefore) before.storage.remove(key);
    },
    keys: (prefix) => [
      ...new Set(
        [...map.keys(), ...(readsBefore ? before.storage.keys(prefix) : [])].filter((key) => key.startsWith(prefix)),
      ),
    ],
    // This listener outlives the store; don't capture the store in it.
    watch: (key, listener) => before.storage.watch(key, listener),
    cutOff(root) {
      readsBefore = false;
      for (const key of before.storage.keys(root)) before.storage.remove(key);
    },
  };
}

/**
 * Storage for a visitor whom the site vouches for: what an earlier, anonymous visit has left there is read, and everything
 * written goes to memory and is gone with the page. But for the words that stand in the place of a session: they say something
 * of this browser and nothing of its visitor, and all tabs must hear them.
 */
import type { KeyValueStorage } from '../../../platform/ports.js';
import type { SessionSentinel } from '../../session/storage-keys.js';

export interface InMemory extends KeyValueStorage {
  /** Removes what the anonymous visitor has left under `root`; from now on there is nothing but memory. */
  cutOff(root: string): void;
}

/** Written out: what this file shared with the core would be a third one to fetch. */
const WORDS: readonly (string | null)[] = ['withdrawn', 'left'] satisfies SessionSentinel[];
const isWord = (value: string | null): boolean => WORDS.includes(value);

/** Touches the keeper of `before` no earlier than it is asked for something. */
export function inMemoryOver(before: { readonly storage: KeyValueStorage }): InMemory {
  const map = new Map<string, string>();
  let readsBefore = true;
  const word = (key: string): string | null => {
    const value = before.storage.get(key);
    return isWord(value) ? value : null;
  };
  return {
    durable: false,
    get: (key) => word(key) ?? map.get(key) ?? (readsBefore ? before.storage.get(key) : null),
    set(key, value) {
      if (isWord(value)) return before.storage.set(key, value);
      // Another session has begun, with another consent.
      if (word(key)) before.storage.remove(key);
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
    // Outlasts this memory, which is given back when they leave: nothing that is heard may hold on to it.
    watch: (key, listener) => before.storage.watch(key, listener),
    cutOff(root) {
      readsBefore = false;
      for (const key of before.storage.keys(root)) before.storage.remove(key);
    },
  };
}

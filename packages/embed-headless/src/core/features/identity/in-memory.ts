/**
 * Storage for a visitor whom the site vouches for: what an earlier, anonymous visit has left there is read, and everything
 * written goes to memory and is gone with the page.
 */
import type { Keeper } from '../../ports.js';

export interface InMemory extends Keeper {
  /** Removes what the anonymous visitor has left under `root`; from now on there is nothing but memory. */
  cutOff(root: string): void;
}

/** Touches the keeper of `before` no earlier than it is asked for something. */
export function inMemoryOver(before: { readonly keeper: Keeper }): InMemory {
  const map = new Map<string, string>();
  let readsBefore = true;
  return {
    durable: false,
    get: (key) => map.get(key) ?? (readsBefore ? before.keeper.get(key) : null),
    set: (key, value) => map.set(key, value) === map,
    remove(key) {
      map.delete(key);
      if (readsBefore) before.keeper.remove(key);
    },
    keys: (prefix) => [
      ...new Set(
        [...map.keys(), ...(readsBefore ? before.keeper.keys(prefix) : [])].filter((key) => key.startsWith(prefix)),
      ),
    ],
    // A session of their own in each tab: nothing to hear of another one's.
    watch: () => () => undefined,
    cutOff(root) {
      readsBefore = false;
      for (const key of before.keeper.keys(root)) before.keeper.remove(key);
    },
  };
}

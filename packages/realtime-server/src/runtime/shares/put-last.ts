/** Maps that remember a bounded number of keys, the one that was put last being the last. */

/** Enough visitors for everybody who is connected to a node. */
export const MOST_REMEMBERED = 25_000;

/** Puts the key behind all others. Beyond `most` keys, the one that was put longest ago is forgotten. */
export function putLast<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [first] = map.keys();
  if (map.size > most && first !== undefined) map.delete(first);
}

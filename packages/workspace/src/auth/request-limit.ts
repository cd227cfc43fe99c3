/** How many requests a credential may make: counted in memory, by each node. */
import { RecentUse } from '@service/realtime-server/runtime';

const HALF_LIFE_MS = 60_000;
export const REQUESTS_IN_A_MINUTE = 600;
/** What a steady use of that many adds up to: see `RecentUse`. */
const MOST_USE = (REQUESTS_IN_A_MINUTE * HALF_LIFE_MS) / 60_000 / Math.LN2;

/** Counts the request, and returns null; or the seconds until there is room for one. `now`: Unix milliseconds. */
export type RequestLimit = (credentialId: string) => number | null;

export function createRequestLimit(now: () => number): RequestLimit {
  const use = new RecentUse({ now }, HALF_LIFE_MS);
  return (id) => {
    const used = use.of(id);
    if (used + 1 > MOST_USE) return Math.max(1, Math.ceil((HALF_LIFE_MS / 1_000) * Math.log2(used / (MOST_USE - 1))));
    use.add(id, 1);
    return null;
  };
}
